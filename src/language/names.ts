import { fold, words } from "./text.ts";

/** Scripts without spaces, and Korean, which attaches particles to names: there a name is a run of signs. */
const RUN_ON =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;
/** Scripts that attach short words to the beginning or end of a name: "in", "and", "the", "my". */
const CLITIC = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;
const CLITIC_LETTERS_MAX = 3;
const CLITIC_STEM_MIN = 2;

export function isRunOn(name: string): boolean {
  return RUN_ON.test(name);
}

/** Whether a folded text contains a name as a run of signs, without splitting marks: "京都" in "京都に住む". */
export function holdsRun(folded: string, name: string): boolean {
  return runsOf(folded, fold(name)).next().done === false;
}

/** Positions of a name as a run of signs in a text, with or without spaces between its words. */
export function* runsOf(text: string, name: string): Generator<{ start: number; end: number }> {
  const letters = name.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [];
  if (letters.length === 0) return;
  const pattern = new RegExp(`${letters.join("\\s?")}(?!\\p{M})`, "giu");
  for (const { 0: run, index: start } of text.matchAll(pattern)) yield { start, end: start + run.length };
}

export function takesClitics(name: string): boolean {
  return name.length >= CLITIC_STEM_MIN && CLITIC.test(name);
}

/** Whether a folded word is a name with short words attached: "בחיפה" (in Haifa). */
export function hasClitics(word: string, name: string): boolean {
  if (!takesClitics(name)) return false;
  const extra = word.length - name.length;
  return extra <= CLITIC_LETTERS_MAX && (word.endsWith(name) || (extra > 0 && word.startsWith(name)));
}

/** Letters that two forms of one name share at least, that an ending replaces at most, and by which it is longer at most. */
const FORM = { stem: 3, replaced: 2, longer: 4 };

/** Whether a word of a name is long enough for code to recognise its other forms. */
export function hasForms(name: string): boolean {
  return name.length >= FORM.stem || takesClitics(name);
}

/**
 * Whether a folded word may be another form of a name: inflected ("Turussa" of "Turku"), or short ("bici" of
 * "bicicleta"). Other names may look so too ("Maria", "Mario"), which code cannot tell.
 */
export function mayBeForm(word: string, name: string): boolean {
  if (word.length < FORM.stem || name.length < FORM.stem) return false;
  if (name.startsWith(word)) return true;
  const stem = name.slice(0, Math.max(FORM.stem, name.length - FORM.replaced));
  return word.startsWith(stem) && word.length - name.length <= FORM.longer;
}

/** Whether a text may contain another form of a folded word: for a run of signs, any two of them in a row. */
export function mayHoldForm(text: string, word: string): boolean {
  if (!isRunOn(word)) return words(text).some((other) => mayBeForm(other, word) || hasClitics(other, word));
  const signs = word.match(/.\p{M}*/gu) ?? [];
  return signs.some((sign, at) => at > 0 && holdsRun(fold(text), `${signs[at - 1] ?? ""}${sign}`));
}

/** Whether a text uses the script of a word, so that they can be compared. */
export function sharesScript(text: string, word: string): boolean {
  return words(text).some((other) => scriptOf(other) === scriptOf(word));
}

const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari"].map(
  (script) => new RegExp(`^\\p{sc=${script}}`, "u"),
);

/** Any two of the scripts compared by runs of signs count as one. */
function scriptOf(word: string): number {
  return SCRIPTS.findIndex((script) => script.test(word));
}
