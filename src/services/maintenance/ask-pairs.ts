import { asLine } from "../../domain/model/prompt-data.ts";
import { choices } from "../model/response-schema.ts";
import { askModel, type AskDeps } from "./ask-model.ts";
import type { JobRun } from "./job.ts";

export type SameOrNot = "same" | "different" | "unclear";
const SAME_OR_NOT = choices<SameOrNot>("pairs", "answer", ["same", "different", "unclear"]);

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
  run: JobRun,
): Promise<SameOrNot[] | null> {
  const lines = pairs.map(([a, b], at) => `${at + 1}. one: ${asLine(a)}\n   other: ${asLine(b)}`);
  const answer = await askModel(deps, run, {
    purpose: "adjudicate",
    prompt: promptName,
    text: `<pairs>\n${lines.join("\n")}\n</pairs>`,
    effort: "medium",
    schema: { name: "identities", schema: SAME_OR_NOT.schema(pairs.length) },
  });
  if (answer === null) return null;
  const answers = new Map(SAME_OR_NOT.read(answer.json, pairs));
  return pairs.map((pair) => answers.get(pair) ?? "unclear");
}
