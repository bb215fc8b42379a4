import { everyWord } from "./index.ts";
import { fold } from "./text.ts";

const DENIALS = [...everyWord(({ words }) => words.denials)].join("|");
const DENIAL = new RegExp(`\\b(?:${DENIALS})\\b|n't\\b`);

/** True when a text holds a word of denial: "not", "never" and their like. What it denies is for a reader to tell. */
export function isDenial(text: string): boolean {
  return DENIAL.test(fold(text));
}
