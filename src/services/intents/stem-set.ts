import { stemsOf } from "../../language/stems.ts";
import { words } from "../../language/text.ts";

/** Stems of the words of a text. */
export type StemSet = ReadonlySet<string>;

export function stemSetOf(...texts: (string | null | undefined)[]): StemSet {
  return new Set(texts.flatMap((text) => words(text ?? "")).flatMap(stemsOf));
}

/** Whether a text contains any form of a word: "cats" for "cat". */
export function hasFormOf(word: string, stems: StemSet): boolean {
  return stemsOf(word).some((form) => stems.has(form));
}
