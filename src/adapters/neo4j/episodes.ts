import { type Redacted, begunEpisode, newConversation } from "../store-core/episodes.ts";
import { type EpisodeRow, MUTABLE_COLUMNS, toEpisodeRow } from "../store-core/rows.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import type { Context } from "./context.ts";
import type { Value } from "./parameters.ts";
import { foundBy, repliedBy } from "./search-marks.ts";

export async function insertEpisode(ctx: Context, episode: Redacted): Promise<EpisodeRow> {
  const { conversation_id, ordinal: _given, ...columns } = toEpisodeRow(begunEpisode(episode, 0));
  const row = { n: await ctx.takeNumbers(1), ...columns };
  const inserted = await ctx.tx.one<{ ordinal: number }>("episodes/insert", {
    conversation_id,
    conversation: newConversation(episode),
    occurred_at: episode.occurredAt,
    // An import must not make the user look active: only chat turns update this.
    last_message_at: episode.source === "chat" ? episode.recordedAt : null,
    row: { ...row, ...openMark(row.state), ...wordMarks(ctx, episodeSearchText(row)) },
  });
  return { ...row, conversation_id, ordinal: inserted?.ordinal ?? 0 };
}

/** Set on open turns only, so that an index finds them among millions. */
export function openMark(state: EpisodeRow["state"]): { open: true | null } {
  return { open: state === "open" ? true : null };
}

export function wordMarks(
  ctx: Context,
  texts: { search_text: string; reply_text: string },
): Record<string, Value> {
  return { ...foundBy(texts.search_text), ...repliedBy(ctx.userKey, texts.reply_text) };
}

/** Writes the changes, with their full text. Traces may repeat changed words: they are deleted. */
export async function updateEpisode(ctx: Context, before: EpisodeRow, after: EpisodeRow): Promise<void> {
  const set = episodeChanges(ctx, before, after);
  if (Object.keys(set).length === 0) return;
  await ctx.tx.run("episodes/update", { id: after.id, set });
  if (before.redacted !== after.redacted || before.user_message !== after.user_message)
    await ctx.tx.run("traces/delete-of-episodes", { ids: [after.id] });
}

/** The properties that differ, and those derived from them. */
function episodeChanges(ctx: Context, before: EpisodeRow, after: EpisodeRow): Record<string, Value> {
  const set: Record<string, Value> = {};
  for (const column of MUTABLE_COLUMNS) if (before[column] !== after[column]) set[column] = after[column];
  if (before.state !== after.state) Object.assign(set, openMark(after.state));
  const was = episodeSearchText(before);
  const is = episodeSearchText(after);
  if (was.reply_text !== is.reply_text) Object.assign(set, repliedBy(ctx.userKey, is.reply_text));
  if (was.search_text !== is.search_text) Object.assign(set, foundBy(is.search_text));
  return set;
}
