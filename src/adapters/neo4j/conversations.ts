import type { Conversation } from "../../domain/model/conversation.ts";
import type { ConversationPageQuery, ConversationPatch, Page } from "../../ports/memory-store.ts";
import { type ConversationRow, toConversation } from "../store-core/rows.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";
import type { Params } from "./parameters.ts";

export function readConversation(ctx: Context, id: string): Promise<Conversation | null> {
  return one(ctx, "read/conversation", { id });
}

export function conversationByExternalId(ctx: Context, externalId: string): Promise<Conversation | null> {
  return one(ctx, "conversations/by-external-id", { external_id: externalId });
}

async function one(ctx: Context, statement: string, params: Params): Promise<Conversation | null> {
  const found = await ctx.tx.one<{ row: ConversationRow }>(statement, params);
  return found ? toConversation(found.row) : null;
}

export function conversationPage(ctx: Context, request: ConversationPageQuery): Promise<Page<Conversation>> {
  return page(ctx, request, {
    ...LISTS.conversations,
    filters: [request.shelf ?? null],
    statement: "conversations/page",
    params: { shelf: request.shelf ?? "", archived_before: request.archivedBefore ?? "" },
  });
}

const PATCHABLE = {
  title: "title",
  historyFrom: "history_from",
  historySummary: "history_summary",
  shelf: "shelf",
} as const;

export function patchConversation(
  ctx: Context,
  id: string,
  patch: ConversationPatch,
): Promise<Conversation | null> {
  const set: Record<string, string | number | null> = {};
  for (const [field, column] of Object.entries(PATCHABLE)) {
    const value = patch[field as keyof typeof PATCHABLE];
    if (value !== undefined) set[column] = value;
  }
  return one(ctx, "conversations/patch", { id, set });
}
