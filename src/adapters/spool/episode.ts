import type { AnsweredEpisode } from "../../domain/episode.ts";
import type { CompleteEpisode, NewEpisode } from "../../ports/memory-store.ts";

/**
 * A waiting turn as the store would give it, but for its place, which only the store knows: it is the first of a new
 * conversation. Nothing is to be extracted from it before the store has it.
 */
export function spooledEpisode(opening: NewEpisode): AnsweredEpisode {
  return {
    id: opening.id,
    conversationId: opening.conversationId,
    ordinal: 0,
    userMessage: opening.userMessage,
    assistantReply: opening.assistantReply ?? null,
    speaker: opening.speaker ?? null,
    source: opening.source,
    state: opening.state,
    memory: opening.memory,
    mode: opening.mode,
    occurredAt: opening.occurredAt,
    recordedAt: opening.recordedAt,
    place: null,
    summary: null,
    emotion: null,
    valence: 0.5,
    importance: 0.5,
    outcome: "neutral",
    context: null,
    extraction: { state: "none", attempts: 0, error: null },
    verification: { state: "none", attempts: 0, error: null },
    consolidatedInto: null,
    sourceCount: 1,
    externalId: opening.externalId ?? null,
    idempotencyKey: opening.idempotencyKey ?? null,
    chainHash: null,
    replacedBy: null,
    model: null,
    error: null,
    redacted: false,
    intent: opening.intent ?? null,
    recalled: [],
    spooled: true,
  };
}

export function completed(episode: AnsweredEpisode, result: CompleteEpisode): AnsweredEpisode {
  return {
    ...episode,
    assistantReply: result.assistantReply,
    state: result.state,
    recalled: result.recalled,
    model: result.model,
    chainHash: result.chainHash ?? episode.chainHash,
    error: result.error ?? null,
    intent: result.intent ?? episode.intent,
    extraction: { ...episode.extraction, state: "none" },
    spooled: true,
  };
}
