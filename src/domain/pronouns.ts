import { fold } from "./text.ts";

/** Personal pronouns of the supported languages, folded: a closed class. */
const FIRST =
  /\b(?:i|im|ive|me|my|mine|myself|we|our|ours|us|ich|mich|mir|mein\w*|wir|uns|unser\w*|je|j'\w+|moi|mon|ma|mes|nous|notre|nos|yo|me|mi|mis|conmigo|nosotros|nuestr\w*)\b/;
const SECOND =
  /\b(?:you|your|yours|du|dich|dir|dein\w*|ihr|euch|tu|te|toi|ton|ta|tes|vous|votre|vos|ti|tus?|usted|ustedes|vosotros)\b/;
const THIRD =
  /\b(?:he|she|him|his|her|hers|they|their|them|er|ihm|ihn|sein\w*|ihr\w*|il|elle|ils|elles|lui|leurs?|sa|son|ses|ella|ellos|ellas|sus?|les?)\b/;
const PLURAL = /\b(?:we|our|ours|us|wir|uns|unser\w*|nous|notre|nos|nosotros|nuestr\w*)\b/;

export function hasFirstPerson(text: string): boolean {
  return FIRST.test(fold(text));
}

/** Third persons stand for somebody named before. "It" and "sie" stand for too much. */
export function hasThirdPerson(text: string): boolean {
  return THIRD.test(fold(text));
}

/** Whether a text may speak of somebody beside its speaker by a pronoun: "you", "we", "she". */
export function mayMeanAnother(text: string): boolean {
  const folded = fold(text);
  return SECOND.test(folded) || THIRD.test(folded) || PLURAL.test(folded);
}
