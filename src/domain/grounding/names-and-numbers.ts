import { everyWord } from "../../language/index.ts";
import { isDated } from "./dated.ts";
import { figures, hasNumber, numberForms, spelledNumber } from "../../language/numbers.ts";
import { findWords, fold, sentences, tokens, words } from "../../language/text.ts";

/**
 * What must not get lost when a text is put in the place of others: names, numbers and dates (F13). Code looks for
 * them, whoever wrote the text.
 */
export interface Survivors {
  /** As written. */
  names: string[];
  numbers: string[];
}

const AMBIGUOUS = everyWord(({ words }) => words.ambiguousNumbers);
/** "One" and "two" are said of anything. */
const SPELLED_MIN = 3;

/** `known`: names of what the texts speak of, wherever in a sentence they stand. */
export function survivorsOf(texts: readonly string[], known: readonly string[]): Survivors {
  const names = new Map<string, string>();
  const numbers = new Set<string>();
  for (const text of texts) {
    const read = readWords(text);
    for (const name of [...namesIn(text), ...known.filter((one) => stands(one, read))])
      if (!names.has(fold(name))) names.set(fold(name), name);
    for (const number of numbersIn(text)) numbers.add(number);
  }
  return { names: [...names.values()], numbers: [...numbers] };
}

/** A text as it is looked through, read once for many names. */
export interface Words {
  found: ReturnType<typeof tokens>;
  each: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

export function readWords(text: string): Words {
  const found = tokens(text);
  return { found, each: new Set(found.map(({ word }) => word)), numbers: numberForms(text) };
}

function stands(name: string, { found, each }: Words): boolean {
  const wanted = words(name);
  const [first] = wanted;
  if (first === undefined || !each.has(first)) return false;
  return wanted.length === 1 || findWords(found, wanted) !== null;
}

/** Words with a capital that no sentence begins with, and months and days of the week however they are written. */
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

/** What of these a text does not have. */
export function missingIn(text: string, survivors: Survivors): string[] {
  return missingFrom([readWords(text)], survivors);
}

/** What of these none of several texts has. */
export function missingFrom(texts: readonly Words[], { names, numbers }: Survivors): string[] {
  return [
    ...names.filter((name) => !texts.some((text) => stands(name, text))),
    ...numbers.filter((number) => !texts.some((text) => hasNumber(text.numbers, number))),
  ];
}

/** Figures of a text that none of the others has: whoever wrote it made them up. */
export function inventedNumbers(text: string, sources: readonly string[]): string[] {
  const forms = numberForms(sources.join("\n"));
  return figures(text).filter((figure) => {
    const pieces = figure.split(/[.,:]/).map((piece) => piece.replace(/^0+(?=\d)/, ""));
    return !hasNumber(forms, figure) && !pieces.every((piece) => forms.has(piece));
  });
}

/** Names of a text that none of the others has. */
export function inventedNames(text: string, sources: readonly string[]): string[] {
  const said = readWords(sources.join("\n"));
  return namesIn(text).filter((name) => !isDated(name) && !stands(name, said));
}
