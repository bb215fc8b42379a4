/** "Koeln" is Köln, "coeur" is cœur, "Soren" is Søren: folded words of one spelling are one word, however they are typed. */
export function spelling(word: string): string {
  const plain = word.replace(LETTERS, (letter) => PLAIN[letter] ?? letter);
  return plain.length < DIGRAPHS_FROM ? plain : plain.replace(DIGRAPHS, "$1");
}

const LETTERS = /[œæøłđ]/g;
const PLAIN: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", ø: "o", ł: "l", đ: "d" };
const DIGRAPHS = /([aou])e|a(?=a)/g;
/** In shorter words they are seldom one letter: "poet" is no "pot". */
const DIGRAPHS_FROM = 5;

/** Other spellings of a folded word that an index of folded words may hold. */
export function otherSpellings(word: string): string[] {
  const ligatures = word.replaceAll("oe", "œ").replaceAll("ae", "æ");
  const digraphs = word.replaceAll("œ", "oe").replaceAll("æ", "ae");
  return [spelling(word), ligatures, digraphs].filter((other) => other !== word);
}
