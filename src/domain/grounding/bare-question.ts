import { endsInQuestionMark } from "../../language/asks.ts";
import { sentences } from "../../language/text.ts";

/** Whether a message does nothing but ask: all its sentences end in a question mark. */
export function isBareQuestion(text: string): boolean {
  const all = sentences(text);
  return all.length > 0 && all.every(({ start, end }) => endsInQuestionMark(text.slice(start, end)));
}
