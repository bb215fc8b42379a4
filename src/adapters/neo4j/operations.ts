import * as apply from "./apply.ts";
import * as communities from "./communities.ts";
import { type Limits, LONG, type Tx } from "./connection.ts";
import type { Context } from "./context.ts";
import * as days from "./days.ts";
import * as dump from "./dump.ts";
import * as episodeQueries from "./episode-queries.ts";
import * as episodes from "./episodes.ts";
import * as forget from "./forget.ts";
import * as graphQueries from "./graph-queries.ts";
import * as graphRead from "./graph-read.ts";
import * as load from "./load.ts";
import * as records from "./records.ts";
import * as search from "./search.ts";
import * as system from "./system.ts";
import * as tombstones from "./tombstones.ts";
import * as undo from "./undo.ts";
import * as users from "./users.ts";
import * as vectors from "./vectors.ts";

/** All operations of a user's handle, by name, each in one transaction. */
export const USER = {
  settings: users.settings,
  knownSelf: users.knownSelf,
  episode: episodes.readEpisode,
  episodesById: episodes.episodesById,
  episodes: episodeQueries.episodes,
  episodePage: episodeQueries.episodePage,
  episodesOfType: episodeQueries.episodesOfType,
  episodesByChainHash: episodeQueries.episodesByChainHash,
  neighbours: episodeQueries.neighbours,
  conversation: records.readConversation,
  conversationByExternalId: records.conversationByExternalId,
  branches: records.branches,
  conversationPage: records.conversationPage,
  entity: graphRead.readEntity,
  entitiesById: graphRead.entitiesById,
  entityPage: graphQueries.entityPage,
  mergedInto: graphRead.mergedInto,
  entitiesByAlias: graphQueries.entitiesByAlias,
  fact: graphRead.readFact,
  factsById: graphRead.factsById,
  facts: graphQueries.facts,
  degrees: graphQueries.degrees,
  factPage: graphQueries.factPage,
  known: graphQueries.known,
  community: communities.readCommunity,
  communitiesById: communities.communitiesById,
  communityPage: communities.communityPage,
  communitiesOf: communities.communitiesOf,
  links: communities.links,
  mentions: episodeQueries.mentions,
  mentionsOf: episodeQueries.mentionsOf,
  search: search.search,
  nearest: vectors.nearest,
  servingTag: vectors.servingTag,
  vectorsOf: vectors.vectorsOf,
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
  feedbackOn: users.feedbackOn,
  recentFeedback: users.recentFeedback,
  linkPage: records.linkPage,
  modelUse: records.modelUse,
  dayPage: days.dayPage,
  activity: days.activity,
  redactForgotten: tombstones.redactForgotten,
  forgettings: tombstones.forgettings,
  stats: days.stats,
  dump: dump.dump,
  putSettings: users.putSettings,
  self: users.self,
  openEpisode: episodes.openEpisode,
  apply: apply.apply,
  recordFeedback: users.recordFeedback,
  putLinks: records.putLinks,
  load: load.load,
  completeEpisode: episodes.completeEpisode,
  replaceEpisode: forget.replaceEpisode,
  patchConversation: records.patchConversation,
  undo: undo.undo,
  undoRun: undo.undoRun,
  putDiff: records.putDiff,
  addCounts: days.addCounts,
  putReport: days.putReport,
  forget: forget.forget,
  deleteLinks: records.deleteLinks,
  dropExpiredLinks: records.dropExpiredLinks,
  unembedded: vectors.unembedded,
  putVectors: vectors.putVectors,
} satisfies Record<string, (ctx: Context, ...args: never[]) => Promise<unknown>>;

export const SYSTEM = {
  pendingExtraction: system.pendingExtraction,
  openEpisodes: system.openEpisodes,
  lastWritten: system.lastWritten,
  users: system.users,
  pendingVerification: system.pendingVerification,
  pendingEmbedding: vectors.pendingEmbedding,
  counts: system.counts,
  keys: system.keys,
  audits: system.audits,
  run: system.run,
  runs: system.runs,
  runningRuns: system.runningRuns,
  notes: system.notes,
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
