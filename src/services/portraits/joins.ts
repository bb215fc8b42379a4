import { isDenial } from "../../language/denial.ts";
import { contentWords } from "../../language/stems.ts";
import { words } from "../../language/text.ts";

/**
 * Whether a sentence only joins statements: each is there word for word and in its order, though a part that they share may be
 * said once, and nothing is added but a small word for each join. So no name, number or date can be changed, invented or left out.
 * Whether the whole still means the same is for a reader: "You have a sister, Annelie, who lives in Ghent."
 */
export function joins(sentence: string, statements: readonly string[]): boolean {
  if (statements.length < 2 || [sentence, ...statements].some(isDenial)) return false;
  const written = words(sentence);
  const stated = statements.map(words);
  const places = stated.map((some) => placesOf(some, written));
  const isPlaced = new Set(places.flat());
  const added = written.filter(
    (word, at) => !isPlaced.has(at) && !stated.every((some) => some.includes(word)),
  );
  return (
    places.every((found) => found !== null) &&
    added.length < statements.length &&
    contentWords(added.join(" ")).length === 0
  );
}

/** Where words are in a text, in their order; null if one is missing. */
function placesOf(wanted: readonly string[], text: readonly string[]): number[] | null {
  let at = -1;
  const places = wanted.map((word) => (at = text.indexOf(word, at + 1)));
  return places.includes(-1) ? null : places;
}
