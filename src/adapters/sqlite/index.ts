import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import type { UserSettings } from "../../domain/model/user.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MemoryStore, SystemStore, UserStore } from "../../ports/memory-store.ts";
import { EngramError } from "../../errors.ts";
import { allOrNone, eachKind } from "../store-core/search.ts";
import { type HashKey, hashKeyIn } from "../store-core/hash-key.ts";
import {
  SYSTEM_OPERATIONS,
  USER_OPERATIONS,
  accessOf,
  checkUserId,
  handleOf,
} from "../store-core/operations.ts";
import type { SystemOps, UserOps } from "./operations.ts";
import { type Pool, type StoreLogger, createPool } from "./pool.ts";

export { vectorExtension } from "./vector-extension.ts";

export interface SqliteStoreOptions {
  file: string;
  clock: Clock;
  /** If missing, it is read from its own file next to the database, or created there. */
  hashKey?: HashKey | undefined;
  /** Discards hashes made with another key. */
  newHashKey?: boolean | undefined;
  /** Reader threads. Two, so that one long read does not block all others. */
  readers?: number | undefined;
  logger?: StoreLogger | undefined;
}

/** A core is left to the event loop and the writer; more than three readers never helped. */
const READERS = Math.min(3, Math.max(2, availableParallelism() - 1));

/**
 * Memory in one SQLite file. All of SQLite runs in worker threads, one that writes and some that read, so the event
 * loop never waits for a disk. A read sees every write that was acknowledged before it was sent.
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<MemoryStore> {
  const pool = await createPool({
    file: options.file,
    hashKey: options.hashKey ?? hashKeyIn(dirname(options.file)),
    newHashKey: options.newHashKey === true,
    clock: options.clock,
    readers: options.readers ?? READERS,
    logger: options.logger,
    script: new URL("./worker.ts", import.meta.url),
  });
  let open = true;
  const guarded: Pool = {
    ...pool,
    call: (...request) =>
      open
        ? pool.call(...request)
        : Promise.reject(new EngramError("store_unavailable", "The store is closed")),
  };
  const knownUser = keepKnown();
  return {
    kind: "sqlite",
    forUser: (userId) => userStore(guarded, knownUser(userId), userId),
    system: systemStore(guarded),
    close: () => {
      open = false;
      return pool.close();
    },
  };
}

/** What hardly ever changes about a user and every turn asks for. One process owns the folder, so it cannot be stale. */
interface KnownUser {
  settings?: UserSettings;
}

const KNOWN_USERS_MAX = 10_000;

function keepKnown(): (userId: string) => KnownUser {
  const users = new Map<string, KnownUser>();
  return (userId) => {
    const known = users.get(userId) ?? {};
    if (users.size >= KNOWN_USERS_MAX) users.clear();
    users.set(userId, known);
    return known;
  };
}

function call(pool: Pool, op: string, userId: string | null, args: unknown[]): Promise<unknown> {
  return pool.call(accessOf(op) === "read" ? "reader" : "writer", op, userId, args);
}

function userStore(pool: Pool, known: KnownUser, userId: string): UserStore {
  checkUserId(userId);
  const ops = handleOf<UserOps>(Object.keys(USER_OPERATIONS), (op, args) => call(pool, op, userId, args));
  const { knownSelf, ...own } = ops;
  return {
    ...own,
    userId,
    settings: async () => (known.settings ??= await ops.settings()),
    async putSettings(settings) {
      await ops.putSettings(settings);
      known.settings = settings;
    },
    /** Made by the writer once; afterwards it is read like any other. */
    self: async () => (await knownSelf()) ?? (await ops.self()),
    // A kind to a reader, so that they work side by side.
    search: async (query) => (await eachKind(query, ops.search)).flat(),
    nearest: async (query) => allOrNone(await eachKind(query, ops.nearest)),
    // The worker answers with the counts, and whether the files were purged.
    forget: async (target, at) => {
      const forgotten: unknown = await ops.forget(target, at);
      await pool.tellReaders("dropKept", userId);
      return forgotten as Awaited<ReturnType<UserStore["forget"]>>;
    },
    async load(records) {
      const counts = await ops.load(records);
      delete known.settings;
      return counts;
    },
  };
}

function systemStore(pool: Pool): SystemStore {
  const names = [...Object.keys(SYSTEM_OPERATIONS), "backup", "checkRows", "checkIndexes", "pingReader"];
  const ops = handleOf<SystemOps>(names, (op, args) => call(pool, op, null, args));
  const { checkRows, checkIndexes, pingReader, ...own } = ops;
  return {
    ...own,
    ping: async () => void (await Promise.all([ops.ping(), pingReader()])),
    check: async () => [...(await checkRows()), ...(await checkIndexes())],
  };
}
