import { sentences } from "../../language/text.ts";

/** A sentence that ends in a question mark, whatever closes behind it. */
const ASKED = /\?[\s"'”’»)\]!?]*$/u;

/** Whether a message does nothing but ask: all its sentences end in a question mark. */
export function isBareQuestion(text: string): boolean {
  const all = sentences(text);
  return all.length > 0 && all.every(({ start, end }) => ASKED.test(text.slice(start, end)));
}
