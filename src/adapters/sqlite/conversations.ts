import type { Conversation } from "../../domain/model/conversation.ts";
import type { ConversationPageQuery, ConversationPatch, NewEpisode, Page } from "../../ports/memory-store.ts";
import { notFound } from "../../errors.ts";
import type { Value } from "./connection.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";
import { type ConversationRow, toConversation } from "../store-core/rows.ts";

export function readConversation(ctx: Context, id: string): Conversation | null {
  return one(ctx, "id", id);
}

export function conversationByExternalId(ctx: Context, externalId: string): Conversation | null {
  return one(ctx, "external_id", externalId);
}

function one(ctx: Context, column: string, value: string): Conversation | null {
  const row = ctx.db.get<ConversationRow>(
    `SELECT * FROM conversations WHERE user_id = ? AND ${column} = ?`,
    ctx.user,
    value,
  );
  return row ? toConversation(row) : null;
}

export function conversationPage(ctx: Context, request: ConversationPageQuery): Page<Conversation> {
  const { shelf, archivedBefore = null } = request;
  const sql = shelf === undefined ? "WHERE user_id = ?" : `WHERE user_id = ? AND ${ON_SHELF[shelf]}`;
  const isByAge = shelf === "listed" || shelf === "archived";
  return page(ctx, request, {
    ...LISTS.conversations,
    filters: [shelf ?? null],
    select: `SELECT * FROM conversations ${sql}`,
    params: [ctx.user, ...(isByAge ? [archivedBefore ?? ""] : [])],
  });
}

const ON_SHELF = {
  pinned: "shelf = 'pinned'",
  listed: "coalesce(shelf, iif(last_message_at < ?, 'archived', '')) <> 'archived'",
  archived: "coalesce(shelf, iif(last_message_at < ?, 'archived', '')) = 'archived'",
};

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
    `INSERT INTO conversations (user_id, id, title, client_system, external_id, started_at, last_message_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ctx.user,
    episode.conversationId,
    episode.conversation?.title ?? null,
    episode.conversation?.clientSystem ?? null,
    episode.conversation?.externalId ?? null,
    episode.occurredAt,
    episode.occurredAt,
  );
}

const PATCHABLE = {
  title: "title",
  historyFrom: "history_from",
  historySummary: "history_summary",
  shelf: "shelf",
} as const;

export function patchConversation(ctx: Context, id: string, set: ConversationPatch): Conversation | null {
  for (const [field, column] of Object.entries(PATCHABLE)) {
    const value: Value | undefined = set[field as keyof typeof PATCHABLE];
    if (value === undefined) continue;
    ctx.db.run(`UPDATE conversations SET ${column} = ? WHERE user_id = ? AND id = ?`, value, ctx.user, id);
  }
  return readConversation(ctx, id);
}
