import {
  cutEpisode,
  cutsNothing,
  mayHoldWords,
  moveMention,
  rewriteRecalled,
} from "../store-core/forget-words.ts";
import type { Cut } from "../store-core/redact.ts";
import type { EpisodeRow } from "../store-core/rows.ts";
import type { Sweep } from "../store-core/sweep.ts";
import type { Context } from "./context.ts";
import { updateEpisode } from "./episodes.ts";
import { redactConversations } from "./forget-conversations.ts";

/** Cuts the forgotten words out of every episode that stays, and moves its mentions. */
export function cutEpisodes(ctx: Context, sweep: Sweep): void {
  const runsOfConversation = new Map<string, string[][]>();
  for (const row of affectedRows(ctx, sweep)) {
    const done = cutEpisode(sweep, row);
    if (done === null) continue;
    updateEpisode(ctx, done.row);
    moveMentions(ctx, row.id, done.made.user);
    const known = runsOfConversation.get(row.conversation_id) ?? [];
    runsOfConversation.set(row.conversation_id, [...known, ...done.made.runs]);
  }
  redactConversations(ctx, sweep, runsOfConversation);
}

function affectedRows(ctx: Context, sweep: Sweep): EpisodeRow[] {
  if (cutsNothing(sweep)) return [];
  const holds = mayHoldWords(sweep);
  const found: EpisodeRow[] = [];
  for (const row of ctx.db.each<EpisodeRow>("SELECT * FROM episodes WHERE user_id = ?", ctx.user)) {
    if (holds(row)) found.push(row);
  }
  return found;
}

interface MentionRow {
  entity_id: string;
  span_start: number;
  span_end: number;
}

/** A mention of words that are gone goes with them; the others keep pointing at their own. */
function moveMentions(ctx: Context, episodeId: string, made: Cut): void {
  const rows = ctx.db.all<MentionRow>(
    "SELECT entity_id, span_start, span_end FROM mentions WHERE user_id = ? AND episode_id = ?",
    ctx.user,
    episodeId,
  );
  ctx.db.run("DELETE FROM mentions WHERE user_id = ? AND episode_id = ?", ctx.user, episodeId);
  for (const row of rows) {
    const span = moveMention(made, { start: row.span_start, end: row.span_end });
    if (span === null) continue;
    ctx.db.run(
      `INSERT OR IGNORE INTO mentions (user_id, episode_id, entity_id, span_start, span_end)
       VALUES (?, ?, ?, ?, ?)`,
      ctx.user,
      episodeId,
      row.entity_id,
      span.start,
      span.end,
    );
  }
}

export function rewriteAllRecalled(ctx: Context, sweep: Sweep): void {
  const rows = ctx.db.all<EpisodeRow>(
    "SELECT * FROM episodes WHERE user_id = ? AND recalled <> '[]'",
    ctx.user,
  );
  for (const row of rows) {
    const recalled = rewriteRecalled(sweep, row);
    if (recalled !== row.recalled) updateEpisode(ctx, { ...row, recalled });
  }
}
