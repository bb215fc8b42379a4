import type { Instant } from "../../domain/time.ts";
import { type ForgetTarget, noneForgotten } from "../../domain/tombstone.ts";
import { forgetCommunities } from "./communities.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { closeConversations } from "./forget-conversations.ts";
import { cutEpisodes, rewriteAllRecalled } from "./forget-episodes.ts";
import { dropDiffs } from "./diffs.ts";
import { forgetEverything } from "./forget-everything.ts";
import { clearIntents } from "./forget-intents.ts";
import { rewriteChanges, rewriteGraph, rewriteRejections } from "./forget-graph.ts";
import { plan } from "./forget-plan.ts";
import { sweepSummaries } from "./forget-summaries.ts";
import { deleteEntities, deleteFacts, orphansAmong } from "./graph-delete.ts";
import { entitiesById } from "./graph-read.ts";
import { owePurge, rebuildsAll } from "./purge.ts";
import { secureDelete } from "./schema.ts";
import { takeEntity } from "../store-core/forget-facts.ts";
import { type Forgotten, type Sweep, isEmpty } from "../store-core/sweep.ts";
import { putTombstone } from "./tombstones.ts";
import { cutReasoning } from "./traces.ts";

/**
 * Forgets, in the caller's transaction: words are cut out of the turns that stay, then what rested on them goes, then
 * every copy (recalled items, changes, rejections, titles) is gone over. The order matters: which entities are left
 * with nothing is known only after facts and mentions went.
 */
export function forget(ctx: Context, target: ForgetTarget, at: Instant): Forgotten {
  if ("everything" in target) return forgetEverything(ctx, at);
  const sweep = plan(ctx, target, at);
  if (isEmpty(sweep)) return { counts: noneForgotten(), needles: [] };
  const bulk = rebuildsAll(sweep.needles);
  if (bulk) ctx.db.exec(secureDelete(false));
  sweepRows(ctx, sweep);
  if (bulk) ctx.db.exec(secureDelete(true));
  owePurge(ctx.db);
  return { counts: sweep.counts, needles: [...sweep.needles] };
}

function sweepRows(ctx: Context, sweep: Sweep): void {
  for (const tombstone of sweep.tombstones) putTombstone(ctx, tombstone);
  cutEpisodes(ctx, sweep);
  sweepSummaries(ctx, sweep);
  forgetCommunities(ctx, sweep);
  removeFacts(ctx, sweep);
  rewriteGraph(ctx, sweep);
  removeEpisodes(ctx, sweep);
  removeEntities(ctx, sweep);
  rewriteAllRecalled(ctx, sweep);
  clearIntents(ctx, sweep);
  rewriteChanges(ctx, sweep);
  rewriteRejections(ctx, sweep);
  cutReasoning(ctx, sweep);
  dropDiffs(ctx);
}

function removeFacts(ctx: Context, sweep: Sweep): void {
  const ids = [...sweep.facts.keys()];
  sweep.counts.facts += ids.length;
  sweep.counts.changes += deleteFacts(ctx, ids);
  sweep.counts.changes += ctx.db.run(
    `DELETE FROM changes WHERE user_id = ? AND id ${IN_LIST}`,
    ctx.user,
    list([...sweep.changeIds]),
  );
}

function removeEpisodes(ctx: Context, sweep: Sweep): void {
  const ids = list([...sweep.episodeIds]);
  const touched = ctx.db.all<{ id: string }>(
    `SELECT DISTINCT conversation_id AS id FROM episodes WHERE user_id = ? AND id ${IN_LIST}`,
    ctx.user,
    ids,
  );
  const words = ctx.db.all<{ user_message: string; conversation_id: string }>(
    `SELECT user_message, conversation_id FROM episodes WHERE user_id = ? AND id ${IN_LIST}`,
    ctx.user,
    ids,
  );
  ctx.db.run(`DELETE FROM mentions WHERE user_id = ? AND episode_id ${IN_LIST}`, ctx.user, ids);
  ctx.db.run(`DELETE FROM feedback WHERE user_id = ? AND target_id ${IN_LIST}`, ctx.user, ids);
  sweep.counts.episodes += ctx.db.run(
    `DELETE FROM episodes WHERE user_id = ? AND id ${IN_LIST}`,
    ctx.user,
    ids,
  );
  for (const { id } of touched) sweep.conversationIds.add(id);
  closeConversations(ctx, sweep, words);
}

/** The entity itself, and those that nothing is known about any more. */
function removeEntities(ctx: Context, sweep: Sweep): void {
  for (const entity of entitiesById(ctx, orphansAmong(ctx, [...sweep.maybeOrphans]))) {
    takeEntity(sweep, entity);
  }
  const ids = [...sweep.entities.keys()];
  sweep.counts.entities += ids.length;
  sweep.counts.changes += deleteEntities(ctx, ids);
}
