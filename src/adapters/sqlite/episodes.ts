import type { AnsweredEpisode } from "../../domain/model/episode.ts";
import { notFound } from "../../errors.ts";
import type { NewEpisode } from "../../ports/memory-store.ts";
import { type Redacted, begunEpisode, newConversation } from "../store-core/episodes.ts";
import { type EpisodeRow, MUTABLE_COLUMNS, toEpisodeRow } from "../store-core/rows.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import { type Named, insertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { single } from "./cursor.ts";
import { readConversation } from "./records.ts";

export const findEpisodeRow = single("episodes", (row: EpisodeRow) => row);

export function insertEpisode(ctx: Context, episode: Redacted): Omit<EpisodeRow, "n"> {
  const row = insertEpisodeRow(ctx, begunEpisode(episode, addToConversation(ctx, episode)));
  if (episode.source === "chat") touchUser(ctx, episode.recordedAt);
  return row;
}

/** Takes the next position in a conversation, created if requested. Returns the ordinal. */
export function addToConversation(ctx: Context, episode: NewEpisode): number {
  if (!readConversation(ctx, episode.conversationId)) {
    if (!episode.createConversation) throw notFound("conversation");
    createConversation(ctx, episode);
  }
  const taken = ctx.db.get<{ ordinal: number }>(
    `UPDATE conversations SET next_ordinal = next_ordinal + 1, episode_count = episode_count + 1,
       started_at = min(started_at, ?), last_message_at = max(last_message_at, ?)
     WHERE user_id = ? AND id = ? RETURNING next_ordinal - 1 AS ordinal`,
    episode.occurredAt,
    episode.occurredAt,
    ctx.user,
    episode.conversationId,
  );
  return taken?.ordinal ?? 0;
}

function createConversation(ctx: Context, episode: NewEpisode): void {
  ctx.db.run(
    `INSERT INTO conversations (user_id, id, title, client_system, external_id, branch_of, branch_at, next_ordinal,
       started_at, last_message_at)
     VALUES ($user, $id, $title, $client_system, $external_id, $branch_of, $branch_at, coalesce($branch_at, 0), $at, $at)`,
    { user: ctx.user, id: episode.conversationId, at: episode.occurredAt, ...newConversation(episode) },
  );
}

export function insertEpisodeRow(ctx: Context, episode: AnsweredEpisode): Omit<EpisodeRow, "n"> {
  const row = toEpisodeRow(episode);
  const full: Named = { user_id: ctx.user, ...row, ...episodeSearchText(row) };
  ctx.db.run(insertSql("episodes", Object.keys(full)), full);
  return row;
}

/** An import must not make the user look active: only chat turns update this. */
function touchUser(ctx: Context, at: string): void {
  ctx.db.run(
    "UPDATE users SET last_message_at = max(coalesce(last_message_at, ''), ?) WHERE user_id = ?",
    at,
    ctx.user,
  );
}

const UPDATE_SQL = `UPDATE episodes SET ${MUTABLE_COLUMNS.map((c) => `${c} = $${c}`).join(", ")},
  search_text = $search_text, reply_text = $reply_text WHERE user_id = $user_id AND id = $id`;

/** Writes a changed row back, with its full text. */
export function updateEpisode(ctx: Context, row: EpisodeRow): void {
  const params: Named = { user_id: ctx.user, id: row.id, ...episodeSearchText(row) };
  for (const column of MUTABLE_COLUMNS) params[column] = row[column];
  ctx.db.run(UPDATE_SQL, params);
}
