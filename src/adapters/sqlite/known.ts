import type { Fact } from "../../domain/fact.ts";
import type { Known, KnownQuery } from "../../ports/memory-store.ts";
import type { Context } from "./context.ts";
import { entitiesById } from "./graph-read.ts";
import { entitiesByAlias, facts, neighbourhood } from "./graph-queries.ts";

export function known(ctx: Context, query: KnownQuery): Known {
  const { names, entityIds: given = [], self, statuses, asOf, knownAt, limit } = query;
  const selfId = ctx.db.get<{ self_id: string | null }>(
    "SELECT self_id FROM users WHERE user_id = ?",
    ctx.user,
  )?.self_id;
  const named = entitiesByAlias(ctx, names).flatMap(({ entity }) => (entity.isSelf ? [] : [entity]));
  const all = [...named, ...entitiesById(ctx, [...given])];
  const entityIds = [...new Set(all.flatMap(({ id, status }) => (status === "archived" ? [] : [id])))];
  const ends = self && selfId ? [...entityIds, selfId] : entityIds;
  return {
    entityIds,
    facts: ends.length === 0 ? [] : facts(ctx, { entityIds: ends, statuses, asOf, knownAt, limit }),
    around: entityIds.length === 0 ? [] : around(ctx, entityIds, selfId ?? null, query),
  };
}

const DEPTH = 2;

/** Not by way of the self, from which everything is one step away. */
function around(
  ctx: Context,
  entityIds: string[],
  selfId: string | null,
  { statuses, asOf, knownAt, around: limit }: KnownQuery,
): { fact: Fact; distance: number }[] {
  if (limit === 0) return [];
  const near = neighbourhood(ctx, entityIds, { depth: DEPTH, limit, statuses, without: selfId });
  if (near.length === 0) return [];
  const distances = new Map(near.map(({ entityId, distance }) => [entityId, distance]));
  const of = { entityIds: [...distances.keys()], role: "subject" as const };
  return facts(ctx, { ...of, statuses, asOf, knownAt, limit }).map((fact) => ({
    fact,
    distance: distances.get(fact.subjectId) ?? DEPTH,
  }));
}
