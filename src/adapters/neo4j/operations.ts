import * as operations from "./user-operations.ts";
import { SYSTEM_OPERATIONS, USER_OPERATIONS, pick } from "../store-core/operations.ts";
import { LONG_MS } from "./connection.ts";
import type { Context } from "./context.ts";
import * as system from "./system.ts";
import { knownSelf } from "./users.ts";
import { pendingEmbedding } from "./vectors.ts";

/** Each in one transaction. */
export const USER = {
  ...pick(USER_OPERATIONS, operations),
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

export function deadlineOf(op: string): number | undefined {
  return SLOW.has(op) ? LONG_MS : undefined;
}
