import type { ContextType, Outcome } from "../domain/model/context.ts";
import { titleOf } from "../domain/model/conversation.ts";
import type { Episode, EpisodeSource } from "../domain/model/episode.ts";
import type { Instant } from "../domain/model/time.ts";
import { EngramError, notFound } from "../errors.ts";
import type { Engine } from "./engine-types.ts";

/** Something said outside the chat. */
export interface RememberInput {
  text: string;
  /** Null: the user. */
  speaker: string | null;
  /** Null: now. */
  occurredAt: Instant | null;
  /** Null: a new conversation. */
  conversationId: string | null;
  source: EpisodeSource;
  /** The same id again is the same episode. */
  externalId: string | null;
  outcome?: Outcome | undefined;
  contextType?: ContextType | undefined;
  /** Lowercase, without spaces. */
  tags?: readonly string[] | undefined;
}

/**
 * Stores an episode, which is extracted in the background. `isNew` is false if the external id was seen before. Throws
 * `not_found` for an unknown conversation and `conflict` for forgotten words.
 */
export async function remember(
  engine: Engine,
  userId: string,
  told: RememberInput,
): Promise<{ episode: Episode; isNew: boolean }> {
  const user = engine.store.forUser(userId);
  const { text, speaker, conversationId, source, externalId } = told;
  if (conversationId !== null && !(await user.conversation(conversationId)))
    throw notFound("conversation", "conversationId");
  const now = engine.clock.now();
  const opened = await user.openEpisode({
    id: engine.newId(),
    conversationId: conversationId ?? engine.newId(),
    createConversation: conversationId === null,
    conversation: { title: titleOf(text), clientSystem: null, externalId: null },
    userMessage: text,
    speaker,
    source,
    state: "complete",
    memory: "on",
    mode: "chat",
    occurredAt: told.occurredAt ?? now,
    recordedAt: now,
    externalId,
    outcome: told.outcome,
    contextType: told.contextType,
    tags: told.tags === undefined || told.tags.length === 0 ? undefined : told.tags.join(" "),
    extract: true,
  });
  if (opened.outcome === "forgotten") {
    const message = "These words were forgotten; they are not stored again";
    throw new EngramError("conflict", message, { fields: [{ field: "text", message }] });
  }
  await engine.stored(userId, opened.episode);
  return { episode: opened.episode, isNew: opened.outcome === "opened" };
}
