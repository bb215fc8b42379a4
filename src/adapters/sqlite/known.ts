import type { Fact } from "../../domain/model/fact.ts";
import type { Status } from "../../domain/model/status.ts";
import type { Neighbourhood, KnownQuery } from "../../ports/memory-store.ts";
import { type Context, list } from "./context.ts";
import { entitiesById } from "./graph-read.ts";
import { entitiesByAlias, facts } from "./graph-queries.ts";

export function known(ctx: Context, query: KnownQuery): Neighbourhood {
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
    around: around(ctx, entityIds, selfId ?? null, query),
  };
}

function around(
  ctx: Context,
  entityIds: string[],
  selfId: string | null,
  { statuses, asOf, knownAt, around: limit, depth }: KnownQuery,
): { fact: Fact; distance: number }[] {
  const near = neighbourhood(ctx, entityIds, { without: selfId, statuses, limit, depth });
  if (near.size === 0) return [];
  const of = { entityIds: [...near.keys()], role: "subject" as const };
  return facts(ctx, { ...of, statuses, asOf, knownAt, limit }).map((fact) => ({
    fact,
    distance: near.get(fact.subjectId) ?? depth,
  }));
}

/**
 * Entities with their distance, not by way of the self, from which everything is one step away. Frontier by frontier: a
 * recursive query over both ends was 400 times slower.
 */
function neighbourhood(
  ctx: Context,
  seeds: string[],
  {
    without,
    statuses,
    limit,
    depth,
  }: { without: string | null; statuses: readonly Status[]; limit: number; depth: number },
): Map<string, number> {
  const seen = new Set(without === null ? seeds : [...seeds, without]);
  const found = new Map<string, number>();
  let frontier = seeds;
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    frontier = adjacent(ctx, frontier, statuses).filter((id) => !seen.has(id));
    for (const id of frontier) {
      if (found.size >= limit) return found;
      seen.add(id);
      found.set(id, distance);
    }
  }
  return found;
}

function adjacent(ctx: Context, ids: string[], statuses: readonly Status[]): string[] {
  const rows = ctx.db.all<{ id: string }>(
    `SELECT object_id AS id FROM facts WHERE user_id = ?1 AND subject_id IN (SELECT value FROM json_each(?2))
       AND object_id IS NOT NULL AND status IN (SELECT value FROM json_each(?3))
     UNION
     SELECT subject_id FROM facts WHERE user_id = ?1 AND object_id IN (SELECT value FROM json_each(?2))
       AND status IN (SELECT value FROM json_each(?3))`,
    ctx.user,
    list(ids),
    list(statuses),
  );
  return rows.map((row) => row.id);
}
