import { everyWord } from "../../language/index.ts";
import { isDated } from "./dated.ts";
import {
  figures,
  hasNumber,
  numberIndexOf,
  spelledNumber,
  type NumberIndex,
} from "../../language/numbers.ts";
import { findWords, fold, sentences, tokens, words } from "../../language/text.ts";

/** A name, number or date, as written, that a summary must keep from its sources (F13). Checked by code, whoever wrote it. */
export interface Detail {
  kind: "name" | "number";
  text: string;
}

const AMBIGUOUS = everyWord(({ words }) => words.ambiguousNumbers);
/** "One" and "two" are too common. */
const SPELLED_MIN = 3;

/** `known`: names of the entities in the texts, required anywhere in a sentence. */
export function requiredDetailsOf(texts: readonly string[], known: readonly string[]): Detail[] {
  const details = new Map<string, Detail>();
  for (const text of texts) {
    const read = indexText(text);
    const names = [...namesIn(text), ...known.filter((one) => holdsName(one, read))];
    for (const name of names)
      if (!details.has(`name ${fold(name)}`)) details.set(`name ${fold(name)}`, { kind: "name", text: name });
    for (const number of numbersIn(text)) details.set(`number ${number}`, { kind: "number", text: number });
  }
  return [...details.values()].sort((a, b) => a.kind.localeCompare(b.kind));
}

/** A text indexed once, to look up many names. */
export interface IndexedText {
  found: ReturnType<typeof tokens>;
  each: ReadonlySet<string>;
  numbers: NumberIndex;
}

export function indexText(text: string): IndexedText {
  const found = tokens(text);
  return { found, each: new Set(found.map(({ word }) => word)), numbers: numberIndexOf(text) };
}

function holdsName(name: string, { found, each }: IndexedText): boolean {
  const wanted = words(name);
  const [first] = wanted;
  if (first === undefined || !each.has(first)) return false;
  return wanted.length === 1 || findWords(found, wanted) !== null;
}

/** Capitalized words that do not start a sentence, and months and weekdays in any spelling. */
function namesIn(text: string): string[] {
  const found = tokens(text);
  const firsts = sentences(text).map((span) => found.find(({ start }) => start >= span.start)?.start);
  return found.flatMap(({ start, end }) => {
    const word = text.slice(start, end);
    if (isDated(word) && !/^\d/.test(word)) return [word];
    return /^\p{Lu}\p{L}/u.test(word) && !firsts.includes(start) ? [word] : [];
  });
}

function numbersIn(text: string): string[] {
  const spelled = words(text).flatMap((word) => {
    const digits = AMBIGUOUS.has(word) ? null : spelledNumber(word);
    return digits !== null && Number(digits) >= SPELLED_MIN ? [digits] : [];
  });
  return [...figures(text), ...spelled];
}

export function holdsDetail({ kind, text: detail }: Detail, text: IndexedText): boolean {
  return kind === "name" ? holdsName(detail, text) : hasNumber(text.numbers, detail);
}

/** Required details missing from a text. */
export function missingDetails(text: string, required: readonly Detail[]): Detail[] {
  const read = indexText(text);
  return required.filter((detail) => !holdsDetail(detail, read));
}

/** Numbers in a text that are in no source: its writer made them up. */
export function unsupportedNumbers(text: string, sources: readonly string[]): string[] {
  const told = numberIndexOf(sources.join("\n"));
  return figures(text).filter((figure) => {
    const pieces = figure.split(/[.,:]/).map((piece) => piece.replace(/^0+(?=\d)/, ""));
    return !hasNumber(told, figure) && !pieces.every((piece) => told.forms.has(piece));
  });
}

/** Names in a text that are in no source. */
export function unsupportedNames(text: string, sources: readonly string[]): string[] {
  const said = indexText(sources.join("\n"));
  return namesIn(text).filter((name) => !isDated(name) && !holdsName(name, said));
}
