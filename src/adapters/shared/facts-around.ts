import type { Fact } from "../../domain/fact.ts";
import type { FactQuery, NeighbourhoodOptions } from "../../ports/memory-store.ts";

export type AroundOptions = NeighbourhoodOptions & Pick<FactQuery, "asOf" | "knownAt">;

/** For a neighbourhood that may have the self in it, which is left out. */
export function withRoomForSelf(options: AroundOptions): NeighbourhoodOptions {
  return { ...options, limit: options.limit + 1 };
}

/** What is asked for the facts of a neighbourhood, and their distances; null when nothing is near. */
export function aroundOf(
  near: readonly { entityId: string; distance: number }[],
  selfId: string | null | undefined,
  { depth, limit, statuses, asOf, knownAt }: AroundOptions,
): { query: FactQuery; withDistances: (facts: Fact[]) => { fact: Fact; distance: number }[] } | null {
  const others = near.filter(({ entityId }) => entityId !== selfId).slice(0, limit);
  if (others.length === 0) return null;
  const distances = new Map(others.map(({ entityId, distance }) => [entityId, distance]));
  return {
    query: { entityIds: [...distances.keys()], role: "subject", statuses, asOf, knownAt, limit },
    withDistances: (facts) =>
      facts.map((fact) => ({ fact, distance: distances.get(fact.subjectId) ?? depth })),
  };
}
