import type { Entity } from "./entity.ts";
import { isRead } from "../../language/index.ts";
import { isRunOn, hasForms, mayBeForm, hasClitics, runsOf } from "../../language/names.ts";
import { eachToken, findAllWords, words, type Span, type Token } from "../../language/text.ts";

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
  if (parts.length === 0 || !parts.every(hasForms)) return [];
  const isCapital = /\p{Lu}/u.test(name);
  const spans: Span[] = [];
  const row: Token[] = [];
  for (const token of eachToken(text)) {
    if (isCapital && !token.isCapital) continue;
    row.push(token);
    if (row.length > parts.length) row.shift();
    const [first] = row;
    if (first !== undefined && isFormOf(row, parts)) spans.push({ start: first.start, end: token.end });
  }
  return spans;
}

function isFormOf(row: readonly Token[], parts: readonly string[]): boolean {
  return (
    row.length === parts.length &&
    parts.every((part, n) => {
      const word = row[n]?.word ?? "";
      return hasClitics(word, part) || mayBeForm(word, part);
    })
  );
}
