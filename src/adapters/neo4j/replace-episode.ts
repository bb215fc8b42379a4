import { EngramError, notFound } from "../../errors.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow, updateEpisode } from "./episodes.ts";
import {
  deleteFacts,
  deleteOrphans,
  dropSummaries,
  entitiesOfEpisodes,
  factsRestingOn,
} from "./graph-delete.ts";

/** An edited or regenerated turn: the old one stays as a record, but is neither recalled nor used as evidence. */
export async function replaceEpisode(ctx: Context, oldId: string, newId: string): Promise<void> {
  const [old, next] = await Promise.all([findEpisodeRow(ctx, oldId), findEpisodeRow(ctx, newId)]);
  if (!old || !next) throw notFound("episode");
  if (oldId === newId) throw new EngramError("conflict", "A turn cannot replace itself");
  if (old.consolidated_into != null) await dropSummaries(ctx, [old.consolidated_into]);
  const standing = await findEpisodeRow(ctx, oldId);
  if (standing) await updateEpisode(ctx, standing, { ...standing, replaced_by: newId });
  const facts = await factsRestingOn(ctx, [oldId]);
  const touched = await entitiesOfEpisodes(ctx, [oldId], facts);
  await deleteFacts(ctx, facts);
  await ctx.tx.run("episodes/cut-off", { id: oldId });
  await deleteOrphans(ctx, touched);
}
