import type { Limits, Tx } from "./connection.ts";
import { LONG } from "./connection.ts";
import { apply } from "./apply.ts";
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
import { entitiesByAlias, entityPage, factPage, facts, known } from "./graph-queries.ts";
import { entitiesById, factsById, mergedInto, readEntity, readFact } from "./graph-read.ts";
import { load } from "./load.ts";
import * as records from "./records.ts";
import { replaceEpisode } from "./replace-episode.ts";
import { search } from "./search.ts";
import { stats } from "./stats.ts";
import * as system from "./system.ts";
import { forgettings, redactForgotten } from "./tombstones.ts";
import { undo, undoRun } from "./undo.ts";
import {
  knownSelf,
  putSettings,
  recentFeedback,
  recordFeedback,
  self,
  settings,
  feedbackOn,
} from "./users.ts";
import { nearest, pendingEmbedding, putVectors, servingTag, unembedded, vectorsOf } from "./vectors.ts";

/** All operations of a user's handle, by name, each in one transaction. */
export const USER_READS = {
  settings,
  knownSelf,
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
} satisfies Record<string, (ctx: Context, ...args: never[]) => Promise<unknown>>;

/** Writes that may be a user's first: they create its row. */
export const USER_FIRST_WRITES = {
  putSettings,
  self,
  openEpisode,
  apply,
  recordFeedback,
  putLinks: records.putLinks,
  load,
} satisfies Record<string, (ctx: Context, ...args: never[]) => Promise<unknown>>;

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
} satisfies Record<string, (ctx: Context, ...args: never[]) => Promise<unknown>>;

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
} satisfies Record<string, (tx: Tx, ...args: never[]) => Promise<unknown>>;

export const SYSTEM_WRITES = {
  interruptOpenEpisodes: system.interruptOpenEpisodes,
  putKey: system.putKey,
  putAudit: system.putAudit,
  revokeKey: system.revokeKey,
  removeKey: system.removeKey,
  abortRuns: system.abortRuns,
  putRun: system.putRun,
  putNote: system.putNote,
  ping: system.ping,
} satisfies Record<string, (tx: Tx, ...args: never[]) => Promise<unknown>>;

export type UserOps = typeof USER_READS & typeof USER_FIRST_WRITES & typeof USER_WRITES;
export type SystemOps = typeof SYSTEM_READS & typeof SYSTEM_WRITES;

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
