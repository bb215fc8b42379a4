import { isDenial } from "../../language/denial.ts";
import { everyWord, guessLanguage } from "../../language/index.ts";
import { words } from "../../language/text.ts";

const RELATIVES = everyWord(({ words: { relatives } }) => relatives);

/**
 * Whether a sentence only joins statements about one subject: each is there word for word and in its order, though a part that
 * they share may be written once, and nothing is added but "and". So nothing is changed, invented or left out. What could be
 * taken to be about somebody else is refused: "Lia has a friend who sails and lives in Lyon", "Lia's boat leaks and lives in Lyon".
 */
export function joins(sentence: string, statements: readonly string[]): boolean {
  if (statements.length < 2 || [sentence, ...statements].some(isDenial)) return false;
  const written = words(sentence);
  const stated = statements.map(words);
  const and = words(new Intl.ListFormat(guessLanguage(statements.join(" "))).format(["", ""]));
  const places = stated.map((some) => placesOf(some, written));
  const isPlaced = new Set(places.flat());
  const added = written.filter(
    (word, at) => !isPlaced.has(at) && !stated.every((some) => some.includes(word)),
  );
  const ends = places.map((found) => found?.at(-1) ?? -1);
  return (
    statements.every((statement) => /^[\p{L}\p{M}\p{N}-]+\s/u.test(statement)) &&
    statements.slice(0, -1).every((statement) => isOneClause(statement, and)) &&
    ends.every((end, at) => end >= (ends[at - 1] ?? 0)) &&
    added.length > 0 &&
    added.length < statements.length &&
    added.every((word) => and.includes(word))
  );
}

/** Where words are in a text, in their order; null if one is missing. */
function placesOf(wanted: readonly string[], text: readonly string[]): number[] | null {
  let at = -1;
  const places = wanted.map((word) => (at = text.indexOf(word, at + 1)));
  return places.includes(-1) ? null : places;
}

function isOneClause(statement: string, and: readonly string[]): boolean {
  const isBreak = (word: string): boolean => RELATIVES.has(word) || and.includes(word);
  return !/[,;:()–—]/u.test(statement) && !words(statement).some(isBreak);
}
