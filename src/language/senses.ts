import { everyRow } from "./index.ts";
import { crudeStem } from "./stems.ts";

const SENSES_OF = new Map<string, string[]>();
for (const [sense, list] of everyRow(({ senses }) => senses))
  for (const stem of list.split(" ").map(crudeStem))
    SENSES_OF.set(stem, [...(SENSES_OF.get(stem) ?? []), sense]);

/** Shortest stem that may end in a letter which the common stem keeps: "wohnt", "trabajo". */
const LONG = 5;

/** The meanings that a stem may have, in whatever language: "car" and "auto" share one. Few everyday words have any. */
export function sensesOf(stem: string): readonly string[] {
  return SENSES_OF.get(stem) ?? (stem.length >= LONG ? SENSES_OF.get(stem.slice(0, -1)) : undefined) ?? [];
}
