import { stemsOf } from "../../language/stems.ts";
import { words } from "../../language/text.ts";

/** The words of a text for a comparison by stems. */
export type Bag = ReadonlySet<string>;

export function bagOf(...texts: (string | null | undefined)[]): Bag {
  return new Set(texts.flatMap((text) => words(text ?? "")).flatMap(stemsOf));
}

/** Whether a word is among the words of a text, in any of its forms. */
export function isIn(word: string, bag: Bag): boolean {
  return stemsOf(word).some((form) => bag.has(form));
}
