import type { RecalledItem, RecalledRef } from "../../domain/model/episode.ts";
import { recalledRef } from "../../domain/model/recalled.ts";
import type { Alias, Entity } from "../../domain/model/entity.ts";
import { EngramError } from "../../errors.ts";
import type { EntityRow, EpisodeRow } from "../store-core/rows.ts";
import {
  type NamedFact,
  communitySearchText,
  entitySearchText,
  episodeSearchText,
  factSearchText,
} from "../store-core/search-text.ts";
import type { Connection } from "./connection.ts";
import type { Value } from "./parameters.ts";

/** One file of `cypher/schema/`: `0003-graph.cypher` is version 3. A released one is never edited. */
interface Migration {
  version: number;
  name: string;
  commands: string[];
}

/** An index over existing data is built before it is used. */
const BUILD_MS = 3_600_000;
const BUILD_SECONDS = 3_000;
/** Processes that start at once may create the same index at once. */
const ATTEMPTS_MAX = 5;
const ATTEMPT_PAUSE_MS = 200;
/** The object a command creates. */
const NAMED = /^(?:CYPHER 25 )?CREATE\s.*?(?:INDEX|CONSTRAINT)\s+(\w+)\s+IF/s;

/**
 * Migrates the database to the newest version. Every command says `IF NOT EXISTS`, so several processes may run this at
 * once, and an interrupted one is repeated. Rejects with `store_unavailable` if the schema is of a newer Engram.
 * Returns the names of the applied migrations.
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const known = migrations(connection);
  const done = await appliedVersions(connection);
  const newest = Math.max(0, ...known.map((migration) => migration.version));
  const found = Math.max(0, ...done);
  if (found > newest) throw tooNew(found, newest);
  const open = known.filter((migration) => !done.includes(migration.version));
  for (const migration of open) await apply(connection, migration);
  await completeIndexes(connection, known);
  const recalled = { read: "system/recalls-words", write: "system/keep-recalled-ids" };
  await rewriteMarked(connection, recalled, withRecalledIds);
  await rewriteMarked(connection, { read: "system/unsegmented", write: "system/segment" }, withSegmentedText);
  await scopeVectorIndexes(connection);
  for (const { version, name } of open) {
    await connection.run("write", (tx) => tx.run("system/record-migration", { version, name }));
  }
  return open.map((migration) => migration.name);
}

function migrations({ statements }: Connection): Migration[] {
  return statements.under("schema/").map((path) => ({
    version: Number.parseInt(path.slice("schema/".length), 10),
    name: path.slice("schema/".length),
    commands: commandsIn(statements.get(path)),
  }));
}

function commandsIn(text: string): string[] {
  return text
    .split(/;\s*$/m)
    .map((command) => command.trim())
    .filter((command) => command !== "");
}

const MARKED_ROWS = 500;

/** Rows marked by a migration that Cypher cannot rewrite. An interrupted start is continued. */
async function rewriteMarked<T, R>(
  connection: Connection,
  statements: { read: string; write: string },
  rewrite: (row: T) => R,
): Promise<void> {
  for (;;) {
    const count = await connection.run("write", async (tx) => {
      const rows = await tx.run<T>(statements.read, { limit: MARKED_ROWS });
      if (rows.length > 0) await tx.run(statements.write, { rows: rows.map(rewrite) as Value });
      return rows.length;
    });
    if (count === 0) return;
  }
}

function withRecalledIds({ node, recalled }: { node: string; recalled: string }) {
  const items = JSON.parse(recalled) as (RecalledItem | RecalledRef)[];
  return { node, recalled: JSON.stringify(items.map(recalledRef)) };
}

/** A node of any kind covered by full text. */
interface SearchedNode {
  node: string;
  labels: string[];
  row: EpisodeRow & NamedFact & EntityRow & { aliases: Alias[] };
}

function withSegmentedText({ node, labels, row }: SearchedNode) {
  return { node, set: labels.includes("Episode") ? episodeTexts(row) : { search_text: textOf(labels, row) } };
}

