import { SYSTEM_OPERATIONS, USER_OPERATIONS, pick } from "../store-core/operations.ts";
import * as system from "../store-core/system.ts";
import * as shared from "../store-core/user-operations.ts";
import { type Rows, inTurn } from "../store-core/verbs.ts";
import { LONG_MS, type Tx } from "./connection.ts";
import * as ownSystem from "./system.ts";
import type { UserContext } from "./user-context.ts";
import * as own from "./user-operations.ts";

/** Each in one transaction. */
export const USER = inTurn(pick(USER_OPERATIONS, shared, own)) satisfies Record<
  string,
  (ctx: UserContext, ...args: never[]) => Promise<unknown>
>;

export const SYSTEM = inTurn(pick(SYSTEM_OPERATIONS, system, ownSystem)) satisfies Record<
  string,
  (context: Rows & { tx: Tx }, ...args: never[]) => Promise<unknown>
>;

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
