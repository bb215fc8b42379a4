import { promptTokens } from "../../domain/model/prompt-tokens.ts";
import type { ModelLearned, ModelMessage, ModelUsage } from "../../ports/chat-model.ts";
import type { Timings } from "./wire.ts";

/** Measurements of one request. */
export interface Measure {
  timed(timings: Timings): void;
  /** A chunk of the answer arrived. */
  piece(): void;
  /** The answer is complete: the last timings count, else usage and the clock. */
  answered(usage: ModelUsage | null): void;
  /** The server reported the prompt's tokens. */
  counted(promptTokens: number): void;
}

/** Weight of the newest measurement. */
const NEWEST = 0.5;
/** Fewer tokens than this only measure overhead. */
const TOKENS_MIN = 32;
/** Of the estimate; a shorter prompt is mostly template. */
const ESTIMATE_MIN = 400;
/** The template's minimum overhead, which is accounted for elsewhere. */
const FRAME_TOKENS = 70;
const FACTOR_MIN = 0.7;
const FACTOR_MAX = 2.5;

/** The server's reading and writing speeds, and the ratio of our token estimate to its count. */
export class Speeds {
  #prompt: number | null = null;
  #generation: number | null = null;
  #factor = 1;

  learned(): Pick<ModelLearned, "tokensPerEstimate" | "promptSpeed" | "generationSpeed"> {
    return {
      tokensPerEstimate: this.#factor,
      promptSpeed: this.#prompt,
      generationSpeed: this.#generation,
    };
  }

  measure(messages: ModelMessage[]): Measure {
    let last: Timings = {};
    const counted = (tokens: number): void => {
      const estimate = promptTokens(messages);
      if (estimate < ESTIMATE_MIN) return;
      const factor = Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, (tokens - FRAME_TOKENS) / estimate));
      // An estimate too low fails a request, one too high wastes a little room: it falls slowly.
      this.#factor = factor > this.#factor ? factor : mixed(this.#factor, factor);
    };
    let [firstAt, lastAt] = [0, 0];
    return {
      timed: (timings) => (last = timings),
      piece: () => {
        lastAt = performance.now();
        firstAt ||= lastAt;
      },
      counted,
      answered: (usage) => {
        const { prompt_n = 0, prompt_ms = 0, cache_n = 0 } = last;
        const { predicted_n = usage?.completionTokens ?? 0, predicted_ms = lastAt - firstAt } = last;
        if (prompt_n >= TOKENS_MIN && prompt_ms > 0)
          this.#prompt = mixed(this.#prompt, (prompt_n / prompt_ms) * 1000);
        if (predicted_n >= TOKENS_MIN && predicted_ms > 0)
          this.#generation = mixed(this.#generation, (predicted_n / predicted_ms) * 1000);
        const tokens = usage?.promptTokens ?? prompt_n + cache_n;
        if (tokens > 0) counted(tokens);
      },
    };
  }
}

function mixed(before: number | null, newest: number): number {
  return before === null ? newest : before * (1 - NEWEST) + newest * NEWEST;
}
