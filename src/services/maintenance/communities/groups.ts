import { singletonGroups, louvain, moveNodes, type Grouping } from "./modularity.ts";
import { compare, type Pause, type WeightedGraph } from "./projection.ts";

/** What a community is before it has a name. */
export interface EntityGroup {
  /** Null: a new one. */
  id: string | null;
  /** The most central first. */
  members: string[];
}

/** Two things are a fact, not a topic (F34). */
export const MEMBERS_MIN = 3;
/** The most central ones of a large topic; the rest belongs to it without being listed. */
const MEMBERS_MAX = 500;
/** The largest ones are kept. */
const COMMUNITIES_MAX = 500;
/** From this share of things without a group, or of members that are gone, all is grouped anew. */
const REBUILD_SHARE = 0.3;
/** Passes over what is grouped until another one changes nothing. */
const SETTLE_ROUNDS_MAX = 10;

type KnownCommunity = { id: string; members: string[] };

/**
 * Which things belong together. Little has changed since the groups that are known: a new thing joins the group that
 * most of its neighbours are in (COM-1), and things whose links changed move. Much has: all is grouped from the
 * beginning. Either way it settles where another run moves nothing, so the same graph gives the same groups again.
 */
export async function groupsOf(
  graph: WeightedGraph,
  known: KnownCommunity[],
  pause: Pause,
): Promise<EntityGroup[]> {
  const before = groupingOf(graph, known);
  const grouped = before ?? (await louvain(graph.near, pause));
  const settled = await settle(graph, withoutSmall(grouped), pause);
  return named(toMembers(graph, settled).slice(0, COMMUNITIES_MAX), known);
}

/** Who stands in no group that is known stands alone. Null when too much has changed since. */
function groupingOf({ ids }: WeightedGraph, known: KnownCommunity[]): Grouping | null {
  const indexOf = new Map(ids.map((id, at) => [id, at]));
  const grouping = singletonGroups(ids.length);
  let [members, standing] = [0, 0];
  for (const { members: named } of known) {
    const indexes = named.flatMap((id) => indexOf.get(id) ?? []);
    for (const place of indexes) grouping[place] = indexes[0] ?? place;
    members += named.length;
    standing += indexes.length;
  }
  const hasNew = ids.length - standing > REBUILD_SHARE * ids.length;
  const hasLost = members - standing > REBUILD_SHARE * members;
  return hasNew || hasLost ? null : grouping;
}

async function settle({ near }: WeightedGraph, start: Grouping, pause: Pause): Promise<Grouping> {
  let grouping = start;
  for (let round = 0; round < SETTLE_ROUNDS_MAX; round++) {
    const next = withoutSmall(await moveNodes(near, grouping, pause));
    if (next.every((group, node) => group === grouping[node])) return next;
    grouping = next;
  }
  return grouping;
}

/** What is in a group that is too small stands alone. Groups are named after their first node. */
function withoutSmall(grouping: Grouping): Grouping {
  const firsts = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const [node, group] of grouping.entries()) {
    if (!firsts.has(group)) firsts.set(group, node);
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
  }
  return grouping.map((group, node) =>
    (sizes.get(group) ?? 0) >= MEMBERS_MIN ? (firsts.get(group) ?? node) : node,
  );
}

/** Members by the weight of their links within the group; larger groups first. */
function toMembers({ ids, near }: WeightedGraph, grouping: Grouping): string[][] {
  const central = near.map((neighbours, node) =>
    neighbours.reduce((sum, { to, weight }) => sum + (grouping[to] === grouping[node] ? weight : 0), 0),
  );
  const nodesOf = Map.groupBy(grouping.keys(), (node) => grouping[node] ?? node);
  return [...nodesOf.values()]
    .filter((nodes) => nodes.length >= MEMBERS_MIN)
    .map((nodes) => nodes.sort((a, b) => (central[b] ?? 0) - (central[a] ?? 0) || a - b))
    .map((nodes) => nodes.map((node) => ids[node] ?? ""))
    .sort((a, b) => b.length - a.length || compare(a[0] ?? "", b[0] ?? ""))
    .map((members) => members.slice(0, MEMBERS_MAX));
}

/** A community keeps its id while most of its members stay together; where two become one, the one that gives more. */
function named(groups: string[][], known: KnownCommunity[]): EntityGroup[] {
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
