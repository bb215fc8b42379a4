import { z } from "zod";
import { asLine } from "../../domain/model/prompt-data.ts";
import { exactly, numbered, object, readNumbered } from "../model/response-schema.ts";
import { askModel, type AskDeps } from "./ask-model.ts";
import type { RunContext } from "./runs.ts";

const SAME_OR_NOT = ["same", "different", "unclear"] as const;
export type SameOrNot = (typeof SAME_OR_NOT)[number];

/** Maximum number of pairs in one call. */
export const PAIRS_PER_CALL = 10;

/**
 * One call over numbered pairs: same, different or unclear. A missing or unreadable answer counts as unclear. The model only gives
 * its opinion; code applies it. Null if the night's budget is used up and no call was made.
 */
export async function askPairs(
  deps: AskDeps,
  promptName: "identity" | "synonyms",
  pairs: readonly (readonly [string, string])[],
  run: RunContext,
): Promise<SameOrNot[] | null> {
  const lines = pairs.map(([a, b], at) => `${at + 1}. one: ${asLine(a)}\n   other: ${asLine(b)}`);
  const answer = await askModel(deps, run, {
    purpose: "adjudicate",
    prompt: promptName,
    text: `<pairs>\n${lines.join("\n")}\n</pairs>`,
    effort: "medium",
    schema: { name: "identities", schema: pairSchema(pairs.length) },
  });
  return answer && readAnswers(answer.json, pairs);
}

function pairSchema(count: number): Record<string, unknown> {
  return object({ pairs: exactly(count, numbered({ answer: { enum: [...SAME_OR_NOT] } })) });
}

function readAnswers(json: unknown, pairs: readonly (readonly [string, string])[]): SameOrNot[] {
  const said = readNumbered(json, "pairs", { answer: z.enum(SAME_OR_NOT).catch("unclear") }, pairs) ?? [];
  const answers = new Map(said.map(({ item, answer }) => [item, answer.answer]));
  return pairs.map((pair) => answers.get(pair) ?? "unclear");
}
