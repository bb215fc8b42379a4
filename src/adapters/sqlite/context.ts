import type { Instant } from "../../domain/model/time.ts";
import { type HashKey, newSalt } from "../store-core/hash-key.ts";
import type { Connection, Value } from "./connection.ts";

/** The context of every operation on one user's rows. `user` is 0, which owns no row, if the user is unknown. */
export interface Context {
  db: Connection;
  user: number;
  now: Instant;
  hashKey: HashKey;
}

export function findUser(db: Connection, name: string): number {
  return db.get<{ user_id: number }>("SELECT user_id FROM users WHERE name = ?", name)?.user_id ?? 0;
}

export function ensureUser(db: Connection, name: string): number {
  const known = findUser(db, name);
  if (known !== 0) return known;
  db.run("INSERT INTO users (name, salt) VALUES (?, ?)", name, newSalt());
  return findUser(db, name);
}

export function saltOf({ db, user }: Context): Uint8Array {
  const row = db.get<{ salt: Uint8Array }>("SELECT salt FROM users WHERE user_id = ?", user);
  return row?.salt ?? new Uint8Array(0);
}

/** A list as the one parameter of `IN (SELECT value FROM json_each(?))`. */
export function list(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}

/** Filters by ids; a single one, as in most steps of a batch, is compared directly. */
export function idsCondition(ids: readonly string[]): { sql: string; param: string } {
  const only = ids.length === 1 ? ids[0] : undefined;
  return only === undefined ? { sql: IN_LIST, param: list(ids) } : { sql: "= ?", param: only };
}

export const IN_LIST = "IN (SELECT value FROM json_each(?))";

/** Deletes a user's rows with one of these values in a column; returns how many. */
export function deleteIn(
  { db, user }: Context,
  table: string,
  column: string,
  values: readonly string[],
  condition = "",
): number {
  const sql = `DELETE FROM ${table} WHERE user_id = ? AND ${column} ${IN_LIST} ${condition}`;
  return db.run(sql, user, list(values));
}

export type Add = (condition: string, ...values: Value[]) => void;

/** Conditions as they are added, with their parameters. */
export function conditions(first: string, ...values: Value[]): [sql: string[], params: Value[], add: Add] {
  const sql = [first];
  const params = [...values];
  const add: Add = (condition, ...more) => {
    sql.push(condition);
    params.push(...more);
  };
  return [sql, params, add];
}
