import type {
  answeredViews,
  communityViews,
  conversationView,
  factViews,
  notedView,
} from "../../http/views.ts";
import type { FoundConversation } from "../../services/conversation-search.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { RecalledItem } from "../../domain/model/episode.ts";
import type { Status } from "../../domain/model/status.ts";

/** What the service answers with, in its own types: a field that is renamed there does not compile here. */
export type { Entity, Status };
export type Noted = ReturnType<typeof notedView>;
export type Conversation = ReturnType<typeof conversationView> & Partial<Pick<FoundConversation, "found">>;
export type Recalled = RecalledItem;
export type Episode = Awaited<ReturnType<typeof answeredViews>>[number];
export type Fact = Awaited<ReturnType<typeof factViews>>[number];
export type Community = Awaited<ReturnType<typeof communityViews>>[number];

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}
