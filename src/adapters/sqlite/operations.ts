import * as apply from "./apply.ts";
import { dropBinaryVectors } from "./binary-vectors.ts";
import { checkIndexes, checkRows } from "./check.ts";
import { dropCounts } from "./common-terms.ts";
import * as communities from "./communities.ts";
import { readCommunity } from "./communities.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { Context } from "./context.ts";
import * as days from "./days.ts";
import * as dump from "./dump.ts";
import * as episodeQueries from "./episode-queries.ts";
import * as episodes from "./episodes.ts";
import { readEpisode } from "./episodes.ts";
import * as forget from "./forget.ts";
import * as graphQueries from "./graph-queries.ts";
import * as graphRead from "./graph-read.ts";
import { readEntity, readFact } from "./graph-read.ts";
import * as known from "./known.ts";
import * as load from "./load.ts";
import { copyDatabase } from "./migrations.ts";
import { SYSTEM_OPERATIONS, USER_OPERATIONS, pick } from "../store-core/operations.ts";
import * as records from "./records.ts";
import { readChange, readConversation, readRejection, readReview } from "./records.ts";
import * as search from "./search.ts";
import * as system from "./system.ts";
import { ping } from "./system.ts";
import * as tombstones from "./tombstones.ts";
import * as undo from "./undo.ts";
import * as users from "./users.ts";
import * as vectors from "./vectors.ts";
import { pendingEmbedding } from "./vectors.ts";

/**
 * Every operation of a worker, by name. Reads run on a reader in one snapshot, writes on the writer in one
 * transaction; the user's key is looked up by the worker, so no operation runs without one.
 */
export const USER = {
  ...pick(USER_OPERATIONS, {
    ...apply,
    ...communities,
    ...days,
    ...dump,
    ...episodeQueries,
    ...episodes,
    ...forget,
    ...graphQueries,
    ...graphRead,
    ...known,
    ...load,
    ...records,
    ...search,
    ...tombstones,
    ...undo,
    ...users,
    ...vectors,
    episode: readEpisode,
    conversation: readConversation,
    entity: readEntity,
    fact: readFact,
    community: readCommunity,
    change: readChange,
    rejection: readRejection,
    review: readReview,
  }),
  dropKept,
} satisfies Record<string, (ctx: Context, ...args: never[]) => unknown>;

/** Drops this connection's cached words and vectors, since some were forgotten. */
function dropKept(ctx: Context): void {
  dropCounts(ctx.db);
  dropBinaryVectors(ctx);
}

export const SYSTEM = {
  ...pick(SYSTEM_OPERATIONS, { ...system, pendingEmbedding }),
  checkRows,
  checkIndexes,
  pingReader: ping,
} satisfies Record<string, (db: Connection, ...args: never[]) => unknown>;

/** Outside a transaction. `VACUUM INTO` counts as a write for `query_only`, hence a connection of its own. */
export const BARE = {
  backup(db: Connection, to: string): void {
    const own = openConnection(db.file, "plain");
    try {
      copyDatabase(own, to);
    } finally {
      own.close();
    }
  },
} satisfies Record<string, (db: Connection, ...args: never[]) => unknown>;

export type UserOps = Omit<typeof USER, "dropKept">;
export type SystemOps = typeof SYSTEM & typeof BARE;
