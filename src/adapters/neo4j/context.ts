import { createHash } from "node:crypto";
import type { Instant } from "../../domain/model/time.ts";
import { EngramError } from "../../errors.ts";
import type { OwnerRow } from "../store-core/dump.ts";
import { type HashKey, newSalt } from "../store-core/hash-key.ts";
import type { Mode, Tx } from "./connection.ts";
import type { Params } from "./parameters.ts";

/**
 * The context of every operation on one user's rows. `tx` adds `$user` and `$user_key` to every statement, so no
 * operation can query another user's rows.
 *
 * In a write, the user's node is locked first: writes of one user are serialised over all
 * processes, and each sees what the previous one committed.
 */
export interface Context {
  tx: Tx;
  user: string;
  /** The user as one token of a full-text index. */
  userKey: string;
  now: Instant;
  hashKey: HashKey;
  /** The user's own row; null for a user who never stored anything. */
  owner(): Promise<Owner | null>;
  /**
   * Reserves `count` consecutive numbers and returns the first. They order a user's rows by creation (`n`); gaps are
   * harmless. In writes only.
   */
  takeNumbers(count: number): Promise<number>;
}

export interface Owner extends OwnerRow {
  /** When something was last forgotten; null if nothing ever was. */
  forgotten_at: Instant | null;
  /** The tag whose vectors are used while those of another one are made. */
  vector_serving: string | null;
  /** Vectors ever stored for the user, including deleted ones. */
  vector_count: number | null;
}

/** Numbers reserved with the lock; a batch that needs more makes one more request. */
const NUMBERS_AT_ONCE = 1_000;
const KEY_BYTES = 16;

/** One token for any analyzer: digits alone are never stemmed, and no two users share a prefix. */
function userKeyOf(user: string): string {
  const digest = createHash("sha256")
    .update(user)
    .digest("hex")
    .slice(0, KEY_BYTES * 2);
  return `u${BigInt(`0x${digest}`)}`;
}

/** `first`: the write may be the user's first and creates their row. */
export function createContext(
  tx: Tx,
  user: string,
  given: { now: Instant; hashKey: HashKey },
  access: Mode | "first",
): Context {
  const userKey = userKeyOf(user);
  const scoped = scope(tx, { user, user_key: userKey });
  let row: Promise<(Owner & { n: number }) | undefined> | null = null;
  const own = (): Promise<(Owner & { n: number }) | undefined> => (row ??= readOwner(scoped, access));
  // Sent ahead: the statements that follow wait behind it on the server, not here.
  if (access !== "read") own().catch(() => undefined);
  let used = 0;
  return {
    tx: scoped,
    user,
    userKey,
    ...given,
    owner: async () => (await own()) ?? null,
    async takeNumbers(count) {
      if (access === "read") throw new EngramError("internal", "A read takes no numbers");
      const first = (await own())?.n;
      if (first === undefined) throw new EngramError("internal", "A user without a row takes no numbers");
      if (used + count <= NUMBERS_AT_ONCE) {
        used += count;
        return first + used - count;
      }
      const more = await scoped.one<{ n: number }>("users/take-numbers", { count });
      return more?.n ?? first;
    },
  };
}

function readOwner(tx: Tx, access: Mode | "first"): Promise<(Owner & { n: number }) | undefined> {
  if (access === "read") return tx.one("users/read");
  if (access === "write") return tx.one("users/lock", { block: NUMBERS_AT_ONCE });
  return tx.one("users/lock-first", { block: NUMBERS_AT_ONCE, salt: newSalt().toString("hex") });
}

function scope(tx: Tx, own: Params): Tx {
  return {
    run: (name, params) => tx.run(name, { ...params, ...own }),
    one: (name, params) => tx.one(name, { ...params, ...own }),
  };
}
