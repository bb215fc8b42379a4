import type { AnsweredEpisode } from "../../domain/model/episode.ts";
import type { CompleteEpisode, NewEpisode } from "../../ports/memory-store.ts";
import { begunEpisode } from "../store-core/episodes.ts";

/**
 * A waiting turn as the store would give it, but for its place, which only the store knows: it is the first of a new
 * conversation. Nothing is to be extracted from it before the store has it.
 */
export function spooledEpisode(opening: NewEpisode): AnsweredEpisode {
  const asked = { ...opening, extract: false, redacted: false };
  return { ...begunEpisode(asked, 0), spooled: true };
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
