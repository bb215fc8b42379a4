import { singletonGroups, louvain, moveNodes, type Grouping } from "./modularity.ts";
import { compare, type Pause, type WeightedGraph } from "./projection.ts";

/** A community before it has a name. */
export interface EntityGroup {
  /** Null for a new one. */
  id: string | null;
  /** Most central first. */
  members: string[];
}

/** Two linked entities are a fact, not a community (F34). */
export const MEMBERS_MIN = 3;
/** Only the most central members of a large community are listed. */
const MEMBERS_MAX = 500;
/** Only the largest are kept. */
const COMMUNITIES_MAX = 500;
/** If at least this share of entities is ungrouped, or of members is gone, everything is regrouped. */
const REBUILD_SHARE = 0.3;
/** Maximum number of refinement rounds; it ends earlier once a round changes nothing. */
const SETTLE_ROUNDS_MAX = 10;

type KnownCommunity = { id: string; members: string[] };

/**
 * Groups related entities. After small changes, a new entity joins the group that most of its neighbours are in (COM-1), and
 * entities whose links changed may move. After large ones, everything is regrouped from scratch. Either way it ends in a state
 * where another run moves nothing, so the same graph always yields the same groups.
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

/** The known grouping; entities in no known group form their own. Null if too much has changed. */
function groupingOf({ ids }: WeightedGraph, known: KnownCommunity[]): Grouping | null {
  const indexOf = new Map(ids.map((id, at) => [id, at]));
  const grouping = singletonGroups(ids.length);
  let [members, present] = [0, 0];
  for (const { members: named } of known) {
    const indexes = named.flatMap((id) => indexOf.get(id) ?? []);
    for (const place of indexes) grouping[place] = indexes[0] ?? place;
    members += named.length;
    present += indexes.length;
  }
  const hasNew = ids.length - present > REBUILD_SHARE * ids.length;
  const hasLost = members - present > REBUILD_SHARE * members;
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

/** Splits groups that are too small into single nodes. Groups are numbered by their first node. */
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

/** Members sorted by the weight of their links within the group; larger groups first. */
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

/**
 * A community keeps its id while most of its members stay together; if two merge, the id of the one that contributes more is kept.
 */
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
