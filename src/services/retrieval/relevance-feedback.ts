import type { Episode } from "../../domain/model/episode.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import { round } from "./score.ts";
import type { SearchResult } from "./types.ts";

/** Share of relevance feedback in a turn's score; .2 to .35 measured alike. */
const SHARE = 0.25;
/** Best chat turns that are compared; the others get no feedback. With fewer than the least there is none. */
const TURNS_MAX = 40;
const TURNS_MIN = 3;
/** Characters that are read of what was said, and of what was answered. */
const SAID_CHARS_MAX = 4000;
const REPLY_CHARS_MAX = 600;

/**
 * Results, best first, whose turns of chats count in part for speaking of what the best of them speak of: what belongs
 * to a matter is told in its words, few of which stand in a question. Turns of named speakers are left as they are:
 * there it lowers recall.
 */
export function withRelevanceFeedback(results: readonly SearchResult[]): SearchResult[] {
  const turns = results.filter(isOfChat);
  const best = turns[0]?.score ?? 0;
  if (turns.length < TURNS_MIN) return [...results];
  const compared = turns.slice(0, TURNS_MAX);
  const feedback = feedbackScores(compared.map((turn) => ({ text: wordsOf(turn), score: turn.score })));
  const mixed = new Map(turns.map((turn, i) => [turn, mix(turn, best * (feedback[i] ?? 0))]));
  return results.map((result) => mixed.get(result) ?? result).sort(byScore);
}

/** Best first; equal ones in the order of their ids. */
export function byScore(a: SearchResult, b: SearchResult): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}

function isOfChat({ kind, item }: SearchResult): boolean {
  return kind === "episode" && (item as Episode).speaker === null;
}

function wordsOf({ item }: SearchResult): string {
  const { userMessage, assistantReply } = item as Episode;
  return `${userMessage.slice(0, SAID_CHARS_MAX)} ${assistantReply?.slice(0, REPLY_CHARS_MAX) ?? ""}`;
}

/** An outdated turn gets less feedback. */
function mix(turn: SearchResult, feedback: number): SearchResult {
  const alike = SHARE * feedback * (turn.components.standing ?? 1);
  return {
    ...turn,
    score: round((1 - SHARE) * turn.score + alike),
    components: { ...turn.components, likeness: round(alike) },
  };
}

/** Best texts whose words are taken, and how many words are. */
const BEST = 10;
const WORDS = 20;
/** BM25's k1 and b. */
const K1 = 1.2;
const B = 0.75;

/** A text with how well it matches so far. */
export interface ScoredText {
  text: string;
  score: number;
}

/**
 * How far each text speaks of what the best of them speak of, 0-1: pseudo-relevance feedback (RM3, Lavrenko and Croft
 * 2001), whose words are only sought in what was found already, so that nothing is asked of the store again. Texts come
 * best first.
 */
export function feedbackScores(matched: readonly ScoredText[]): number[] {
  const docs = matched.map(({ text }) => counted(contentWords(text).map(crudeStem)));
  const weights = expansionTerms(
    matched.map(({ score }) => score),
    docs,
  );
  const mean = docs.reduce((sum, { length }) => sum + length, 0) / docs.length;
  const feedback = docs.map(({ counts, length }) => {
    const norm = K1 * (1 - B + B * (length / mean));
    return [...weights].reduce((sum, [word, weight]) => {
      const times = counts.get(word) ?? 0;
      return sum + (weight * times) / (times + norm);
    }, 0);
  });
  const most = Math.max(1e-9, ...feedback);
  return feedback.map((value) => value / most);
}

interface Counted {
  counts: ReadonlyMap<string, number>;
  length: number;
}

function counted(stems: string[]): Counted {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { counts, length: Math.max(1, stems.length) };
}

/** Words with their share of the best texts, weighed by the texts' scores and by how few of all found have them. */
function expansionTerms(scores: number[], docs: Counted[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [i, { counts, length }] of docs.slice(0, BEST).entries()) {
    for (const [word, times] of counts) {
      shares.set(word, (shares.get(word) ?? 0) + ((scores[i] ?? 0) * times) / length);
    }
  }
  const having = new Map<string, number>();
  for (const { counts } of docs)
    for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  const weighed = [...shares].flatMap(([word, share]): [string, number][] => {
    const n = having.get(word) ?? 0;
    return n > 1 ? [[word, share * Math.log(1 + (docs.length - n + 0.5) / (n + 0.5))]] : [];
  });
  return new Map(weighed.sort(([, a], [, b]) => b - a).slice(0, WORDS));
}
