import type { Connection } from "./connection.ts";
import { openConnection } from "./connection.ts";
import { apply } from "./apply.ts";
import { checkIndexes, checkRows } from "./check.ts";
import { dropCounts } from "./common-terms.ts";
import { communitiesById, communitiesOf, communityPage, links, readCommunity } from "./communities.ts";
import type { Context } from "./context.ts";
import { activity, addCounts, dayPage, putReport } from "./days.ts";
import { dump } from "./dump.ts";
import {
  episodesByChainHash,
  episodePage,
  episodesOfType,
  episodes,
  mentions,
  mentionsOf,
  neighbours,
} from "./episode-queries.ts";
import { completeEpisode, episodesById, openEpisode, readEpisode } from "./episodes.ts";
import { forget } from "./forget.ts";
import { entitiesById, factsById, mergedInto, readEntity, readFact } from "./graph-read.ts";
import { entitiesByAlias, entityPage, factPage, facts } from "./graph-queries.ts";
import { known } from "./known.ts";
import { load } from "./load.ts";
import { copyDatabase } from "./migrations.ts";
import * as records from "./records.ts";
import { replaceEpisode } from "./replace-episode.ts";
import { search } from "./search.ts";
import { stats } from "./stats.ts";
import type { Operations } from "./protocol.ts";
import * as system from "./system.ts";
import { forgettings, redactForgotten } from "./tombstones.ts";
import { undo, undoRun } from "./undo.ts";
import { dropBinaryVectors } from "./binary-vectors.ts";
import { nearest, pendingEmbedding, putVectors, servingTag, unembedded, vectorsOf } from "./vectors.ts";
import { putSettings, recentFeedback, recordFeedback, self, settings, feedbackOn } from "./users.ts";

/**
 * Every operation of a worker, by name. Reads run on a reader in one snapshot, writes on the writer in one
 * transaction; the user's key is looked up by the worker, so no operation runs without one.
 */
export const USER_READS = {
  settings,
  episode: readEpisode,
  episodesById,
  episodes,
  episodePage,
  episodesOfType,
  episodesByChainHash,
  neighbours,
  conversation: records.readConversation,
  conversationByExternalId: records.conversationByExternalId,
  conversationPage: records.conversationPage,
  entity: readEntity,
  entitiesById,
  entityPage,
  mergedInto,
  entitiesByAlias,
  fact: readFact,
  factsById,
  facts,
  factPage,
  known,
  community: readCommunity,
  communitiesById,
  communityPage,
  communitiesOf,
  links,
  mentions,
  mentionsOf,
  search,
  nearest,
  servingTag,
  vectorsOf,
  changePage: records.changePage,
  change: records.readChange,
  rejection: records.readRejection,
  rejectionPage: records.rejectionPage,
  rejectionPatterns: records.rejectionPatterns,
  review: records.readReview,
  reviewsById: records.reviewsById,
  reviewPage: records.reviewPage,
  diff: records.diff,
  traces: records.traces,
  feedbackOn,
  recentFeedback,
  linkPage: records.linkPage,
  modelUse: records.modelUse,
  dayPage,
  activity,
  redactForgotten,
  forgettings,
  stats,
  dump,
  dropKept,
} satisfies Record<string, (ctx: Context, ...args: never[]) => unknown>;

/** Drops this connection's cached words and vectors, since some were forgotten. */
function dropKept(ctx: Context): void {
  dropCounts(ctx.db);
  dropBinaryVectors(ctx);
}

/** Writes that may be a user's first: they create its row. */
export const USER_FIRST_WRITES = {
  putSettings,
  self,
  openEpisode,
  apply,
  recordFeedback,
  putLinks: records.putLinks,
  load,
} satisfies Record<string, (ctx: Context, ...args: never[]) => unknown>;

export const USER_WRITES = {
  completeEpisode,
  replaceEpisode,
  patchConversation: records.patchConversation,
  undo,
  undoRun,
  putDiff: records.putDiff,
  addCounts,
  putReport,
  forget,
  deleteLinks: records.deleteLinks,
  dropExpiredLinks: records.dropExpiredLinks,
  unembedded,
  putVectors,
} satisfies Record<string, (ctx: Context, ...args: never[]) => unknown>;

export const SYSTEM_READS = {
  pendingExtraction: system.pendingExtraction,
  openEpisodes: system.openEpisodes,
  lastWritten: system.lastWritten,
  users: system.users,
  pendingVerification: system.pendingVerification,
  pendingEmbedding,
  counts: system.counts,
  keys: system.keys,
  audits: system.audits,
  run: system.run,
  runs: system.runs,
  runningRuns: system.runningRuns,
  notes: system.notes,
  ping: system.ping,
  checkRows,
} satisfies Record<string, (db: Connection, ...args: never[]) => unknown>;

export const SYSTEM_WRITES = {
  interruptOpenEpisodes: system.interruptOpenEpisodes,
  putKey: system.putKey,
  putAudit: system.putAudit,
  revokeKey: system.revokeKey,
  removeKey: system.removeKey,
  abortRuns: system.abortRuns,
  putRun: system.putRun,
  putNote: system.putNote,
  pingWriter: system.ping,
  checkIndexes,
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

const names = (...tables: object[]): string[] => tables.flatMap((table) => Object.keys(table));

/** By name, and which of them only the writer runs: a thread reports it when it is ready. */
export const OPERATIONS: Operations = {
  user: names(USER_READS, USER_FIRST_WRITES, USER_WRITES) as Operations["user"],
  system: names(SYSTEM_READS, SYSTEM_WRITES, BARE) as Operations["system"],
  writes: names(USER_FIRST_WRITES, USER_WRITES, SYSTEM_WRITES),
};

export type UserOps = typeof USER_READS & typeof USER_FIRST_WRITES & typeof USER_WRITES;
export type SystemOps = typeof SYSTEM_READS & typeof SYSTEM_WRITES & typeof BARE;
