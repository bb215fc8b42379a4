import { removeSummary } from "../store-core/mutations.ts";
import { purgeCommunities } from "./communities.ts";
import { graphOf } from "./graph.ts";
import { entitiesById } from "./graph-read.ts";
import { deleteLinksOf } from "./records.ts";
import { writeEntity } from "./graph-write.ts";
import { type Context, deleteIn, list } from "./context.ts";

/** Permanent deletion, including the change log that could restore it. Undoable deletion is `fact.delete` in `apply.ts`. */

/** Facts with evidence (cascading), topics and insights based on them, and changes. Returns how many changes were deleted. */
export function deleteFacts(ctx: Context, ids: string[]): number {
  clearSummaries(ctx, ids);
  deleteIn(ctx, "facts", "id", ids);
  for (const end of ["left_id", "right_id"]) deleteIn(ctx, "reviews", end, ids, "AND kind = 'insight'");
  return deleteTraces(ctx, "fact", ids) + purgeCommunities(ctx, "factIds", ids);
}

/** Entities with aliases and mentions (cascading), their topics, and changes. Their facts must already be gone. */
export function deleteEntities(ctx: Context, ids: string[]): number {
  deleteIn(ctx, "entities", "id", ids);
  return deleteTraces(ctx, "entity", ids) + purgeCommunities(ctx, "members", ids);
}

/** Summaries and portraits that may repeat them. */
function clearSummaries(ctx: Context, factIds: string[]): void {
  const rows = ctx.db.all<{ id: string }>(
    `SELECT id FROM entities, (SELECT ? AS gone) WHERE user_id = ? AND (
       (summary_basis IS NOT NULL AND EXISTS (
         SELECT 1 FROM json_each(summary_basis, '$.factIds') f JOIN json_each(gone) g ON f.value = g.value)) OR
       (portrait IS NOT NULL AND EXISTS (
         SELECT 1 FROM json_each(portrait, '$.versions') f JOIN json_each(gone) g ON f.key = g.value)))`,
    list(factIds),
    ctx.user,
  );
  const ids = rows.map((row) => row.id);
  for (const entity of entitiesById(ctx, ids))
    writeEntity(ctx, { ...entity, summary: null, summaryBasis: null, portrait: null });
}

function deleteTraces(ctx: Context, kind: "fact" | "entity", ids: string[]): number {
  deleteLinksOf(ctx, ids);
  deleteIn(ctx, "feedback", "target_id", ids);
  return deleteIn(ctx, "changes", "target_id", ids, `AND kind = '${kind}'`);
}

/** Summaries with their log; the turns they replaced are found again. */
export function dropSummaries(ctx: Context, ids: string[]): void {
  for (const id of ids) removeSummary(graphOf(ctx), id);
  deleteIn(ctx, "changes", "target_id", ids, "AND kind = 'episode'");
}
