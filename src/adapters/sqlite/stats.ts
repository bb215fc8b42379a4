import type { MemoryStats } from "../../ports/memory-store.ts";
import type { Context } from "./context.ts";
import { WAITS_FOR_EXTRACTION, WAITS_FOR_VERIFICATION } from "./episode-queries.ts";

/** Entries of the longest lists; a bound, not a page. */
const GROUPS_MAX = 1_000;

export function stats(ctx: Context): MemoryStats {
  const count = (table: string, where = "1"): number =>
    ctx.db.get<{ c: number }>(`SELECT count(*) AS c FROM ${table} WHERE user_id = ? AND ${where}`, ctx.user)
      ?.c ?? 0;
  const groups = (table: string, column: string, where = "1"): { name: string; count: number }[] =>
    ctx.db.all(
      `SELECT ${column} AS name, count(*) AS count FROM ${table} WHERE user_id = ? AND ${where}
       GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${GROUPS_MAX}`,
      ctx.user,
    );
  const record = (table: string, column: string): Record<string, number> =>
    Object.fromEntries(groups(table, column).map((group) => [group.name, group.count]));
  return {
    episodes: count("episodes"),
    conversations: count("conversations"),
    entities: record("entities", "status"),
    facts: record("facts", "status"),
    rejections: record("rejections", "reason"),
    types: groups("entities", "type", "merged_into IS NULL").map((g) => ({ type: g.name, count: g.count })),
    predicates: groups("facts", "predicate").map((g) => ({ predicate: g.name, count: g.count })),
    pending: {
      extraction: count("episodes", WAITS_FOR_EXTRACTION),
      verification: count("episodes", WAITS_FOR_VERIFICATION),
    },
  };
}
