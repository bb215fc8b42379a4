import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DATABASE, type DataFolder, MOVED, MOVING, openDataFolder } from "../adapters/data-folder/index.ts";
import { createNeo4jStore } from "../adapters/neo4j/index.ts";
import { createSqliteStore } from "../adapters/sqlite/index.ts";
import { newId, systemClock } from "../adapters/system/clock.ts";
import { chooseHashKey } from "../composition/adapters.ts";
import { type Config, readConfig } from "../composition/config.ts";
import { neo4jSettings } from "../composition/engine-settings.ts";
import { EngramError, invalidField } from "../errors.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import { type Audit, CLI, createAudit } from "../services/audit.ts";
import { type MoveState, moveStore, usersWithMemory } from "../services/transfer/move.ts";
import { parseArguments } from "./arguments.ts";

type Kind = MemoryStore["kind"];
const KINDS: readonly Kind[] = ["sqlite", "neo4j"];

/** State left by an interrupted move. */
interface Mark extends MoveState {
  from: Kind;
  to: Kind;
  /** Identifies the Neo4j. */
  neo4j: string;
  startedAt: string;
}

/**
 * Moves everything from one store to the other, or, without a direction, migrates the configured store's schema. The
 * service must be stopped: the folder has one owner.
 */
export async function migrateCommand(args: string[]): Promise<void> {
  const { values } = parseArguments(args, 0, {
    from: { type: "string" },
    to: { type: "string" },
    "new-hash-key": { type: "boolean", default: false },
  });
  const config = readConfig(process.env);
  const folder = openDataFolder(config.DATA_DIR);
  try {
    if (values.from === undefined && values.to === undefined)
      await updateSchema(config, folder, values["new-hash-key"]);
    else await move(config, folder, kindOf("from", values.from), kindOf("to", values.to));
  } finally {
    folder.release();
  }
}

function kindOf(field: string, value: string | undefined): Kind {
  const kind = KINDS.find((known) => known === value);
  if (kind === undefined) throw invalidField(`--${field}`, `must be ${KINDS.join(" or ")}`);
  return kind;
}

async function updateSchema(config: Config, folder: DataFolder, newHashKey: boolean): Promise<void> {
  const store = await openStore(config.STORE, config, folder, newHashKey);
  try {
    await auditOf(store)({ actor: CLI, act: "migrate", userId: null, targets: [store.kind] });
  } finally {
    await store.close();
  }
  console.log(`The schema of ${config.STORE} is up to date.`);
}

async function openStore(
  kind: Kind,
  config: Config,
  folder: DataFolder,
  newHashKey = false,
): Promise<MemoryStore> {
  const common = { clock: systemClock, hashKey: chooseHashKey(config, folder.path), newHashKey };
  if (kind === "sqlite") return createSqliteStore({ file: folder.file(DATABASE), ...common });
  if (config.NEO4J_PASSWORD === undefined)
    throw invalidField("NEO4J_PASSWORD", "the password of NEO4J_USER is needed");
  return createNeo4jStore({ ...neo4jSettings(config), ...common });
}

async function move(config: Config, folder: DataFolder, from: Kind, to: Kind): Promise<void> {
  if (from === to) throw invalidField("--to", "must be another store than --from");
  if (from === "sqlite" && !existsSync(folder.file(DATABASE)))
    throw invalidField("DATA_DIR", `there is no ${DATABASE} in ${folder.path}`);
  const source = await openStore(from, config, folder);
  try {
    const target = await openStore(to, config, folder);
    try {
      await moveBetween(source, target, folder, `${config.NEO4J_URI}/${config.NEO4J_DATABASE}`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  // Without STORE it would be the memory again, of that day and with what was forgotten since.
  if (from === "sqlite") renameSync(folder.file(DATABASE), folder.file(MOVED));
  console.error(
    `Now set STORE=${to} and start Engram. What was in ${from} is still there${from === "sqlite" ? `, in ${MOVED}` : ""}.`,
  );
}

async function moveBetween(
  source: MemoryStore,
  target: MemoryStore,
  folder: DataFolder,
  neo4j: string,
): Promise<void> {
  const [from, to] = [source.kind, target.kind];
  const file = folder.file(MOVING);
  const mark = readMark(file, { from, to, neo4j });
  if (mark === null) {
    const there = await usersWithMemory(target);
    if (there.length > 0)
      throw new EngramError("conflict", `${to} is not empty: it holds the memory of ${there.length} users`);
  } else console.error(`Going on where the move of ${mark.startedAt} was cut off.`);
  const state = mark ?? { from, to, neo4j, startedAt: systemClock.now(), done: [], current: null };
  const save = async (): Promise<void> => writeMark(file, state);
  await save();
  const moved = await moveStore(source, target, {
    state,
    save,
    onProgress: ({ user, records }) => console.error(`${user}: ${records} records`),
  });
  const counts = { users: moved.users.length, keys: moved.keys, runs: moved.runs, audits: moved.audits };
  await auditOf(target)({ actor: CLI, act: "migrate", userId: null, targets: [from, to], counts });
  rmSync(file, { force: true });
  for (const { user, records, sha256 } of moved.users)
    console.log([user, `${records} records`, `sha256 ${sha256}`, "the same on both sides"].join("\t"));
  console.log(`${moved.users.length} users, ${moved.keys} keys, ${moved.runs} runs moved to ${to}.`);
}

function auditOf(store: MemoryStore): Audit {
  return createAudit(store.system, systemClock, newId);
}

/** Null: no move was interrupted. Throws `conflict` if a different move was. */
function readMark(file: string, asked: { from: Kind; to: Kind; neo4j: string }): Mark | null {
  if (!existsSync(file)) return null;
  const mark = JSON.parse(readFileSync(file, "utf8")) as Mark;
  if (mark.from === asked.from && mark.to === asked.to && mark.neo4j === asked.neo4j) return mark;
  throw new EngramError(
    "conflict",
    `A move from ${mark.from} to ${mark.to} (${mark.neo4j}) was cut off: end that one first, or delete ${file}`,
  );
}

function writeMark(file: string, mark: Mark): void {
  writeFileSync(`${file}.partial`, JSON.stringify(mark), { mode: 0o600 });
  renameSync(`${file}.partial`, file);
}
