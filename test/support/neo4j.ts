/**
 * A real Neo4j for tests, in this order: the server at NEO4J_TEST_URI (with NEO4J_TEST_USER, NEO4J_TEST_PASSWORD;
 * everything in it is deleted!), a container where an engine answers, jars from Maven where a JDK is.
 *
 * Each file leases one server for itself, so that several run side by side and each may ask for an empty database. The lease is
 * a listening port: it ends with the file, and with its process, however that dies. Servers stay up for the next file, which
 * takes the first that is free: it has planned most of what is asked of it, and planning is most of what takes time.
 * `stopServers` (vitest's global teardown) ends those that nobody uses.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import neo4j from "neo4j-driver";
import { type HashKey, hashKeyFrom } from "../../src/adapters/store-core/hash-key.ts";
import { FIRST_PORT, LEASE_OFFSET, SLOTS_MAX, listen, slotOfThisFile } from "./neo4j-lease.ts";
import { PASSWORD, USER, localServer, ownNeo4jMissing, speaksBolt } from "./neo4j-server.ts";

export { ownNeo4jMissing } from "./neo4j-server.ts";

/** For a service on the same database. */
export const HASH_KEY = "a key for tests and for nothing else";
export const hashKey = hashKeyFrom(HASH_KEY);

export interface TestNeo4j {
  uri: string;
  user: string;
  password: string;
  hashKey: HashKey;
  /** Deletes all data; the schema stays. */
  wipe(): Promise<void>;
}

/** One that can be mistreated. */
export interface OwnNeo4j extends TestNeo4j {
  /** SIGKILL, as a crash or an OOM killer does it. */
  kill(): Promise<void>;
  /** Starts a killed server again; resolves when it answers. */
  restart(): Promise<void>;
  /** It keeps its connections and answers nothing, as behind a cut network. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** Why no server can be had here; null when one can. Cheap: nothing is started. */
export function neo4jMissing(): string | null {
  return process.env.NEO4J_TEST_URI === undefined ? ownNeo4jMissing() : null;
}

/** The server of this file, empty; started when it does not run. */
export function leaseNeo4j(): Promise<TestNeo4j> {
  const uri = process.env.NEO4J_TEST_URI;
  return uri === undefined ? ownNeo4j() : external(uri);
}

/** The same, but never the one at NEO4J_TEST_URI. */
export async function ownNeo4j(): Promise<OwnNeo4j> {
  const slot = await slotOfThisFile();
  const server = localServer(slot);
  await server.start();
  const found = { uri: `bolt://127.0.0.1:${slot}`, user: USER, password: PASSWORD, hashKey };
  await clean(found);
  return {
    ...found,
    wipe: () => wipe(found),
    kill: () => server.kill(),
    restart: () => server.start(),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
  };
}

/** Ends the servers that no process leases; vitest calls it after the last file. */
export async function stopServers(): Promise<void> {
  if (process.env.NEO4J_TEST_URI !== undefined || process.env.NEO4J_TEST_KEEP !== undefined) return;
  for (let port = FIRST_PORT; port < FIRST_PORT + SLOTS_MAX; port++) {
    const lease = await listen(port + LEASE_OFFSET);
    if (lease === null) continue;
    if (await speaksBolt(port)) await localServer(port).kill();
    lease.close();
  }
}

interface Login {
  uri: string;
  user: string;
  password: string;
}

async function external(uri: string): Promise<TestNeo4j> {
  const found = {
    uri,
    user: process.env.NEO4J_TEST_USER ?? USER,
    password: process.env.NEO4J_TEST_PASSWORD ?? PASSWORD,
    hashKey,
  };
  await clean(found);
  return { ...found, wipe: () => wipe(found) };
}

/** What a bench left may be more than one transaction has memory for. */
const DELETE = "CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS";

const SCHEMAS = ["schema", "from-2026/schema"].map((folder) =>
  join(import.meta.dirname, "..", "..", "cypher", folder),
);

/**
 * Data goes, and so does a schema of other files: they change while being worked on. The same schema stays, and with it
 * the server's plans: making an index drops them all, and planning is most of what tests ask of it.
 */
async function clean(login: Login): Promise<void> {
  const schema = schemaHash();
  await ask(login, async (run) => {
    const [made] = await run("MATCH (s:TestSchema) RETURN s.hash AS hash");
    if (made?.hash === schema) return run(WIPE);
    for (const { name } of await run("SHOW CONSTRAINTS YIELD name")) await run(`DROP CONSTRAINT ${name}`);
    for (const { name } of await run("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"))
      await run(`DROP INDEX ${name}`);
    await run(`MATCH (n) ${DELETE}`);
    return run(`CREATE (:TestSchema {hash: '${schema}'})`);
  });
}

function schemaHash(): string {
  const hash = createHash("sha256");
  for (const folder of SCHEMAS)
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

/** All but the schema and what says which it is. */
const WIPE = `MATCH (n) WHERE NOT n:Migration AND NOT n:TestSchema ${DELETE}`;

async function wipe(login: Login): Promise<void> {
  await ask(login, (run) => run(WIPE));
}

async function ask(
  { uri, user, password }: Login,
  work: (run: (text: string) => Promise<Record<string, string>[]>) => Promise<unknown>,
): Promise<void> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password));
  const session = driver.session();
  try {
    await work(async (text) => (await session.run(text)).records.map((record) => record.toObject()));
  } finally {
    await driver.close();
  }
}
