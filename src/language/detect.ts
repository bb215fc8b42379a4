import { LANGUAGES, PACKS, type Language } from "./packs.ts";

/** A letter that tells weighs as much as this many frequent words; less in a name, such as Malmö, which keeps its own. */
const LETTER_WEIGHT = { word: 1.5, name: 0.5 };
/** Detection needs no more of a long text. */
const CHARS_MAX = 2_000;

const TELLING = LANGUAGES.map((language) => {
  const { frequent, letters } = PACKS[language].words;
  return {
    language,
    frequent: new Set(frequent.split(" ")),
    letters: letters === undefined ? null : new RegExp(letters, "iu"),
  };
});

/** The language a user chose, if it has a pack. */
export function languageOf(chosen: string | null): Language | null {
  return LANGUAGES.find((known) => known === chosen) ?? null;
}

/** A light guess by frequent words and letters; `fallback` if nothing distinguishes it from that one. */
export function guessLanguage(text: string, fallback: Language = "en"): Language {
  const written = text.slice(0, CHARS_MAX).match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  const words = written.map((word) => word.toLowerCase());
  const uncapitalised = written.filter((word, nth) => word === words[nth]).join(" ");
  const weightOf = (letters: RegExp | null): number => {
    if (letters?.test(uncapitalised)) return LETTER_WEIGHT.word;
    return letters?.test(words.join(" ")) ? LETTER_WEIGHT.name : 0;
  };
  const scores = new Map(
    TELLING.map(({ language, frequent, letters }) => [
      language,
      words.filter((word) => frequent.has(word.replace("’", "'"))).length + weightOf(letters),
    ]),
  );
  const most = Math.max(...scores.values());
  if (scores.get(fallback) === most) return fallback;
  return LANGUAGES.find((language) => scores.get(language) === most) ?? fallback;
}

/** Share of frequent words above which a text is in a language with a pack. */
const FREQUENT_MIN = 0.2;

/** Whether a text is in a language with a pack: elsewhere, words code does not find may well be there. */
export function isRead(text: string): boolean {
  const words =
    text
      .slice(0, CHARS_MAX)
      .toLowerCase()
      .match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  return TELLING.some(
    ({ frequent }) =>
      words.filter((word) => frequent.has(word.replace("’", "'"))).length >= FREQUENT_MIN * words.length,
  );
}
