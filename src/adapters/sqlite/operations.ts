import { SYSTEM_OPERATIONS, USER_OPERATIONS, pick } from "../store-core/operations.ts";
import * as system from "../store-core/system.ts";
import * as shared from "../store-core/user-operations.ts";
import { type Rows, atOnce } from "../store-core/verbs.ts";
import { dropBinaryVectors } from "./binary-vectors.ts";
import { checkIndexes, checkRows } from "./check.ts";
import { dropCounts } from "./common-terms.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { Context } from "./context.ts";
import { copyDatabase } from "./migrations.ts";
import * as ownSystem from "./system.ts";
import type { UserContext } from "./user-context.ts";
import * as own from "./user-operations.ts";

/**
 * Every operation of a worker, by name. Reads run on a reader in one snapshot, writes on the writer in one
 * transaction; the user's key is looked up by the worker, so no operation runs without one.
 */
export const USER = {
  ...atOnce(pick(USER_OPERATIONS, shared, own)),
  dropKept,
} satisfies Record<string, (ctx: UserContext, ...args: never[]) => unknown>;

/** Drops this connection's cached words and vectors, since some were forgotten. */
function dropKept(ctx: Context): void {
  dropCounts(ctx.db);
  dropBinaryVectors(ctx);
}

/** The rows of all users, for the service. */
export type SystemContext = Rows & { db: Connection };

const overAll = atOnce(pick(SYSTEM_OPERATIONS, system, ownSystem));
export const SYSTEM = {
  ...overAll,
  pingReader: overAll.ping,
  checkRows: ({ db }: SystemContext) => checkRows(db),
  checkIndexes: ({ db }: SystemContext) => checkIndexes(db),
} satisfies Record<string, (context: SystemContext, ...args: never[]) => unknown>;

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
