import { createHash } from "node:crypto";

/** Shorter words are seldom misspelt, and mostly are of the kind that says nothing. */
const LETTERS_MIN = 5;

type Slip = (letters: readonly string[], at: number) => string[];

const swapped: Slip = (all, at) => all.with(at, all[at + 1] ?? "").with(at + 1, all[at] ?? "");
const missing: Slip = (all, at) => all.toSpliced(at, 1);
const doubled: Slip = (all, at) => all.toSpliced(at, 0, all[at] ?? "");
const wrong: Slip = (all, at) => all.with(at, neighbourOf(all[at] ?? ""));
const SLIPS = [swapped, missing, doubled, wrong];

const KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** The key beside a letter; a letter that no row has stays. */
function neighbourOf(letter: string): string {
  const row = KEYS.find((keys) => keys.includes(letter)) ?? letter;
  const at = row.indexOf(letter);
  return row[at + 1] ?? row[at - 1] ?? letter;
}

/** The question with one slip of the finger in one of its longer words, behind its first letter; always the same one. */
export function misspelt(question: string): string {
  const words = [...question.matchAll(/\p{L}+/gu)].filter(([word]) => Array.from(word).length >= LETTERS_MIN);
  if (words.length === 0) return question;
  const [which = 0, where = 0, how = 0] = createHash("sha256").update(question).digest();
  const word = words[which % words.length];
  const slip = SLIPS[how % SLIPS.length];
  if (word === undefined || slip === undefined) return question;
  const letters = Array.from(word[0]);
  const slipped = slip(letters, 1 + (where % (letters.length - 2))).join("");
  return question.slice(0, word.index) + slipped + question.slice(word.index + word[0].length);
}
