import { fold } from "./text.ts";

/** The words of denial of the supported languages, folded: a closed class. */
const DENIALS = [
  "not no never none nobody nothing neither nor without cannot dont doesnt didnt cant wont isnt",
  "nicht nichts nein kein keine keinen keinem keiner nie niemals niemand ohne weder",
  "ne pas jamais aucun aucune rien sans ni",
  "nunca jamas tampoco ningun ninguno ninguna nadie nada sin",
].join(" ");
const DENIAL = new RegExp(`\\b(?:${DENIALS.replaceAll(" ", "|")})\\b|n't\\b`);

/** True when a text holds a word of denial: "not", "never" and their like. What it denies is for a reader to tell. */
export function isDenial(text: string): boolean {
  return DENIAL.test(fold(text));
}
