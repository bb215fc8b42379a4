import { contentWords } from "../../../src/language/stems.ts";

/** Usual constants (Robertson and Zaragoza 2009). */
const K1 = 1.2;
const B = 0.75;

/** Positions of the documents that share a word with the query, best first: BM25 over content words, no stemming. */
export function bm25(query: string, documents: readonly string[]): number[] {
  const tokens = documents.map(contentWords);
  const mean = tokens.reduce((sum, words) => sum + words.length, 0) / documents.length;
  const scores = documents.map(() => 0);
  for (const term of new Set(contentWords(query))) {
    const counts = tokens.map((words) => words.filter((word) => word === term).length);
    const n = counts.filter((count) => count > 0).length;
    const idf = Math.log(1 + (documents.length - n + 0.5) / (n + 0.5));
    for (const [at, count] of counts.entries()) {
      const length = 1 - B + (B * (tokens[at]?.length ?? 0)) / mean;
      scores[at] = (scores[at] ?? 0) + (idf * count * (K1 + 1)) / (count + K1 * length);
    }
  }
  const found = [...scores.keys()].filter((at) => (scores[at] ?? 0) > 0);
  return found.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}
