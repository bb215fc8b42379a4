import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../ports/clock.ts";
import type { MemoryStore, SystemStore, UserStore } from "../../ports/memory-store.ts";
import { EngramError } from "../../errors.ts";
import { allOrNone, eachKind } from "../store-core/search.ts";
import type { HashKey } from "../store-core/hash-key.ts";
import { accessOf, checkUserId, handleOf } from "../store-core/operations.ts";
import { type Connection, type ConnectionOptions, type Tx, openConnection } from "./connection.ts";
import { checkGraph } from "./check.ts";
import { createContext } from "./context.ts";
import { rowsOf } from "./cursor.ts";
import { Neo4jRefused } from "./failure.ts";
import { adoptHashKey } from "./hash-key.ts";
import { migrate } from "./migrations.ts";
import { SYSTEM, USER, deadlineOf } from "./operations.ts";
import { loadStatements } from "./statements.ts";
import { userContext } from "./user-context.ts";
import { warm } from "./warm.ts";

export interface Neo4jStoreOptions extends ConnectionOptions {
  clock: Clock;
  /** The same for all processes that share the database. */
  hashKey: HashKey;
  /** Discards hashes made with another key. */
  newHashKey?: boolean | undefined;
  /** Lets the server plan the statements of a turn in advance. */
  warm?: boolean | undefined;
  /** How long to wait for a server that does not answer yet, milliseconds; it may still be starting. */
  waitMs?: number | undefined;
  onWait?: (() => void) | undefined;
}

/** Polling interval while waiting for the server. */
const ASKED_EVERY_MS = 2_000;

/**
 * Memory in a Neo4j database, 5.26 or newer, that several processes may share. Brings the schema up to date first.
 * A read sees every write acknowledged to this process before; statements of one read may see commits made
 * between them. Rejects with `store_unavailable` if no server answers.
 */
export async function createNeo4jStore(options: Neo4jStoreOptions): Promise<MemoryStore> {
  const connection = await openPatiently(options);
  try {
    await migrate(connection);
    await adoptHashKey(connection, options.hashKey, options.newHashKey === true);
    if (options.warm === true) await warm(connection, options.clock.now(), options.hashKey);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const calls = createCalls(connection, options);
  return {
    kind: "neo4j",
    forUser: (userId) => userStore(calls, userId),
    system: systemStore(calls),
    close: () => calls.close(),
  };
}

async function openPatiently(options: Neo4jStoreOptions): Promise<Connection> {
  const { waitMs = 0, onWait } = options;
  const statements = loadStatements();
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await openConnection(options, statements);
    } catch (error) {
      const isAway = (error as EngramError).code === "store_unavailable" && !(error instanceof Neo4jRefused);
      if (!isAway || performance.now() + ASKED_EVERY_MS > until) throw error;
      onWait?.();
      await sleep(ASKED_EVERY_MS);
    }
  }
}

type Operation = (first: unknown, ...args: unknown[]) => Promise<unknown>;

/** One of the names that the table was listed by. */
function operationOf(table: object, op: string): Operation {
  return (table as Record<string, Operation>)[op] as Operation;
}

type Calls = ReturnType<typeof createCalls>;

/** Each call is a separate transaction; closing waits for running ones. */
function createCalls(connection: Connection, { clock, hashKey }: Neo4jStoreOptions) {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;
  const guarded = <T>(work: () => Promise<T>): Promise<T> => {
    if (closing !== null) return Promise.reject(new EngramError("store_unavailable", "The store is closed"));
    const call = work().finally(() => running.delete(call));
    running.add(call);
    return call;
  };
  const run = (op: string, work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
    guarded(() => connection.run(accessOf(op) === "read" ? "read" : "write", work, deadlineOf(op)));
  return {
    user(userId: string, op: string, args: unknown[]): Promise<unknown> {
      const access = accessOf(op);
      const given = { now: clock.now(), hashKey };
      return run(op, (tx) =>
        operationOf(USER, op)(userContext(createContext(tx, userId, given, access)), ...args),
      );
    },
    system: (op: string, args: unknown[]) =>
      run(op, (tx) => operationOf(SYSTEM, op)({ tx, ...rowsOf(tx) }, ...args)),
    check: () => guarded(() => checkGraph(connection)),
    close: () => (closing ??= Promise.allSettled(running).then(() => connection.close())),
  };
}

function userStore(calls: Calls, userId: string): UserStore {
  checkUserId(userId);
  const ops = handleOf<typeof USER>(Object.keys(USER), (op, args) => calls.user(userId, op, args));
  const { knownSelf, ...own } = ops;
  return {
    ...own,
    userId,
    /** Created once; afterwards it is read like any other. */
    self: async () => (await knownSelf()) ?? (await ops.self()),
    // Each kind in a separate transaction: the server runs them in parallel, while statements of one are sequential.
    search: async (query) => (await eachKind(query, ops.search)).flat(),
    nearest: async (query) => allOrNone(await eachKind(query, ops.nearest)),
  };
}

function systemStore(calls: Calls): SystemStore {
  return {
    ...handleOf<typeof SYSTEM>(Object.keys(SYSTEM), (op, args) => calls.system(op, args)),
    check: () => calls.check(),
    backup: () =>
      Promise.reject(
        new EngramError(
          "not_implemented",
          "A Neo4j database is not copied as a file: use `engram backup`, or neo4j-admin on a stopped server",
        ),
      ),
  };
}
