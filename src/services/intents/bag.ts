import { crudeStem } from "../../domain/language.ts";
import { words } from "../../domain/text.ts";

/** The words of a text for a comparison by stems. */
export type Bag = ReadonlySet<string>;

export function bagOf(...texts: (string | null | undefined)[]): Bag {
  return new Set(texts.flatMap((text) => words(text ?? "")).flatMap(formsOf));
}

/** A short word keeps its ending in the common stem: "live" and "lives", "dog" and "dogs" meet in the second form. */
function formsOf(word: string): string[] {
  return [crudeStem(word), crudeStem(`${word}s`)];
}

/** Whether a word is among the words of a text, in any of its forms. */
export function isIn(word: string, bag: Bag): boolean {
  return formsOf(word).some((form) => bag.has(form));
}
