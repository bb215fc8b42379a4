import type { Instant } from "../../domain/time.ts";
import { type ForgetCounts, type ForgetTarget, noneForgotten } from "../../domain/tombstone.ts";
import { takeEntity } from "../store-core/forget-facts.ts";
import { type Sweep, isEmpty } from "../store-core/sweep.ts";
import { forgetCommunities } from "./communities.ts";
import type { Context } from "./context.ts";
import { clearIntents, cutEpisodes, removeEpisodes, rewriteAllRecalled } from "./forget-episodes.ts";
import { forgetEverything } from "./forget-everything.ts";
import { plan } from "./forget-plan.ts";
import { sweepSummaries } from "./forget-summaries.ts";
import { cutReasoning, rewriteChanges, rewriteGraph, rewriteRejections } from "./forget-record.ts";
import { deleteEntities, deleteFacts, orphansAmong } from "./graph-delete.ts";
import { entitiesById } from "./graph-read.ts";
import { deleteAll, slices } from "./scan.ts";
import { putTombstones } from "./tombstones.ts";

/**
 * Forgets, in the caller's transaction: words are cut out of the turns that stay, then what rested on them goes, then
 * every copy (recalled items, changes, rejections, titles) is gone over. The order matters: which entities are left
 * with nothing is known only after facts and mentions went. What the files of the database keep of deleted records
 * until they are written over is the operator's affair (docs/operations.md).
 */
export async function forget(ctx: Context, target: ForgetTarget, at: Instant): Promise<ForgetCounts> {
  if ("everything" in target) return forgetEverything(ctx, at);
  const sweep = await plan(ctx, target, at);
  if (isEmpty(sweep)) return noneForgotten();
  await putTombstones(ctx, sweep.tombstones);
  await cutEpisodes(ctx, sweep);
  await sweepSummaries(ctx, sweep);
  await forgetCommunities(ctx, sweep);
  await removeFacts(ctx, sweep);
  await rewriteGraph(ctx, sweep);
  await removeEpisodes(ctx, sweep);
  await removeEntities(ctx, sweep);
  await rewriteAllRecalled(ctx, sweep);
  await clearIntents(ctx, sweep);
  await rewriteChanges(ctx, sweep);
  await rewriteRejections(ctx, sweep);
  await cutReasoning(ctx, sweep);
  await ctx.tx.run("forget/drop-diffs");
  return sweep.counts;
}

async function removeFacts(ctx: Context, sweep: Sweep): Promise<void> {
  const ids = [...sweep.facts.keys()];
  sweep.counts.facts += ids.length;
  sweep.counts.changes += await deleteFacts(ctx, ids);
  sweep.counts.changes += await deleteAll(ctx, "forget/delete-changes", sweep.changeIds);
}

/** The entity itself, and those that nothing is known about any more. */
async function removeEntities(ctx: Context, sweep: Sweep): Promise<void> {
  for (const slice of slices(await orphansAmong(ctx, [...sweep.maybeOrphans]))) {
    for (const entity of await entitiesById(ctx, slice)) takeEntity(sweep, entity);
  }
  const ids = [...sweep.entities.keys()];
  sweep.counts.entities += ids.length;
  sweep.counts.changes += await deleteEntities(ctx, ids);
}
