import { everyWord } from "../../language/index.ts";
import { sentencesIn, words, type Span } from "../../language/text.ts";

/** Words of agreement, folded. */
const AGREEING = everyWord(({ words }) => words.agreement);
/** Longest first sentence, in words, that counts as mere agreement: "yes, that's the one". */
const AGREEING_WORDS_MAX = 6;
/** Upper bound on the length of that many words. */
const AGREEING_CHARS_MAX = 200;

/** The sentence in which a message agrees with the previous one: short, and opening with a word of agreement. */
export function confirmingSentence(text: string): Span | null {
  const [first] = sentencesIn(text.slice(0, 2 * AGREEING_CHARS_MAX));
  if (!first || first.end - first.start > AGREEING_CHARS_MAX) return null;
  const said = words(text.slice(first.start, first.end));
  return said.length <= AGREEING_WORDS_MAX && AGREEING.has(said[0] ?? "") ? first : null;
}
