import { SUMMARIES, type Summary, type SummaryLog } from "../../domain/model/summary.ts";
import { deleteLinksOf } from "./records.ts";
import { begunSummary, summaryAsEpisode } from "../store-core/episodes.ts";
import { readSummaries } from "../store-core/forget-store.ts";
import { runSync } from "../store-core/steps.ts";
import { type Context, deleteIn } from "./context.ts";
import { addToConversation, insertEpisodeRow } from "./episodes.ts";
import { insertMention } from "./graph-write.ts";
import { rowsOf } from "./statements.ts";

export function readSummary({ db, user }: Context, id: string): SummaryLog | null {
  return runSync(readSummaries(rowsOf(db, { user }), [id]))[0] ?? null;
}

export function insertSummary(ctx: Context, summary: Summary): void {
  const ordinal = addToConversation(ctx, summaryAsEpisode(summary));
  insertEpisodeRow(ctx, begunSummary(summary, ordinal));
  for (const mention of summary.mentions) insertMention(ctx, { episodeId: summary.id, ...mention });
}

/** Its conversation is left as if it had never been added. */
export function deleteSummary(ctx: Context, id: string): void {
  deleteIn(ctx, "feedback", "target_id", [id]);
  deleteLinksOf(ctx, [id]);
  deleteIn(ctx, "episodes", "id", [id]);
  ctx.db.run(
    `DELETE FROM conversations WHERE user_id = ?1 AND id = ?2 AND NOT EXISTS (
       SELECT 1 FROM episodes WHERE user_id = ?1 AND conversation_id = ?2)`,
    ctx.user,
    SUMMARIES.id,
  );
  ctx.db.run(
    `UPDATE conversations SET episode_count = e.count, next_ordinal = e.last + 1, started_at = e.first,
       last_message_at = e.latest
     FROM (SELECT count(*) AS count, max(ordinal) AS last, min(occurred_at) AS first, max(occurred_at) AS latest
       FROM episodes WHERE user_id = ?1 AND conversation_id = ?2) e
     WHERE user_id = ?1 AND id = ?2`,
    ctx.user,
    SUMMARIES.id,
  );
}
