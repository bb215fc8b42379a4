import { randomBytes } from "node:crypto";
import type { Instant } from "../../domain/time.ts";
import type { Connection } from "./connection.ts";

/** What every operation on one user's rows gets. `user` is 0, which owns no row, when the user is not known. */
export interface Context {
  db: Connection;
  user: number;
  now: Instant;
}

/** Bytes of the key that a user's tombstones are hashed with. */
const HMAC_KEY_BYTES = 32;

export function findUser(db: Connection, name: string): number {
  return db.get<{ user_id: number }>("SELECT user_id FROM users WHERE name = ?", name)?.user_id ?? 0;
}

export function ensureUser(db: Connection, name: string): number {
  const known = findUser(db, name);
  if (known !== 0) return known;
  db.run("INSERT INTO users (name, hmac_key) VALUES (?, ?)", name, randomBytes(HMAC_KEY_BYTES));
  return findUser(db, name);
}

/** A list as the one parameter of `IN (SELECT value FROM json_each(?))`. */
export function list(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}

/** Which ids: one is looked up as such, which is what most steps of a batch do. */
export function among(ids: readonly string[]): { sql: string; param: string } {
  const only = ids.length === 1 ? ids[0] : undefined;
  return only === undefined ? { sql: IN_LIST, param: list(ids) } : { sql: "= ?", param: only };
}

export const IN_LIST = "IN (SELECT value FROM json_each(?))";
