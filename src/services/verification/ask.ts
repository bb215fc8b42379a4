import { EngramError } from "../../errors.ts";
import type { Trace, TracePurpose } from "../../domain/model/trace.ts";
import type { ChatModel, ModelMessage, ModelRequest, ReasoningEffort } from "../../ports/chat-model.ts";
import type { Clock } from "../../ports/clock.ts";
import { countsAsAttempt } from "../model/attempt.ts";
import { collect, JUDGEMENT_TOKENS_MAX, type Collected } from "../model/collect.ts";
import { parseModelJson } from "../model/json-answer.ts";
import type { ModelGate } from "../model/gate.ts";
import { traceOf } from "../model/trace.ts";
import type { Prompt, PromptLibrary } from "../prompts/library.ts";

export interface AskDeps {
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
  clock: Clock;
  /** Before each call: rejects with `Outdated` or `BudgetSpent` when it must not be made. */
  beforeCall?: () => Promise<void>;
}

/** Something was forgotten since the words of a call were read. */
export class Outdated extends Error {}

/** A pass that nobody asked for has used up what it may spend on the model. */
export class BudgetSpent extends Error {}

export type AskedPurpose = Exclude<TracePurpose, "extract">;

/** How each pass is asked: voters differ in temperature, so that they do not all err alike. */
const SAMPLING: Record<AskedPurpose, { effort: ReasoningEffort; temperature: number }> = {
  blind: { effort: "high", temperature: 0.2 },
  "verdict-a": { effort: "medium", temperature: 0.3 },
  "verdict-b": { effort: "medium", temperature: 0.5 },
  adjudicate: { effort: "medium", temperature: 0 },
  confirm: { effort: "medium", temperature: 0.3 },
  consequences: { effort: "medium", temperature: 0 },
  aftermath: { effort: "medium", temperature: 0.3 },
  web: { effort: "medium", temperature: 0 },
};
const RULING: ReadonlySet<AskedPurpose> = new Set(["adjudicate", "confirm", "consequences", "aftermath"]);

export interface PassQuestion<T> {
  purpose: AskedPurpose;
  messages: ModelMessage[];
  schema: { name: string; schema: Record<string, unknown> };
  /** Null when the answer cannot be read. */
  read: (json: unknown) => T | null;
}

export interface PassCall<T> {
  answer: Pick<Collected, "usage" | "reasoning">;
  read: T | null;
  /** The answer was cut off: what it says last may lack its end. */
  truncated: boolean;
  seconds: number;
}

/** An answer that cannot be read is asked for once more; a second one is an abstention. */
const TRIES = 2;

export async function askPass<T>(
  deps: AskDeps,
  question: PassQuestion<T>,
  signal: AbortSignal,
): Promise<PassCall<T>> {
  const request = passRequest(question);
  const started = performance.now();
  for (let tries = 1; ; tries++) {
    await deps.beforeCall?.();
    const answer = await deps.gate.background("idle", signal, (inner) => collect(deps.model, request, inner));
    const read = question.read(parseModelJson(answer.content));
    if (read === null && tries < TRIES) continue;
    return { answer, read, truncated: answer.truncated, seconds: (performance.now() - started) / 1000 };
  }
}

export function passRequest(
  { purpose, messages, schema }: Omit<PassQuestion<unknown>, "read">,
  maxTokens = JUDGEMENT_TOKENS_MAX,
): ModelRequest {
  return {
    purpose: RULING.has(purpose) ? "adjudicate" : "verify",
    messages,
    ...SAMPLING[purpose],
    maxTokens,
    schema,
  };
}

/** Of a pass that shared its call with another, which has the cost. */
export const COST_COUNTED_ELSEWHERE = { answer: { usage: null, reasoning: "" }, seconds: 0 } as const;

/** What a pass said, as it is kept. */
export function traceOfCall(
  deps: AskDeps,
  episodeId: string,
  purpose: AskedPurpose,
  prompt: Prompt,
  { answer, seconds }: Pick<PassCall<unknown>, "answer" | "seconds">,
  said: Partial<Pick<Trace, "ballots" | "rulings">>,
): Trace {
  const call = { episodeId, purpose, at: deps.clock.now(), origin: prompt.origin, seconds };
  return traceOf({ ...call, model: deps.model.info().name }, answer, said);
}

/** Nobody answers: that says nothing about what was asked. */
export function isModelAway(error: unknown): boolean {
  return error instanceof EngramError && error.code === "model_unavailable" && !countsAsAttempt(error);
}
