import type { AnsweredEpisode } from "../../domain/model/episode.ts";
import type { Outcome } from "../../domain/model/context.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import { usedIn } from "../intents/used-memories.ts";
import type { ShownEpisode } from "../retrieval/memory-items.ts";

/** Each turn between a recall and the outcome leaves this share of the credit (ELI-1). */
const TRACE_DECAY = 0.6;
/** Turns before an outcome that are credited. */
const TRACE_TURNS = 5;
const WEIGHT_MIN = 0.05;

const CREDIT: Record<Outcome, number> = { success: 1, partial: 0.5, neutral: 0, failure: -1 };

/** The memories a reply was based on. */
export function usesIn(turn: ShownEpisode): Feedback[] {
  return usedIn(turn).map(({ id }) => ({
    targetId: id,
    helpful: true,
    at: turn.recordedAt,
    basis: "used",
    episodeId: turn.id,
  }));
}

/**
 * Carries the outcome of a turn back to the memories recalled for it and shortly before (ELI-1). That the user called a reply wrong
 * counts as a failure of the turn before.
 *
 * @param turns of one conversation, in order
 */
export function creditsIn(turns: readonly AnsweredEpisode[]): Feedback[] {
  return turns.flatMap((turn, at) => {
    const said = turn.outcome === undefined ? 0 : CREDIT[turn.outcome];
    const wrong = turn.intent?.kind === "wrong" ? -1 : 0;
    const credit = said === 0 ? wrong : said;
    if (credit === 0) return [];
    const last = said === 0 ? at - 1 : at;
    const traces = new Map<string, Feedback>();
    for (let back = 0; back < TRACE_TURNS && last - back >= 0; back++) {
      const from = turns[last - back];
      for (const { id, score } of from?.recalled ?? []) {
        const weight = Math.abs(credit) * Math.min(1, score) * TRACE_DECAY ** back;
        if (weight < WEIGHT_MIN || traces.has(id)) continue;
        traces.set(id, {
          targetId: id,
          helpful: credit > 0,
          at: turn.recordedAt,
          basis: "credited",
          ...(from && { episodeId: from.id }),
          weight,
        });
      }
    }
    return [...traces.values()];
  });
}
