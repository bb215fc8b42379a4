import { purgeCommunities } from "./communities.ts";
import type { Context } from "./context.ts";
import { counted } from "./cursor.ts";
import { entitiesById } from "./graph-read.ts";
import { removeSummary } from "../store-core/mutations.ts";
import { slices } from "../store-core/steps.ts";
import { deleteLinksOf, readSummaries } from "./records.ts";
import { rewrite } from "./unit-of-work.ts";

/** Permanent deletion, including the change log that could restore it. Undoable deletion is `fact.delete` in `apply.ts`. */

/** Facts with evidence, typed relationships, topics based on them, and changes. Returns how many changes were deleted. */
export async function deleteFacts(ctx: Context, ids: string[]): Promise<number> {
  for (const slice of slices(ids)) {
    await clearSummaries(ctx, slice);
    await ctx.tx.run("graph/purge-facts", { ids: slice });
  }
  return (await deleteLog(ctx, "fact", ids)) + (await purgeCommunities(ctx, ids));
}

/** Entities with aliases, mentions, questions, their topics, and changes. Their facts must already be gone. */
export async function deleteEntities(ctx: Context, ids: string[]): Promise<number> {
  for (const slice of slices(ids)) await ctx.tx.run("graph/delete-entities", { ids: slice });
  return (await deleteLog(ctx, "entity", ids)) + (await purgeCommunities(ctx, ids));
}

/** Summaries that may repeat them. */
async function clearSummaries(ctx: Context, factIds: string[]): Promise<void> {
  const rows = await ctx.tx.run<{ id: string }>("graph/summed-up-from", { ids: factIds });
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  const entities = await entitiesById(ctx, ids);
  await rewrite(ctx, { entity: new Set(ids) }, (graph) => {
    for (const entity of entities)
      graph.put("entity", { ...entity, summary: null, summaryBasis: null, portrait: null });
  });
}

/** Summaries with their log; the turns they replaced are found again. */
export async function dropSummaries(ctx: Context, ids: string[]): Promise<void> {
  for (const { id, sources } of await readSummaries(ctx, ids))
    await rewrite(ctx, { summary: new Set([id]), texts: new Set(sources) }, (graph) =>
      removeSummary(graph, id),
    );
  await deleteLog(ctx, "episode", ids);
}

async function deleteLog(ctx: Context, kind: "fact" | "entity" | "episode", ids: string[]): Promise<number> {
  let changes = 0;
  for (const slice of slices(ids)) {
    await deleteLinksOf(ctx, slice);
    changes += await counted(ctx, "graph/purge-log", { kind, ids: slice });
  }
  return changes;
}
