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
export function replaceEpisode(ctx: Context, oldId: string, newId: string): void {
  const old = findEpisodeRow(ctx, oldId);
  if (!old || !findEpisodeRow(ctx, newId)) throw notFound("episode");
  if (oldId === newId) throw new EngramError("conflict", "A turn cannot replace itself");
  if (old.consolidated_into !== null) dropSummaries(ctx, [old.consolidated_into]);
  updateEpisode(ctx, { ...old, consolidated_into: null, replaced_by: newId });
  const facts = factsRestingOn(ctx, [oldId]);
  const touched = entitiesOfEpisodes(ctx, [oldId], facts);
  deleteFacts(ctx, facts);
  ctx.db.run("DELETE FROM evidence WHERE user_id = ? AND episode_id = ?", ctx.user, oldId);
  ctx.db.run("DELETE FROM mentions WHERE user_id = ? AND episode_id = ?", ctx.user, oldId);
  deleteOrphans(ctx, touched);
}
