import type { ChatModel } from "../../../src/ports/chat-model.ts";
import type { LifeQuestion } from "../lives/format.ts";
import { askModel } from "./ask-model.ts";

export const STRICTNESS = ["strict", "lenient"] as const;
export type Strictness = (typeof STRICTNESS)[number];

const RULES: Record<Strictness, string> = {
  strict:
    "Right means: it says everything that the reference says, and nothing that contradicts it or goes beyond it. " +
    "A vaguer date, a missing part or an outdated value given as current is wrong.",
  lenient:
    "Right means: somebody who asked would learn what the reference says. Wording, order, extra detail and a " +
    "slightly vaguer date do not matter; a wrong or outdated value does.",
};

/** Whether an answer says what the reference says. What is no clear "right" counts as wrong. */
export async function isRightAnswer(
  model: ChatModel,
  { q, answer }: LifeQuestion,
  given: string,
  strictness: Strictness,
  seed: number,
): Promise<boolean> {
  const system = [
    "You compare an answer with a reference.",
    RULES[strictness],
    "When the reference says that it is not known, only an answer that says so is right.",
    'Reply with one word: "right" or "wrong".',
  ].join("\n");
  const user = `Question: ${q}\nReference: ${answer}\nAnswer: ${given}`;
  return /^\W*right\b/i.test(await askModel(model, system, user, { seed, temperature: 0 }));
}
