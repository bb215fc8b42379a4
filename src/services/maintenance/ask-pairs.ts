import { z } from "zod";
import { asLine } from "../../domain/prompt-data.ts";
import type { ChatModel, ModelRequest } from "../../ports/chat-model.ts";
import { collect, type Collected } from "../model/collect.ts";
import { parseModelJson } from "../model/json-answer.ts";
import type { ModelGate } from "../model/gate.ts";
import { exactly, numbered, object } from "../model/response-schema.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import type { ModelBudget } from "./budget.ts";
import type { RunContext } from "./runs.ts";

export interface PairDeps {
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
  /** Tokens of one answer, thought included. */
  maxTokens: number;
  budget: ModelBudget;
}

const SAME_OR_NOT = ["same", "different", "unclear"] as const;
export type SameOrNot = (typeof SAME_OR_NOT)[number];

/** Pairs put to the model in one call. */
export const PAIRS_PER_CALL = 10;

/**
 * One call over numbered pairs: same, different or unclear. What is not answered, or cannot be read, is unclear. The
 * model only says how they look; code applies it. Null when the night's budget is used up: nobody was asked.
 */
export async function askPairs(
  deps: PairDeps,
  promptName: "identity" | "synonyms",
  pairs: readonly (readonly [string, string])[],
  run: RunContext,
): Promise<SameOrNot[] | null> {
  if (run.automatic && (await deps.budget.isSpent(run.userId))) return null;
  const lines = pairs.map(([a, b], at) => `${at + 1}. one: ${asLine(a)}\n   other: ${asLine(b)}`);
  const request: ModelRequest = {
    purpose: "adjudicate",
    messages: [
      { role: "system", content: deps.prompts.get(promptName).text },
      { role: "user", content: `<pairs>\n${lines.join("\n")}\n</pairs>` },
    ],
    effort: "medium",
    temperature: 0,
    maxTokens: deps.maxTokens,
    schema: { name: "identities", schema: pairSchema(pairs.length) },
  };
  const answer = await deps.gate.background("idle", run.signal, (signal) =>
    paidCall(deps.model, request, run, signal),
  );
  return readAnswers(parseModelJson(answer.content), pairs.length);
}

/** A call that a message cut short took its time as well. */
export async function paidCall(
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

function pairSchema(count: number): Record<string, unknown> {
  return object({ pairs: exactly(count, numbered({ answer: { enum: [...SAME_OR_NOT] } })) });
}

const Answers = z.object({
  pairs: z.array(z.object({ n: z.int().positive(), answer: z.enum(SAME_OR_NOT).catch("unclear") })),
});

function readAnswers(json: unknown, count: number): SameOrNot[] {
  const parsed = Answers.safeParse(json);
  const said = new Map(parsed.success ? parsed.data.pairs.map(({ n, answer }) => [n, answer]) : []);
  return Array.from({ length: count }, (_, at) => said.get(at + 1) ?? "unclear");
}
