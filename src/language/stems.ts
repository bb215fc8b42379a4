import { guessLanguage } from "./detect.ts";
import { anySource, eachPack, everyWord, LANGUAGES, PACKS, type Language } from "./packs.ts";
import { words } from "./text.ts";

export const STOP_WORDS = everyWord(({ words }) => words.stop);
export const COURTESY = everyWord(({ intents }) => intents.courtesy.replaceAll("|", " "));

/** Folded content words, in order, with repetitions. */
export function contentWords(text: string): string[] {
  return words(text).filter(
    (word) => !STOP_WORDS.has(word) && (word.length > 1 || /[\d\p{sc=Han}]/u.test(word)),
  );
}

const ENDING = new RegExp(`(?:${[...everyWord(({ words }) => words.endings)].join("|")})$`, "u");

/**
 * A crude common stem for comparing words of two texts (not for indexing): long enough prefixes count as the same
 * word, so that "moved" meets "moving" and "Schwester" meets "Schwestern".
 */
export function crudeStem(word: string): string {
  if (word.length <= 4 || /\d/.test(word)) return word;
  return word.replace(ENDING, "").slice(0, 8);
}

/** A short word keeps its ending in the common stem: "live" and "lives", "dog" and "dogs" match by the second form. */
export function stemsOf(word: string): string[] {
  return [crudeStem(word), crudeStem(`${word}s`)];
}

const HANGUL = /\p{sc=Hangul}/u;
/** In most languages the first letters tell words apart about as well as their stems. */
const BEGINNING_CHARS = 5;

/** How the other forms of a word may begin, in a language whose endings are not known; the word first. */
export function beginningsOf(word: string): string[] {
  // A Korean syllable is one character.
  const [withoutOne, withoutTwo] = HANGUL.test(word) ? [2, 2] : [3, 4];
  const { length } = word;
  return [
    word,
    ...(length > withoutOne ? [word.slice(0, -1)] : []),
    ...(length - 2 >= withoutTwo ? [word.slice(0, -2)] : []),
    ...(length > BEGINNING_CHARS + 2 ? [word.slice(0, BEGINNING_CHARS)] : []),
  ];
}

const NAME_ENDINGS = [...everyWord(({ words }) => words.nameEndings)];

/** A name as it may appear in a sentence: "Annelies Rad", "the Lopezes". */
export function nameForms(name: string): string[] {
  return [name, ...NAME_ENDINGS.map((ending) => `${name}${ending}`)];
}

/** Names a word may be a form of. */
export function namesOfForm(word: string): string[] {
  const without = NAME_ENDINGS.filter((ending) => word.endsWith(ending)).map((ending) =>
    word.slice(0, -ending.length),
  );
  return [word, ...without.filter((name) => name.length >= NAME_CHARS_MIN)];
}

/** A shorter name has no forms distinguishable from other words. */
const NAME_CHARS_MIN = 3;

/** Share of the content words of `part` that occur in `whole`; 1 if `part` has none. */
export function coverage(part: string, whole: string): number {
  const stems = [...new Set(contentWords(part).map(crudeStem))];
  if (stems.length === 0) return 1;
  const there = new Set(words(whole).map(crudeStem));
  return stems.filter((stem) => there.has(stem)).length / stems.length;
}

/** Source: matches a greeting, which names no time and asks for nothing. */
export const GREETING = `(?<!\\p{L})(?:${anySource(({ questions }) => questions.greetings)})(?!\\p{L})`;

type Rewriting = readonly [words: RegExp, plain: string];

function rewritings(some: readonly (readonly [source: string, plain: string])[]): Rewriting[] {
  return some.map(([source, plain]) => [new RegExp(source, "giu"), plain]);
}

/** Greetings, which say no more than "ok", and questions phrased in other words. */
const IDIOMS = rewritings([[GREETING, "ok"], ...eachPack(({ questions }) => questions.idioms).flat()]);
const TYPED = Object.fromEntries(
  LANGUAGES.map((language) => [language, rewritings(PACKS[language].questions.typed ?? [])]),
) as Record<Language, Rewriting[]>;

/** "What does she do for a living" asks about her work, not where she lives. */
export function inPlainWords(question: string): string {
  const typed = TYPED[guessLanguage(question)];
  return [...IDIOMS, ...typed].reduce((text, [idiom, plain]) => text.replace(idiom, plain), question);
}
