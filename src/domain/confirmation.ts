import { fold, sentences, type Span } from "./text.ts";

/** The user agrees with what was just asked: "Yes exactly", "that's the one", "genau". */
const AGREES =
  /^(?:(?:lol|oh|ah|ok|okay|haha|hm+|ach|ja ja|well)[, ]+)*(?:yes|yep|yup|yeah|ya|right|exactly|correct|indeed|true|sure(?! is)|of course|both|that(?:'s| is| was) (?:it|right|correct|the one|him|her)|that one|the (?:first|second|third|latter|former|other|last) (?:one)?|got it|you remember|still (?:is|does|do|am)|ja|jep|genau|stimmt|richtig|eben|jawohl|korrekt|der (?:erste|zweite|andere)|die (?:erste|zweite|andere)|oui|ouais|voila|exact\w*|c'est (?:ca|bien ca)|tout a fait|si|exacto|claro|asi es|eso(?: mismo)?|correcto|haan)\b(?!,? but no)/;

/** The sentence in which a message agrees with the one before it; null when it does not. */
export function confirmingSentence(text: string): Span | null {
  const first = sentences(text)[0];
  return first && AGREES.test(fold(text.slice(first.start, first.end))) ? first : null;
}
