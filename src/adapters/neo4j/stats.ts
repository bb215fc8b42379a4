import type { MemoryStats } from "../../ports/memory-store.ts";
import type { Context } from "./context.ts";

/** Entries of the longest lists; a bound, not a page. */
const GROUPS_MAX = 1_000;

interface Count {
  what: "episodes" | "conversations" | "extraction" | "verification";
  count: number;
}

interface CountGroup {
  what: "entities" | "types" | "facts" | "predicates" | "rejections";
  name: string;
  count: number;
}

export async function stats(ctx: Context): Promise<MemoryStats> {
  const [counts, found] = await Promise.all([
    ctx.tx.run<Count>("stats/counts"),
    ctx.tx.run<CountGroup>("stats/groups"),
  ]);
  const count = (what: Count["what"]): number => counts.find((row) => row.what === what)?.count ?? 0;
  const groups = (what: CountGroup["what"]): CountGroup[] =>
    found
      .filter((group) => group.what === what)
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, GROUPS_MAX);
  const record = (what: CountGroup["what"]): Record<string, number> =>
    Object.fromEntries(groups(what).map(({ name, count }) => [name, count]));
  return {
    episodes: count("episodes"),
    conversations: count("conversations"),
    entities: record("entities"),
    facts: record("facts"),
    rejections: record("rejections"),
    types: groups("types").map(({ name, count }) => ({ type: name, count })),
    predicates: groups("predicates").map(({ name, count }) => ({ predicate: name, count })),
    pending: { extraction: count("extraction"), verification: count("verification") },
  };
}
