import { endsInQuestionMark } from "../../language/asks.ts";
import { sentencesIn } from "../../language/text.ts";

/** Whether a message only asks: all its sentences end in a question mark. */
export function isBareQuestion(text: string): boolean {
  if (text.trim() === "") return false;
  return sentencesIn(text).every(({ start, end }) => endsInQuestionMark(text.slice(start, end)));
}
