import { EngramError } from "../../errors.ts";
import type { TracePurpose } from "../../domain/model/trace.ts";
import type { ModelMessage, ModelRequest, ReasoningEffort } from "../../ports/chat-model.ts";
import type { Needs } from "../kernel.ts";
import { countsAsAttempt } from "../model/attempt.ts";
import { collect, JUDGEMENT_TOKENS_MAX } from "../model/collect.ts";
import { parseModelJson } from "../model/json-answer.ts";
import type { CallCost } from "../model/trace.ts";
import type { PromptLibrary } from "../prompts/library.ts";

export interface AskDeps extends Needs<"model" | "gate" | "prompts" | "clock"> {
  /** Runs before each call; rejects with `Outdated` or `BudgetSpent` if the call must not be made. */
  beforeCall?: () => Promise<void>;
}

/** Something was forgotten after the text of a call was read. */
export class Outdated extends Error {}

/** An automatic pass has used up its model budget. */
export class BudgetSpent extends Error {}

type AskedPurpose = Exclude<TracePurpose, "reply" | "tools" | "extract">;

/** Sampling per pass: voters differ in temperature, so that they do not all make the same errors. */
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
  /** Also names the prompt with its rules. */
  purpose: AskedPurpose;
  /** What follows the rules. */
  messages: ModelMessage[];
  schema: { name: string; schema: Record<string, unknown> };
  /** Null if the answer is unreadable. */
  read: (json: unknown) => T | null;
}

export interface PassCall<T> extends CallCost {
  read: T | null;
  /** The answer was cut off, so its last item may be incomplete. */
  truncated: boolean;
}

/** An unreadable answer is retried once; a second one counts as an abstention. */
const TRIES = 2;

export async function askPass<T>(
  deps: AskDeps,
  question: PassQuestion<T>,
  signal: AbortSignal,
): Promise<PassCall<T>> {
  const request = passRequest(deps.prompts, question);
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
  prompts: PromptLibrary,
  { purpose, messages, schema }: Omit<PassQuestion<unknown>, "read">,
): ModelRequest {
  return {
    purpose: RULING.has(purpose) ? "adjudicate" : "verify",
    messages: [{ role: "system", content: prompts.get(purpose).text }, ...messages],
    ...SAMPLING[purpose],
    maxTokens: JUDGEMENT_TOKENS_MAX,
    schema,
  };
}

/** The model is unreachable, which says nothing about the question. */
export function isModelAway(error: unknown): boolean {
  return error instanceof EngramError && error.code === "model_unavailable" && !countsAsAttempt(error);
}
