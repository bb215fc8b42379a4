import { crudeStem } from "../../domain/language.ts";
import { words } from "../../domain/text.ts";
import { meant } from "./aspects.ts";

/** The words of a text for a loose comparison: stems, and pairs of neighbours as one ("shut down" for "shutdown"). */
export type Bag = ReadonlySet<string>;

export function bagOf(...texts: (string | null | undefined)[]): Bag {
  const bag = new Set<string>();
  for (const text of texts) {
    const all = words(text ?? "");
    for (const [index, word] of all.entries()) {
      bag.add(crudeStem(word));
      const next = all[index + 1];
      if (next !== undefined) bag.add(crudeStem(word + next));
    }
  }
  return bag;
}

/** Shortest part of a compound that counts as a word of its own ("Turcode" is a kind of "Code"). */
const PART_CHARS_MIN = 4;
/** Shortest beginning two inflected forms must share ("counselling", "counsellor"). */
const SHARED_CHARS_MIN = 6;

/** What a mere hint counts beside a word that is held. */
const HINT = 0.4;

/** How well a memory holds a word of a wish: 1, or `HINT` for one that only hints at it, or 0. */
export function held(word: string, bag: Bag): number {
  if (isIn(word, bag)) return 1;
  for (const stem of meant(word).hinted) if (bag.has(stem)) return HINT;
  return 0;
}

/** Whether a word of a wish is among the words of a memory: itself, a synonym, a compound or another form of it. */
export function isIn(word: string, bag: Bag): boolean {
  for (const stem of meant(word).held) if (bag.has(stem)) return true;
  const stem = crudeStem(word);
  if (stem.length < PART_CHARS_MIN || /\d/.test(stem)) return false;
  for (const other of bag) {
    if (other.length < PART_CHARS_MIN) continue;
    if (other.endsWith(stem) && other.length - stem.length >= 3) return true;
    if (stem.endsWith(other) && stem.length - other.length >= 3) return true;
    if (sharedLength(stem, other) >= SHARED_CHARS_MIN) return true;
  }
  return false;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
