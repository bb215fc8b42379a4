import { namesOf, type Entity } from "./entity.ts";
import { isRead } from "../../language/index.ts";
import { isRunOn, hasForms, mayBeForm, hasClitics, runsOf } from "../../language/names.ts";
import { eachToken, findAllWords, foldName, words, type Span, type Token } from "../../language/text.ts";

/** Spans where a text names an entity: the longest of its names at each place, verbatim or else inflected. */
export function spansOfName(entity: Pick<Entity, "name" | "aliases">, text: string): Span[] {
  const names = namesOf(entity).sort((a, b) => b.length - a.length);
  for (const find of [spansOf, formsOf])
    for (const one of names) {
      const spans = find(text, one);
      if (spans.length > 0) return spans;
    }
  return [];
}

/** Verbatim occurrences of a name in a text; in scripts without spaces, wherever its characters occur in sequence. */
export function spansOf(text: string, name: string): Span[] {
  if (isRunOn(name)) return [...runsOf(text, name)];
  const signs = /(?<![+#])[+#]*$/.exec(foldName(name))?.[0];
  return findAllWords(text, words(name)).filter(({ end }) => signsAt(text, end) === signs);
}

const SIGNS = /[+#]*(?![\p{L}\p{N}])/uy;

/** "C#" does not name C. */
function signsAt(text: string, at: number): string {
  SIGNS.lastIndex = at;
  return SIGNS.exec(text)?.[0] ?? "";
}

/**
 * Occurrences with each word possibly inflected, capitalized where the name is: "w Krakowie". The languages that code
 * reads do not inflect names, so there it would be a different name.
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
