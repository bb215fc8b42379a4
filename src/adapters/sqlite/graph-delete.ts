import { removeSummary } from "../store-core/mutations.ts";
import { purgeCommunities } from "./communities.ts";
import { graphOf } from "./graph.ts";
import { entitiesById } from "./graph-read.ts";
import { deleteLinksOf } from "./records.ts";
import { writeEntity } from "./graph-write.ts";
import { type Context, IN_LIST, list } from "./context.ts";

/** Permanent deletion, including the change log that could restore it. Undoable deletion is `fact.delete` in `apply.ts`. */

/** Facts all of whose evidence is in these episodes. */
export function factsRestingOn(ctx: Context, episodeIds: string[]): string[] {
  const ids = list(episodeIds);
  const rows = ctx.db.all<{ fact_id: string }>(
    `SELECT DISTINCT fact_id FROM evidence v WHERE user_id = ? AND episode_id ${IN_LIST} AND NOT EXISTS (
       SELECT 1 FROM evidence o WHERE o.user_id = v.user_id AND o.fact_id = v.fact_id
       AND o.episode_id NOT ${IN_LIST})`,
    ctx.user,
    ids,
    ids,
  );
  return rows.map((row) => row.fact_id);
}

/** Entities these episodes mention or these facts connect: they may become orphans. */
export function entitiesOfEpisodes(ctx: Context, episodeIds: string[], factIds: string[]): string[] {
  const rows = ctx.db.all<{ id: string }>(
    `SELECT entity_id AS id FROM mentions WHERE user_id = ?1 AND episode_id IN (SELECT value FROM json_each(?2))
     UNION SELECT subject_id FROM facts WHERE user_id = ?1 AND id IN (SELECT value FROM json_each(?3))
     UNION SELECT object_id FROM facts WHERE user_id = ?1 AND id IN (SELECT value FROM json_each(?3))
       AND object_id IS NOT NULL`,
    ctx.user,
    list(episodeIds),
    list(factIds),
  );
  return rows.map((row) => row.id);
}

/** Facts with evidence (cascading), topics and insights based on them, and changes. Returns how many changes were deleted. */
export function deleteFacts(ctx: Context, ids: string[]): number {
  clearSummaries(ctx, ids);
  ctx.db.run(`DELETE FROM facts WHERE user_id = ? AND id ${IN_LIST}`, ctx.user, list(ids));
  for (const end of ["left_id", "right_id"])
    ctx.db.run(
      `DELETE FROM reviews WHERE user_id = ? AND ${end} ${IN_LIST} AND kind = 'insight'`,
      ctx.user,
      list(ids),
    );
  return deleteTraces(ctx, "fact", ids) + purgeCommunities(ctx, "factIds", ids);
}

/** Entities with aliases and mentions (cascading), their topics, and changes. Their facts must already be gone. */
export function deleteEntities(ctx: Context, ids: string[]): number {
  ctx.db.run(`DELETE FROM entities WHERE user_id = ? AND id ${IN_LIST}`, ctx.user, list(ids));
  return deleteTraces(ctx, "entity", ids) + purgeCommunities(ctx, "members", ids);
}

/** Summaries that may repeat them. */
function clearSummaries(ctx: Context, factIds: string[]): void {
  const rows = ctx.db.all<{ id: string }>(
    `SELECT id FROM entities WHERE user_id = ? AND summary_basis IS NOT NULL AND EXISTS (
       SELECT 1 FROM json_each(summary_basis, '$.factIds') f JOIN json_each(?) g ON f.value = g.value)`,
    ctx.user,
    list(factIds),
  );
  const ids = rows.map((row) => row.id);
  for (const entity of entitiesById(ctx, ids))
    writeEntity(ctx, { ...entity, summary: null, summaryBasis: null });
}

function deleteTraces(ctx: Context, kind: "fact" | "entity", ids: string[]): number {
  deleteLinksOf(ctx, ids);
  ctx.db.run(`DELETE FROM feedback WHERE user_id = ? AND target_id ${IN_LIST}`, ctx.user, list(ids));
  return ctx.db.run(
    `DELETE FROM changes WHERE user_id = ? AND kind = ? AND target_id ${IN_LIST}`,
    ctx.user,
    kind,
    list(ids),
  );
}

/** Those of these entities without any fact or mention. Never self, nor a how-to, which needs neither. */
export function orphansAmong(ctx: Context, ids: string[]): string[] {
  const rows = ctx.db.all<{ id: string }>(
    `SELECT id FROM entities e WHERE user_id = ? AND id ${IN_LIST} AND is_self = 0 AND type <> 'procedure'
       AND NOT EXISTS (SELECT 1 FROM mentions m WHERE m.user_id = e.user_id AND m.entity_id = e.id)
       AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.user_id = e.user_id AND f.subject_id = e.id)
       AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.user_id = e.user_id AND f.object_id = e.id)
       AND NOT EXISTS (SELECT 1 FROM entities m WHERE m.user_id = e.user_id AND m.merged_into = e.id)`,
    ctx.user,
    list(ids),
  );
  return rows.map((row) => row.id);
}

export function deleteOrphans(ctx: Context, ids: string[]): { entities: number; changes: number } {
  const orphans = orphansAmong(ctx, ids);
  return { entities: orphans.length, changes: deleteEntities(ctx, orphans) };
}

/** Summaries with their log; the turns they replaced are found again. */
export function dropSummaries(ctx: Context, ids: string[]): void {
  for (const id of ids) removeSummary(graphOf(ctx), id);
  ctx.db.run(
    `DELETE FROM changes WHERE user_id = ? AND kind = 'episode' AND target_id ${IN_LIST}`,
    ctx.user,
    list(ids),
  );
}
