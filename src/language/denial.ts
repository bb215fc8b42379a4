import { everyWord } from "./index.ts";
import { fold } from "./text.ts";

const DENIAL = new RegExp(`\\b(?:${[...everyWord(({ words }) => words.denials)].join("|")})\\b`);

/** True when a text holds a word of denial: "not", "never" and their like. What it denies is for a reader to tell. */
export function isDenial(text: string): boolean {
  return DENIAL.test(fold(text));
}
