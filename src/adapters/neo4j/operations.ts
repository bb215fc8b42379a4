import * as apply from "./apply.ts";
import * as communities from "./communities.ts";
import { readCommunity } from "./communities.ts";
import { SYSTEM_OPERATIONS, USER_OPERATIONS, pick } from "../store-core/operations.ts";
import { type Limits, LONG } from "./connection.ts";
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
import * as load from "./load.ts";
import * as records from "./records.ts";
import { readChange, readConversation, readRejection, readReview } from "./records.ts";
import * as search from "./search.ts";
import * as system from "./system.ts";
import * as tombstones from "./tombstones.ts";
import * as undo from "./undo.ts";
import * as users from "./users.ts";
import { knownSelf } from "./users.ts";
import * as vectors from "./vectors.ts";
import { pendingEmbedding } from "./vectors.ts";

/** Each in one transaction. */
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
  knownSelf,
} satisfies Record<string, (ctx: Context, ...args: never[]) => Promise<unknown>>;

export const SYSTEM = pick(SYSTEM_OPERATIONS, { ...system, pendingEmbedding });

/** Operations that may scan all data of a user, or of all users. */
const SLOW = new Set<string>([
  "forget",
  "stats",
  "activity",
  "undoRun",
  "counts",
  "pendingEmbedding",
  "replaceEpisode",
  "dump",
  "load",
  "links",
]);

export function limitsOf(op: string): Limits | undefined {
  return SLOW.has(op) ? LONG : undefined;
}
