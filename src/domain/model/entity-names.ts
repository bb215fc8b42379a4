import type { Entity } from "./entity.ts";
import { isRead } from "../../language/index.ts";
import { isRunOn, mayBeForm, hasClitics, runsOf } from "../../language/names.ts";
import { findAllWords, tokens, words, type Span } from "../../language/text.ts";

/** Where a text names an entity: by the longest of its names that stands there, as it is or else in another form. */
export function spansOfName({ name, aliases }: Pick<Entity, "name" | "aliases">, text: string): Span[] {
  const names = [name, ...aliases.map(({ alias }) => alias)].sort((a, b) => b.length - a.length);
  for (const find of [spansOf, formsOf])
    for (const one of names) {
      const spans = find(text, one);
      if (spans.length > 0) return spans;
    }
  return [];
}

/** Where a name stands in a text as it is; in scripts without spaces wherever its signs stand in a row. */
export function spansOf(text: string, name: string): Span[] {
  return isRunOn(name) ? [...runsOf(text, name)] : findAllWords(text, words(name));
}

/**
 * Where every word of a name may stand in another form, with a capital where the name has one: "w Krakowie". The languages
 * that code reads do not inflect names: there it would be another name.
 */
function formsOf(text: string, name: string): Span[] {
  if (isRead(text)) return [];
  const parts = words(name);
  const found = tokens(text).filter(({ isCapital }) => isCapital || !/\p{Lu}/u.test(name));
  if (parts.length === 0) return [];
  return found.flatMap((first, at) => {
    const last = found[at + parts.length - 1];
    const isForm = parts.every((part, n) => {
      const word = found[at + n]?.word ?? "";
      return hasClitics(word, part) || mayBeForm(word, part);
    });
    return isForm && last ? [{ start: first.start, end: last.end }] : [];
  });
}
