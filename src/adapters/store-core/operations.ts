import type { SystemStore, UserStore } from "../../ports/memory-store.ts";

/** How an operation runs: in one snapshot, or in one transaction. `first`: it may be a user's first, and creates its row. */
export type Access = "read" | "write" | "first";

const FIRST_WRITES: readonly (keyof UserStore)[] = [
  "putSettings",
  "self",
  "openEpisode",
  "apply",
  "recordFeedback",
  "putLinks",
  "load",
];

const WRITES: readonly (keyof UserStore | keyof SystemStore | "checkIndexes")[] = [
  "completeEpisode",
  "replaceEpisode",
  "patchConversation",
  "undo",
  "undoRun",
  "putDiff",
  "addCounts",
  "putReport",
  "forget",
  "deleteLinks",
  "dropExpiredLinks",
  "unembedded",
  "putVectors",
  "interruptOpenEpisodes",
  "putKey",
  "putAudit",
  "revokeKey",
  "removeKey",
  "abortRuns",
  "putRun",
  "putNote",
  // A store that can read but not write is not alive.
  "ping",
  // Of SQLite: FTS5 checks an index through an INSERT.
  "checkIndexes",
];

/** All others are reads. */
const ACCESS = new Map<string, Access>([
  ...FIRST_WRITES.map((op) => [op, "first"] as const),
  ...WRITES.map((op) => [op, "write"] as const),
]);

export function accessOf(op: string): Access {
  return ACCESS.get(op) ?? "read";
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
