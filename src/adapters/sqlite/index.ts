import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import type { UserSettings } from "../../domain/model/user.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MemoryStore, SystemStore, UserStore } from "../../ports/memory-store.ts";
import { EngramError, invalidField } from "../../errors.ts";
import { allOrNone, eachKind } from "../store-core/each-kind.ts";
import { type HashKey, hashKeyIn } from "../store-core/hash-key.ts";
import type { SystemOps, UserOps } from "./operations.ts";
import { type Pool, type StoreLogger, createPool } from "./pool.ts";

export { vectorExtension } from "./vector-extension.ts";

export interface SqliteStoreOptions {
  file: string;
  clock: Clock;
  /** Without one it is read from a file of its own beside the database, or made there. */
  hashKey?: HashKey | undefined;
  /** Gives up the hashes that another key made. */
  newHashKey?: boolean | undefined;
  /** Reading threads. Two, so that one long read does not stand before all others. */
  readers?: number | undefined;
  logger?: StoreLogger | undefined;
}

/** A core is left to the event loop and the writer; more than three readers never helped. */
const READERS = Math.min(3, Math.max(2, availableParallelism() - 1));
const USER_ID_CHARS_MAX = 256;

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
    call: (...request) =>
      open
        ? pool.call(...request)
        : Promise.reject(new EngramError("store_unavailable", "The store is closed")),
    tellReaders: (...request) => pool.tellReaders(...request),
    close: () => pool.close(),
  };
  const kept = keepKnown();
  return {
    kind: "sqlite",
    forUser: (userId) => userStore(guarded, kept, userId),
    system: systemStore(guarded),
    close: () => {
      open = false;
      return pool.close();
    },
  };
}

type Args<F> = F extends (first: never, ...rest: infer Rest) => unknown ? Rest : never;
type Result<F> = F extends (...args: never[]) => infer R ? R : never;

/** What hardly ever changes about a user and every turn asks for. One process owns the folder, so it cannot be stale. */
interface KnownUser {
  settings?: UserSettings;
  selfId?: string;
}

const KNOWN_USERS_MAX = 10_000;

function keepKnown() {
  const users = new Map<string, KnownUser>();
  return {
    of(userId: string): KnownUser {
      const known = users.get(userId) ?? {};
      if (users.size >= KNOWN_USERS_MAX) users.clear();
      users.set(userId, known);
      return known;
    },
  };
}

