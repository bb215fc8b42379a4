import { EngramError } from "../../errors.ts";
import type { ChatModel, ModelRequest } from "../../ports/chat-model.ts";
import type { Needs } from "../kernel.ts";
import { collect, JUDGEMENT_TOKENS_MAX, type Collected } from "../model/collect.ts";
import { parseModelJson } from "../model/json-answer.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { retryPreempted } from "./retry-preempted.ts";
import type { JobRun } from "./job.ts";
import type { RunContext } from "./runs.ts";

export type AskDeps = Needs<"model" | "gate" | "prompts" | "budget">;

interface Question extends Pick<ModelRequest, "purpose" | "effort" | "schema"> {
  prompt: Parameters<PromptLibrary["get"]>[0];
  text: string;
}

/**
 * The model's answer to a job's question, retried when a chat preempts it. Null if no call was made, as the budget is spent or the
 * model is unreachable: the job continues without an answer.
 */
export async function askModel(
  { model, gate, prompts, budget }: AskDeps,
  run: JobRun,
  { prompt, text, ...asked }: Question,
): Promise<{ json: unknown } | null> {
  const request: ModelRequest = {
    ...asked,
    messages: [
      { role: "system", content: prompts.get(prompt).text },
      { role: "user", content: text },
    ],
    temperature: 0,
    maxTokens: JUDGEMENT_TOKENS_MAX,
  };
  const ask = async (): Promise<{ json: unknown } | null> => {
    if (run.automatic && (await budget.isSpent(run.userId))) return null;
    const answer = await gate.background("idle", run.signal, (signal) =>
      paidCall(model, request, run, signal),
    );
    run.answered();
    return { json: parseModelJson(answer.content) };
  };
  try {
    return await retryPreempted(run.signal, ask);
  } catch (error) {
    if (error instanceof EngramError) return null;
    throw error;
  }
}

/** A preempted call still counts towards the budget. */
async function paidCall(
  model: ChatModel,
  request: ModelRequest,
  run: RunContext,
  signal: AbortSignal,
): Promise<Collected> {
  const started = performance.now();
  let tokens = 0;
  try {
    const answer = await collect(model, request, signal);
    tokens = (answer.usage?.promptTokens ?? 0) + (answer.usage?.completionTokens ?? 0);
    return answer;
  } finally {
    await run.spend({ tokens, seconds: (performance.now() - started) / 1000 });
  }
}
