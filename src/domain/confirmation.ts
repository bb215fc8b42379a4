import { fold, sentences, type Span } from "./text.ts";

/** The user agrees with what was just asked: "Yes exactly", "that's the one", "genau". */
const AGREES =
  /^(?:(?:lol|oh|ah|ok|okay|haha|hm+|ach|ja ja|well)[, ]+)*(?:yes|yep|yup|yeah|ya|right|exactly|correct|indeed|true|sure(?! is)|of course|both|that(?:'s| is| was) (?:it|right|correct|the one|him|her)|that one|the (?:first|second|third|latter|former|other|last) (?:one)?|got it|you remember|still (?:is|does|do|am)|ja|jep|genau|stimmt|richtig|eben|jawohl|korrekt|der (?:erste|zweite|andere)|die (?:erste|zweite|andere)|oui|ouais|voila|exact\w*|c'est (?:ca|bien ca)|tout a fait|si|exacto|claro|asi es|eso(?: mismo)?|correcto|haan)\b(?!,? but no)/;

/** Agreement at the end of a few words: "con el, si", "Stadtwerke ja, genau". */
const AGREES_AT_LAST =
  /[ ,](?:yes|yep|yeah|right|exactly|correct|ja|genau|stimmt|richtig|oui|exactement|voila|si|exacto)[.!]*$/;
const AT_LAST_WORDS_MAX = 6;

/** The user picks one of what was named: "the early one", "den zweiten", "first two yes", "Friday works, take it". */
const SELECTS =
  /^(?:(?:ok|okay|oh|ah|thanks|well|danke|merci|gracias|vale)[, ]+)*(?:(?:i'll (?:take|get|go with|have) |ich nehm(?:e)? |je prends |tomo |me quedo con )|(?:(?:the|den|die|das|der|le|la|l'|el|los|las) ?)?(?:first|second|third|fourth|early|earlier|earliest|late|later|latest|last|other|former|latter|morning|evening|ersten?|zweiten?|dritten?|letzten?|fruheren?|spateren?|andere[nr]?|premiere?s?|deuxieme|seconde?|troisieme|derniere?|autre|primer[oa]?s?|segund[oa]s?|tercer[oa]?|ultim[oa]s?|otr[oa])\b|[^.!?]{1,30} (?:works|is (?:fine|good|perfect)|passt|geht|me va bien|me conviene|me convient)\b)/;

export interface Confirmation extends Span {
  /** Which one is meant, of what was named before, the words alone do not tell. */
  selects: boolean;
}

/** The sentence in which a message agrees with the one before it, or picks of it; null when it does neither. */
export function confirmingSentence(text: string): Confirmation | null {
  const [first, second] = sentences(text);
  for (const span of [first, second]) {
    if (span && agrees(fold(text.slice(span.start, span.end)), span === first))
      return { ...span, selects: false };
  }
  return first && SELECTS.test(fold(text.slice(first.start, first.end))) ? { ...first, selects: true } : null;
}

/** Behind another sentence, only a bare word of agreement is one. */
function agrees(folded: string, isFirst: boolean): boolean {
  if (isFirst && AGREES.test(folded)) return true;
  const few = folded.split(" ").length <= AT_LAST_WORDS_MAX;
  return few && AGREES_AT_LAST.test(` ${folded}`);
}
