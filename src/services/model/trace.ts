import { suspicionOf } from "../../domain/belief/suspicion.ts";
import { keptReasoning, type Trace, type TracePurpose } from "../../domain/model/trace.ts";
import type { Needs } from "../kernel.ts";
import type { Collected } from "./collect.ts";

/** The cost of a model call. */
export interface CallCost {
  answer: Pick<Collected, "usage" | "reasoning">;
  seconds: number;
}

/** The stored record of a model call about an episode: its cost, and the model's reasoning (COT-1). `purpose` also names its prompt. */
export function traceOfCall(
  { model, prompts, clock }: Needs<"model" | "prompts" | "clock">,
  episodeId: string,
  purpose: Exclude<TracePurpose, "reply" | "tools">,
  { answer: { usage, reasoning }, seconds }: CallCost,
  { ballots = {}, rulings = {} }: Partial<Pick<Trace, "ballots" | "rulings">> = {},
): Trace {
  return {
    episodeId,
    purpose,
    at: clock.now(),
    origin: prompts.get(purpose).origin,
    model: model.info().name,
    seconds,
    promptTokens: usage?.promptTokens ?? 0,
    completionTokens: usage?.completionTokens ?? 0,
    reasoning: keptReasoning(reasoning),
    suspicion: reasoning === "" ? null : suspicionOf(reasoning),
    ballots,
    rulings,
  };
}

/** For an episode that shared its call with another one, which carries the cost. */
export const COST_COUNTED_ELSEWHERE: CallCost = { answer: { usage: null, reasoning: "" }, seconds: 0 };
