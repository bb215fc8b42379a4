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

/** Names, numbers and dates that a summary must keep from its sources (F13). Checked by code, whoever wrote it. */
export interface RequiredDetails {
  /** As written. */
  names: string[];
  numbers: string[];
}

const AMBIGUOUS = everyWord(({ words }) => words.ambiguousNumbers);
/** "One" and "two" are too common. */
const SPELLED_MIN = 3;

/** `known`: names of the entities in the texts, required anywhere in a sentence. */
export function requiredDetailsOf(texts: readonly string[], known: readonly string[]): RequiredDetails {
  const names = new Map<string, string>();
  const numbers = new Set<string>();
  for (const text of texts) {
    const read = indexText(text);
    for (const name of [...namesIn(text), ...known.filter((one) => holdsName(one, read))])
      if (!names.has(fold(name))) names.set(fold(name), name);
    for (const number of numbersIn(text)) numbers.add(number);
  }
  return { names: [...names.values()], numbers: [...numbers] };
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

/** Required details missing from a text. */
export function missingDetails(text: string, required: RequiredDetails): string[] {
  return missingDetailsInAll([indexText(text)], required);
}

/** Required details missing from each of several texts. */
export function missingDetailsInAll(
  texts: readonly IndexedText[],
  { names, numbers }: RequiredDetails,
): string[] {
  return [
    ...names.filter((name) => !texts.some((text) => holdsName(name, text))),
    ...numbers.filter((number) => !texts.some((text) => hasNumber(text.numbers, number))),
  ];
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
