import { louvain, moveNodes, type Grouping } from "./modularity.ts";
import { compare, type WeightedGraph } from "./projection.ts";

/** What a community is before it has a name. */
export interface Group {
  /** Null: a new one. */
  id: string | null;
  /** The most central first. */
  members: string[];
}

/** Two things are a fact, not a topic (F34). */
export const MEMBERS_MIN = 3;
/** The most central ones of a large topic; the rest belongs to it without being listed. */
export const MEMBERS_MAX = 500;
/** The largest ones are kept. */
export const COMMUNITIES_MAX = 500;
/** From this share of things without a group, or of members that are gone, all is grouped anew. */
const REBUILD_SHARE = 0.3;
/** Passes over what is grouped until another one changes nothing. */
const SETTLE_ROUNDS_MAX = 10;

type Known = { id: string; members: string[] };

/**
 * Which things belong together. Little has changed since the groups that are known: a new thing joins the group that
 * most of its neighbours are in (COM-1), and things whose links changed move. Much has: all is grouped from the
 * beginning. Either way it settles where another run moves nothing, so the same graph gives the same groups again.
 */
export function groupsOf(graph: WeightedGraph, known: Known[]): Group[] {
  const before = groupingOf(known);
  const grouped = isStale(graph, before) ? louvain(graph) : before;
  const settled = settle(graph, withoutSmall(graph, grouped));
  const groups = toMembers(graph, settled).slice(0, COMMUNITIES_MAX);
  return named(groups, known);
}

function groupingOf(known: Known[]): Grouping {
  return new Map(known.flatMap(({ id, members }) => members.map((member) => [member, id])));
}

function isStale(graph: WeightedGraph, before: Grouping): boolean {
  const alone = [...graph.keys()].filter((id) => !before.has(id)).length;
  const gone = [...before.keys()].filter((id) => !graph.has(id)).length;
  return alone > REBUILD_SHARE * graph.size || gone > REBUILD_SHARE * before.size;
}

function settle(graph: WeightedGraph, start: Grouping): Grouping {
  let grouping = start;
  for (let round = 0; round < SETTLE_ROUNDS_MAX; round++) {
    const next = withoutSmall(graph, moveNodes(graph, grouping));
    if (isSame(grouping, next)) return next;
    grouping = next;
  }
  return grouping;
}

/** The same sets, whatever they are called. */
function isSame(a: Grouping, b: Grouping): boolean {
  if (a.size !== b.size) return false;
  const names = new Map<string, string>();
  for (const [id, group] of a) {
    const other = b.get(id);
    if (other === undefined || (names.get(group) ?? other) !== other) return false;
    names.set(group, other);
  }
  return new Set(names.values()).size === names.size;
}

function withoutSmall(graph: WeightedGraph, grouping: Grouping): Grouping {
  const sizes = new Map<string, number>();
  const standing = [...grouping].filter(([id]) => graph.has(id));
  for (const [, group] of standing) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return new Map(standing.filter(([, group]) => (sizes.get(group) ?? 0) >= MEMBERS_MIN));
}

/** Members by the weight of their links within the group; larger groups first. */
function toMembers(graph: WeightedGraph, grouping: Grouping): string[][] {
  const byGroup = Map.groupBy(grouping.keys(), (id) => grouping.get(id) ?? id);
  const central = (id: string): number => {
    let weight = 0;
    for (const [other, link] of graph.get(id) ?? [])
      if (grouping.get(other) === grouping.get(id)) weight += link;
    return weight;
  };
  return [...byGroup.values()]
    .map((ids) => {
      const weights = new Map(ids.map((id) => [id, central(id)]));
      return ids.sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || compare(a, b));
    })
    .sort((a, b) => b.length - a.length || compare(a[0] ?? "", b[0] ?? ""))
    .map((ids) => ids.slice(0, MEMBERS_MAX));
}

/** A community keeps its id while most of its members stay together; where two become one, the one that gives more. */
function named(groups: string[][], known: Known[]): Group[] {
  const groupAt = new Map(groups.flatMap((members, at) => members.map((id) => [id, at] as const)));
  const claims = known.flatMap(({ id, members }) => {
    const shares = Map.groupBy(
      members.filter((member) => groupAt.has(member)),
      (member) => groupAt.get(member) ?? 0,
    );
    const most = [...shares].find(([, shared]) => shared.length * 2 > members.length);
    return most === undefined ? [] : [{ id, at: most[0], shared: most[1].length }];
  });
  claims.sort((a, b) => b.shared - a.shared || compare(a.id, b.id));
  const ids = new Map<number, string>();
  for (const { id, at } of claims) if (!ids.has(at)) ids.set(at, id);
  return groups.map((members, at) => ({ id: ids.get(at) ?? null, members }));
}
