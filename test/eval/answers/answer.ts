import type { ChatModel } from "../../../src/ports/chat-model.ts";
import type { Life, LifeQuestion } from "../lives/format.ts";
import { askModel } from "./ask-model.ts";

const TEMPERATURE = 0.3;

/** Answers a question about a person from what is given, and says so when that does not tell. */
export function answer(
  model: ChatModel,
  life: Life,
  { q, at }: LifeQuestion,
  context: string,
  seed: number,
): Promise<string> {
  const system = [
    `You answer questions about ${life.user.name}, called the user below. Today is ${at.slice(0, 10)}.`,
    "Use only what is given. When it does not tell, say that you do not know. Answer in one or two sentences.",
  ].join("\n");
  const given = context === "" ? "(nothing)" : context;
  return askModel(model, system, `Given:\n${given}\n\nQuestion: ${q}`, { seed, temperature: TEMPERATURE });
}