function userStore(pool: Pool, kept: ReturnType<typeof keepKnown>, userId: string): UserStore {
  if (userId === "" || userId.length > USER_ID_CHARS_MAX) {
    throw invalidField("userId", `must have 1 to ${USER_ID_CHARS_MAX} characters`);
  }
  const ask =
    (role: "reader" | "writer") =>
    <K extends keyof UserOps>(op: K) =>
    (...args: Args<UserOps[K]>): Promise<Result<UserOps[K]>> =>
      pool.call(role, op, userId, args) as Promise<Result<UserOps[K]>>;
  const read = ask("reader");
  const write = ask("writer");
  const known = kept.of(userId);
  return {
    userId,
    settings: async () => (known.settings ??= await read("settings")()),
    async putSettings(settings) {
      await write("putSettings")(settings);
      known.settings = settings;
    },
    /** Made by the writer once; afterwards its id is known and it is read like any other. */
    async self() {
      const self = known.selfId === undefined ? null : await read("entity")(known.selfId);
      if (self !== null) return self;
      const made = await write("self")();
      known.selfId = made.id;
      return made;
    },

    openEpisode: write("openEpisode"),
    completeEpisode: write("completeEpisode"),
    replaceEpisode: write("replaceEpisode"),
    episode: read("episode"),
    episodesById: read("episodesById"),
    episodes: read("episodes"),
    episodePage: read("episodePage"),
    episodesByChainHash: read("episodesByChainHash"),
    neighbours: read("neighbours"),
    conversation: read("conversation"),
    conversationByExternalId: read("conversationByExternalId"),
    conversationPage: read("conversationPage"),
    patchConversation: write("patchConversation"),

    entity: read("entity"),
    entitiesById: read("entitiesById"),
    entityPage: read("entityPage"),
    mergedInto: read("mergedInto"),
    entitiesByAlias: read("entitiesByAlias"),
    fact: read("fact"),
    factsById: read("factsById"),
    facts: read("facts"),
    factPage: read("factPage"),
    known: read("known"),
    community: read("community"),
    communitiesById: read("communitiesById"),
    communityPage: read("communityPage"),
    communitiesOf: read("communitiesOf"),
    links: read("links"),
    mentions: read("mentions"),
    mentionsOf: read("mentionsOf"),
    // A kind to a reader, so that they work side by side.
    search: async (query) => (await eachKind(query, read("search"))).flat(),
    nearest: async (query) => allOrNone(await eachKind(query, read("nearest"))),
    servingTag: read("servingTag"),
    vectorsOf: read("vectorsOf"),
    unembedded: write("unembedded"),
    putVectors: write("putVectors"),

    apply: write("apply"),
    changePage: read("changePage"),
    change: read("change"),
    undo: write("undo"),
    undoRun: write("undoRun"),
    rejection: read("rejection"),
    rejectionPage: read("rejectionPage"),
    rejectionPatterns: read("rejectionPatterns"),
    review: read("review"),
    reviewsById: read("reviewsById"),
    reviewPage: read("reviewPage"),
    putDiff: write("putDiff"),
    diff: read("diff"),
    traces: read("traces"),
    unhelpful: read("unhelpful"),
    modelUse: read("modelUse"),
    addCounts: write("addCounts"),
    putReport: write("putReport"),
    dayPage: read("dayPage"),
    activity: read("activity"),

    // The worker answers with the counts, and whether the files were purged.
    forget: async (target, at) => {
      const forgotten = await pool.call("writer", "forget", userId, [target, at]);
      await pool.tellReaders("dropKept", userId);
      return forgotten as Awaited<ReturnType<UserStore["forget"]>>;
    },
    redactForgotten: read("redactForgotten"),
    forgettings: read("forgettings"),
    recordFeedback: write("recordFeedback"),
    stats: read("stats"),

    dump: read("dump"),
    async load(records) {
      const counts = await write("load")(records);
      delete known.settings;
      delete known.selfId;
      return counts;
    },
  };
}

function systemStore(pool: Pool): SystemStore {
  const ask =
    (role: "reader" | "writer") =>
    <K extends keyof SystemOps>(op: K) =>
    (...args: Args<SystemOps[K]>): Promise<Result<SystemOps[K]>> =>
      pool.call(role, op, null, args) as Promise<Result<SystemOps[K]>>;
  const read = ask("reader");
  const write = ask("writer");
  const ping = { reader: read("ping"), writer: write("ping") };
  const check = { rows: read("checkRows"), indexes: write("checkIndexes") };
  return {
    lastWritten: read("lastWritten"),
    users: read("users"),
    pendingExtraction: read("pendingExtraction"),
    pendingVerification: read("pendingVerification"),
    pendingEmbedding: read("pendingEmbedding"),
    counts: read("counts"),
    interruptOpenEpisodes: write("interruptOpenEpisodes"),
    openEpisodes: read("openEpisodes"),
    keys: read("keys"),
    putKey: write("putKey"),
    revokeKey: write("revokeKey"),
    removeKey: write("removeKey"),
    putAudit: write("putAudit"),
    audits: read("audits"),
    abortRuns: write("abortRuns"),
    putRun: write("putRun"),
    run: read("run"),
    runs: read("runs"),
    runningRuns: read("runningRuns"),
    notes: read("notes"),
    putNote: write("putNote"),
    // A store that can read but not write is not alive.
    ping: async () => void (await Promise.all([ping.reader(), ping.writer()])),
    check: async () => [...(await check.rows()), ...(await check.indexes())],
    backup: read("backup"),
  };
}
