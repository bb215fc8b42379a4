import { z } from "zod";
import { breakControlTokens } from "../../domain/text.ts";
import type { ChatModel } from "../../ports/chat-model.ts";
import { collect, parseModelJson } from "../model/collect.ts";
import type { ModelGate } from "../model/gate.ts";
import type { PromptLibrary } from "../prompts/library.ts";

export interface PairDeps {
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
  /** Tokens of one answer, thought included. */
  maxTokens: number;
}

export const SAME_OR_NOT = ["same", "different", "unclear"] as const;
export type SameOrNot = (typeof SAME_OR_NOT)[number];

/** Pairs put to the model in one call. */
export const PAIRS_PER_CALL = 10;
const WHY_CHARS_MAX = 160;

/**
 * One call over numbered pairs: same, different or unclear. What is not answered, or cannot be read, is unclear. The
 * model only says how they look; code applies it.
 */
export async function askPairs(
  deps: PairDeps,
  promptName: "identity" | "synonyms",
  pairs: readonly (readonly [string, string])[],
  signal: AbortSignal,
): Promise<SameOrNot[]> {
  const lines = pairs.map(
    ([a, b], at) => `${at + 1}. one: ${breakControlTokens(a)}\n   other: ${breakControlTokens(b)}`,
  );
  const answer = await deps.gate.background("idle", signal, (inner) =>
    collect(
      deps.model,
      {
        purpose: "adjudicate",
        messages: [
          { role: "system", content: deps.prompts.get(promptName).text },
          { role: "user", content: `<pairs>\n${lines.join("\n")}\n</pairs>` },
        ],
        effort: "medium",
        temperature: 0,
        maxTokens: deps.maxTokens,
        schema: { name: "identities", schema: pairSchema(pairs.length) },
      },
      inner,
    ),
  );
  return readAnswers(parseModelJson(answer.content), pairs.length);
}

function pairSchema(count: number): Record<string, unknown> {
  const item = {
    type: "object",
    additionalProperties: false,
    required: ["n", "why", "answer"],
    properties: {
      n: { type: "integer" },
      why: { type: "string", maxLength: WHY_CHARS_MAX },
      answer: { enum: [...SAME_OR_NOT] },
    },
  };
  return {
    type: "object",
    additionalProperties: false,
    required: ["pairs"],
    properties: { pairs: { type: "array", minItems: count, maxItems: count, items: item } },
  };
}

const Answers = z.object({
  pairs: z.array(z.object({ n: z.int().positive(), answer: z.enum(SAME_OR_NOT).catch("unclear") })),
});

function readAnswers(json: unknown, count: number): SameOrNot[] {
  const parsed = Answers.safeParse(json);
  const said = new Map(parsed.success ? parsed.data.pairs.map(({ n, answer }) => [n, answer]) : []);
  return Array.from({ length: count }, (_, at) => said.get(at + 1) ?? "unclear");
}
