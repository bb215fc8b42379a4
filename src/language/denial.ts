import { everyWord } from "./index.ts";
import { fold } from "./text.ts";

const DENIAL = new RegExp(`\\b(?:${[...everyWord(({ words }) => words.denials)].join("|")})\\b`);

/** True if a text contains a negation: "not", "never" and so on. Its scope is left to the reader. */
export function isDenial(text: string): boolean {
  return DENIAL.test(fold(text));
}