function episodeTexts(row: EpisodeRow) {
  const { search_text, reply_text } = episodeSearchText(row);
  return { search_text, reply_text: reply_text === "" ? null : reply_text };
}

function textOf(labels: string[], row: SearchedNode["row"]): string {
  if (labels.includes("Fact")) return factSearchText(row, row.subject_name, row.object_name);
  if (labels.includes("Community"))
    return communitySearchText({ name: row.name, summary: row.summary ?? "" });
  return entitySearchText({ ...row, properties: JSON.parse(row.properties) as Entity["properties"] });
}

const SCOPED_INDEXES = "from-2026/schema/";

/**
 * If the server supports it, replaces vector indexes by ones that include the user. Checked on
 * every start: a database may have been created by an older server.
 */
async function scopeVectorIndexes(connection: Connection): Promise<void> {
  const { statements } = connection;
  const wanted = statements.under(SCOPED_INDEXES).flatMap((path) => commandsIn(statements.get(path)));
  if (wanted.length === 0) return;
  const rows = await connection.command<{ name: string; properties: string[] }>(
    "SHOW VECTOR INDEXES YIELD name, properties RETURN name, properties",
  );
  const scoped = new Set(rows.filter(({ properties }) => properties.length > 1).map(({ name }) => name));
  const missing = wanted.filter((command) => !scoped.has(nameIn(command)));
  for (const command of missing) {
    await connection.command(`DROP INDEX ${nameIn(command)} IF EXISTS`, {}, BUILD_MS);
    await patiently(() => connection.command(command, {}, BUILD_MS));
  }
  if (missing.length > 0)
    await connection.command("CALL db.awaitIndexes($seconds)", { seconds: BUILD_SECONDS }, BUILD_MS);
}

function nameIn(command: string): string {
  return NAMED.exec(command)?.[1] ?? "";
}

async function appliedVersions(connection: Connection): Promise<number[]> {
  const rows = await connection.run("read", (tx) => tx.run<{ version: number }>("system/applied-migrations"));
  return rows.map((row) => row.version);
}

async function apply(connection: Connection, migration: Migration): Promise<void> {
  for (const command of migration.commands) await patiently(() => connection.command(command, {}, BUILD_MS));
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, ATTEMPT_PAUSE_MS * attempt));
    }
  }
}

/**
 * An index may have been dropped or have failed, and another release of the server builds it anew: statements that use it
 * by name fail then. `IF NOT EXISTS` is silent if one of another name covers the same properties.
 */
async function completeIndexes(connection: Connection, known: Migration[]): Promise<void> {
  const wanted = known.flatMap(({ commands }) => commands.filter((command) => NAMED.test(command)));
  const states = await indexStates(connection);
  const absent = wanted.filter((command) => states.get(nameIn(command)) !== ONLINE);
  if (absent.length === 0) return;
  for (const command of absent) {
    const state = states.get(nameIn(command));
    if (state === "POPULATING") continue;
    if (state === "FAILED") await connection.command(`DROP INDEX ${nameIn(command)}`, {}, BUILD_MS);
    await patiently(() => connection.command(command, {}, BUILD_MS));
  }
  await connection.command("CALL db.awaitIndexes($seconds)", { seconds: BUILD_SECONDS }, BUILD_MS);
  const built = await indexStates(connection);
  const names = absent.map(nameIn).filter((name) => built.get(name) !== ONLINE);
  if (names.length === 0) return;
  throw new EngramError("store_unavailable", `The database lacks these indexes: ${names.join(", ")}`);
}

const ONLINE = "ONLINE";

async function indexStates(connection: Connection): Promise<Map<string, string>> {
  const rows = await connection.command<{ name: string; state: string }>(
    "SHOW INDEXES YIELD name, state RETURN name, state",
  );
  return new Map(rows.map(({ name, state }) => [name, state]));
}

function tooNew(found: number, known: number): EngramError {
  return new EngramError(
    "store_unavailable",
    `The database was written by a newer Engram (schema ${found}; this one knows ${known}). Update Engram, or restore an older backup.`,
  );
}
