import type { Grammar } from "./grammar.ts";
import { NAME } from "./grammar.ts";

/** An object read from the text, with the place after it relative to the text it was read from. */
export interface Taken {
  text: string;
  start: number;
  end: number;
}

const NOUN_WORDS_MAX = 7;
const CLAUSE_WORDS_MAX = 12;
const WORD = /[\p{L}\p{N}€$£%][\p{L}\p{N}\p{M}'’.,:/€$£%&+-]*/uy;
const NAME_AT = new RegExp(NAME, "uy");

interface Word extends Taken {
  folded: string;
}

/** Words in a row from `from`, only white space between them, until one that ends the phrase. */
function wordsUntil(text: string, from: number, stops: ReadonlySet<string>, max: number): Word[] {
  const found: Word[] = [];
  let at = from;
  while (found.length < max) {
    while (text[at] === " ") at++;
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    if (!match) break;
    const word = match[0].replace(/[.,:'’/-]+$/u, "");
    const folded = word.toLowerCase();
    if (found.length > 0 && stops.has(folded)) break;
    found.push({ text: word, start: at, end: at + word.length, folded });
    if (word.length < match[0].length) break;
    at += match[0].length;
  }
  return found;
}

function joined(text: string, found: Word[]): Taken | null {
  const first = found[0];
  const last = found.at(-1);
  if (!first || !last) return null;
  return { text: text.slice(first.start, last.end), start: first.start, end: last.end };
}

/** A noun phrase without articles; null when only empty words are left. */
export function takeNoun(text: string, from: number, grammar: Grammar): Taken | null {
  const found = wordsUntil(text, from, grammar.stops, NOUN_WORDS_MAX);
  while (found[0] && grammar.determiners.has(found[0].folded)) found.shift();
  while (found.length > 0 && grammar.empty.has(found.at(-1)?.folded ?? "")) found.pop();
  if (found[0] && (grammar.empty.has(found[0].folded) || grammar.stops.has(found[0].folded))) return null;
  return joined(text, found);
}

/** A phrase without articles before it; null when nothing but empty words is left. */
export function trimmed(phrase: string, grammar: Grammar): string | null {
  const words = phrase.trim().split(/\s+/);
  while (words[0] !== undefined && grammar.determiners.has(words[0].toLowerCase())) words.shift();
  return words.every((word) => grammar.empty.has(word.toLowerCase())) ? null : words.join(" ");
}

/** The words of a plan or habit, up to the next clause. */
export function takeClause(text: string, from: number, grammar: Grammar): Taken | null {
  const found = wordsUntil(text, from, grammar.clauseStops, CLAUSE_WORDS_MAX);
  while (found[0] && grammar.determiners.has(found[0].folded)) found.shift();
  while (found.length > 0 && grammar.determiners.has(found.at(-1)?.folded ?? "")) found.pop();
  return found.some((word) => !grammar.empty.has(word.folded)) &&
    !grammar.clauseStops.has(found[0]?.folded ?? "")
    ? joined(text, found)
    : null;
}

/** A capitalised name; lower-case first words (articles) are stepped over. */
export function takeName(text: string, from: number, grammar: Grammar): Taken | null {
  let at = from;
  for (let skipped = 0; skipped < 3; skipped++) {
    while (text[at] === " ") at++;
    NAME_AT.lastIndex = at;
    const match = NAME_AT.exec(text);
    if (match) {
      const name = match[0].replace(/['’]s$/u, "").replace(/['’&-]+$/u, "");
      return grammar.empty.has(name.toLowerCase()) ? null : { text: name, start: at, end: at + name.length };
    }
    const article = /^[\p{Ll}']+(?= )/u.exec(text.slice(at, at + 20))?.[0];
    if (!article || !grammar.determiners.has(article)) return lowerName(text, at, grammar);
    at += article.length;
  }
  return null;
}

/** In messages typed without capitals a single plain word stands for a name. */
function lowerName(text: string, from: number, grammar: Grammar): Taken | null {
  if (/\p{Lu}\p{Ll}/u.test(text)) return null;
  const [word, next] = wordsUntil(text, from, grammar.stops, 2);
  if (!word || word.text.length < 4 || next || !/^\p{L}+$/u.test(word.text)) return null;
  if (grammar.empty.has(word.folded) || grammar.determiners.has(word.folded)) return null;
  return { text: word.text, start: word.start, end: word.end };
}

/** Short noun phrases joined by commas and "and"; stops at the first that is not one. */
export function takeList(text: string, from: number, grammar: Grammar): Taken[] {
  const items: Taken[] = [];
  let at = from;
  const joint = new RegExp(`^\\s*(?:,|,? (?:${grammar.and}))\\s+`, "u");
  while (items.length < 6) {
    const item = takeNoun(text, at, grammar);
    const wordCount = item?.text.split(" ").length ?? 0;
    if (!item || (items.length > 0 && (wordCount > 2 || !endsItem(text.slice(item.end), grammar)))) break;
    items.push(item);
    const next = joint.exec(text.slice(item.end, item.end + 12));
    if (!next || wordCount > 4) break;
    at = item.end + next[0].length;
  }
  return items;
}

function endsItem(rest: string, grammar: Grammar): boolean {
  return new RegExp(`^\\s*(?:$|[.,;:!?)(…]|(?:${grammar.and})\\s)`, "u").test(rest);
}
