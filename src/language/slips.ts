/** Shorter words have too many neighbours: "cat" and "hat". */
const LETTERS_MIN = 5;
/** Another letter in a shorter word mostly makes another word: "word" and "work". */
const WRONG_MIN = 6;
/** Longer ones have more slips than a search takes words. */
const LETTERS_MAX = 16;

/** By the range of their letters. In other scripts only a doubled letter, one too many and two swapped ones are found. */
const ALPHABETS = [
  ["a", "z"],
  ["а", "я"],
  ["α", "ω"],
].map(([first = "", last = ""]) => lettersBetween(first, last));

function lettersBetween(first: string, last: string): string[] {
  const from = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, n) => String.fromCharCode(from + n));
}

/**
 * What somebody may have meant who typed a folded word with one slip of the finger: a letter too many, missing, wrong, or swapped
 * with the next (Damerau 1964). The first letter is seldom the wrong one. Empty for short words and for those with digits.
 */
export function slipsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < LETTERS_MIN || letters.length > LETTERS_MAX || !/^\p{L}+$/u.test(word)) return [];
  const alphabet = ALPHABETS.find((some) => letters.every((letter) => some.includes(letter))) ?? [];
  const meant = letters.flatMap((letter, at) => {
    if (at === 0) return [];
    const next = letters[at + 1];
    return [
      letters.toSpliced(at, 1),
      ...(next === undefined ? [] : [letters.toSpliced(at, 2, next, letter)]),
      ...alphabet.map((other) => letters.toSpliced(at, 0, other)),
      ...(letters.length < WRONG_MIN ? [] : alphabet.map((other) => letters.with(at, other))),
    ];
  });
  const longer = alphabet.map((last) => [...letters, last]);
  return [...new Set([...meant, ...longer].map((some) => some.join("")))].filter((other) => other !== word);
}
