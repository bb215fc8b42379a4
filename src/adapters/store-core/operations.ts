import { invalidField } from "../../errors.ts";
import type { SystemStore, UserStore } from "../../ports/memory-store.ts";

/** How an operation runs: in one snapshot, or in one transaction. `first`: it may be a user's first, and creates its row. */
export type Access = "read" | "write" | "first";

/** The operations of a user's handle. Each store has a function of that name. `knownSelf`: the self entity, if it was made. */
export const USER_OPERATIONS = {
  knownSelf: "read",
  settings: "read",
  episode: "read",
  episodesById: "read",
  episodes: "read",
  episodePage: "read",
  episodesOfType: "read",
  episodesByChainHash: "read",
  neighbours: "read",
  conversation: "read",
  conversationByExternalId: "read",
  branches: "read",
  conversationPage: "read",
  entity: "read",
  entitiesById: "read",
  entityPage: "read",
  mergedInto: "read",
  entitiesByAlias: "read",
  fact: "read",
  factsById: "read",
  facts: "read",
  degrees: "read",
  factPage: "read",
  known: "read",
  community: "read",
  communitiesById: "read",
  communityPage: "read",
  communitiesOf: "read",
  links: "read",
  mentions: "read",
  mentionsOf: "read",
  search: "read",
  nearest: "read",
  servingTag: "read",
  vectorsOf: "read",
  changePage: "read",
  change: "read",
  rejection: "read",
  rejectionPage: "read",
  rejectionPatterns: "read",
  review: "read",
  reviewsById: "read",
  reviewPage: "read",
  diff: "read",
  traces: "read",
  feedbackOn: "read",
  recentFeedback: "read",
  linkPage: "read",
  modelUse: "read",
  dayPage: "read",
  activity: "read",
  redactForgotten: "read",
  forgettings: "read",
  stats: "read",
  dump: "read",
  putSettings: "first",
  self: "first",
  openEpisode: "first",
  apply: "first",
  recordFeedback: "first",
  putLinks: "first",
  load: "first",
  completeEpisode: "write",
  replaceEpisode: "write",
  patchConversation: "write",
  undo: "write",
  undoRun: "write",
  putDiff: "write",
  addCounts: "write",
  putReport: "write",
  forget: "write",
  deleteLinks: "write",
  dropExpiredLinks: "write",
  unembedded: "write",
  putVectors: "write",
} as const satisfies Record<Exclude<keyof UserStore, "userId"> | "knownSelf", Access>;

/** Those over all users, except what only one store does. */
export const SYSTEM_OPERATIONS = {
  pendingExtraction: "read",
  openEpisodes: "read",
  lastWritten: "read",
  users: "read",
  pendingVerification: "read",
  pendingEmbedding: "read",
  counts: "read",
  keys: "read",
  audits: "read",
  run: "read",
  runs: "read",
  runningRuns: "read",
  notes: "read",
  interruptOpenEpisodes: "write",
  putKey: "write",
  putAudit: "write",
  revokeKey: "write",
  removeKey: "write",
  abortRuns: "write",
  putRun: "write",
  putNote: "write",
  // A store that can read but not write is not alive.
  ping: "write",
} as const satisfies Partial<Record<keyof SystemStore, Access>>;

const ACCESS: ReadonlyMap<string, Access> = new Map(
  Object.entries<Access>({
    ...USER_OPERATIONS,
    ...SYSTEM_OPERATIONS,
    // Of SQLite: FTS5 checks an index through an INSERT.
    checkIndexes: "write",
  }),
);

/** What only one store does is a read. */
export function accessOf(op: string): Access {
  return ACCESS.get(op) ?? "read";
}

/** A store's operations, from among the functions that are written once and its own. */
export function pick<Name extends string, Shared extends object, Own extends object>(
  operations: Readonly<Record<Name, Access>>,
  shared: Shared,
  own: Own,
): Pick<Shared & Own, Name & keyof (Shared & Own)> {
  const functions = { ...shared, ...own } as Record<string, unknown>;
  const picked = Object.keys(operations).map((name) => [name, functions[name]]);
  return Object.fromEntries(picked) as Pick<Shared & Own, Name & keyof (Shared & Own)>;
}

const USER_ID_CHARS_MAX = 256;

export function checkUserId(userId: string): void {
  if (userId === "" || userId.length > USER_ID_CHARS_MAX)
    throw invalidField("userId", `must have 1 to ${USER_ID_CHARS_MAX} characters`);
}

/** Operations on one database as its callers see them: without the first argument, the user. */
type Handle<Ops> = {
  [K in keyof Ops]: Ops[K] extends (first: never, ...rest: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

export function handleOf<Ops>(
  names: readonly string[],
  call: (op: string, args: unknown[]) => unknown,
): Handle<Ops> {
  const calls = names.map((op) => [op, (...args: unknown[]) => call(op, args)]);
  return Object.fromEntries(calls) as Handle<Ops>;
}
