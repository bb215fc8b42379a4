import { suspicionOf } from "../../domain/belief/suspicion.ts";
import { keptReasoning, type Trace } from "../../domain/model/trace.ts";
import type { Collected } from "./collect.ts";

/** The stored form of one model call about an episode: its cost, and the model's reasoning (COT-1). */
export function traceOf(
  call: Pick<Trace, "episodeId" | "purpose" | "at" | "origin" | "model" | "seconds">,
  { usage, reasoning }: Pick<Collected, "usage" | "reasoning">,
  said: Partial<Pick<Trace, "ballots" | "rulings">> = {},
): Trace {
  return {
    ...call,
    promptTokens: usage?.promptTokens ?? 0,
    completionTokens: usage?.completionTokens ?? 0,
    reasoning: keptReasoning(reasoning),
    suspicion: reasoning === "" ? null : suspicionOf(reasoning),
    ballots: said.ballots ?? {},
    rulings: said.rulings ?? {},
  };
}
