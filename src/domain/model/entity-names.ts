import type { Entity } from "./entity.ts";
import { findAllWords, type Span, words } from "../../language/text.ts";

/** Where a text names an entity: by the longest of its names that stands there. */
export function spansOfName(entity: Pick<Entity, "name" | "aliases">, text: string): Span[] {
  const names = [entity.name, ...entity.aliases.map(({ alias }) => alias)]
    .map((name) => words(name))
    .filter((parts) => parts.length > 0)
    .sort((a, b) => b.length - a.length);
  for (const name of names) {
    const spans = findAllWords(text, name);
    if (spans.length > 0) return spans;
  }
  return [];
}
