import { isSelfWord, SELF_NAME } from "../../domain/model/proposal.ts";
import type { RecalledItem } from "../../domain/model/episode.ts";
import { asLine } from "../../domain/model/prompt-data.ts";
import type { Instant } from "../../domain/model/time.ts";
import { FORGET_INTENT, REDACTED } from "../../domain/model/tombstone.ts";
import { endsInQuestionMark } from "../../language/asks.ts";
import { beginningAndEnd } from "../../language/excerpt.ts";
import { everyWord } from "../../language/index.ts";
import { holdsPastedText } from "../../language/pasted-text.ts";
import { contentWords, stemsOf } from "../../language/stems.ts";
import { fold, sentences, words } from "../../language/text.ts";
import type { UserTurn } from "../../ports/chat-model.ts";

/** Exact words said at one time. */
export interface Quote {
  episodeId: string | null;
  words: string;
  /** Null: the user. */
  speaker: string | null;
  saidAt: Instant | null;
  /** Number of the recalled memory that contains them best, and how well. */
  number: number | null;
  rank: number;
  score: number;
  isQuestion: boolean;
  isSuperseded: boolean;
  /** Recalled because it is new, not for what it says. */
  isRecent: boolean;
  /** Pasted, or from a document. */
  isText: boolean;
}

/** Share of the best score from which quotes are as good as each other: the newest is then the first. */
const NEAR_BEST = 0.6;
/** Share of the best score below which a quote is left out. */
const LEFT_OUT = 0.3;
/** Weight of a quote that repeats no word of the question, in addition to the share it repeats. */
const COVERED_NONE = 0.25;
/** What is read of a turn, characters. */
const READ_CHARS_MAX = 2000;
/** Words of one turn, characters; of a longer one the sentences that speak of the question. */
const WORDS_MAX = 240;
/** Score of a turn of this conversation that speaks of the question and was not recalled. */
const EARLIER_SCORE = 0.5;

/** A fact is what can be explained, or marked as wrong: it is cited before its turn. */
const FACT_RANK = 2;
const DOCUMENT = "document";
const KINDS_OF_ANSWER = everyWord(({ questions }) => questions.kindsOfAnswer);

/** What of a question its answer may repeat. */
export type Topic = readonly (readonly string[])[];

export function topicOf(question: string): Topic {
  return [...new Set(contentWords(question))]
    .filter((word) => !KINDS_OF_ANSWER.has(word))
    .map((word) => stemsOf(word));
}

/** Share of the topic that a text speaks of; 0 without a topic. */
export function coverage(topic: Topic, text: string): number {
  const said = new Set(words(text).flatMap(stemsOf));
  const told = topic.filter((stems) => stems.some((stem) => said.has(stem)));
  return topic.length === 0 ? 0 : told.length / topic.length;
}

/**
 * Quotes of what was recalled and of this conversation: what the user stated, or asked where he stated nothing. His own
 * words first, those that suit the question as well as the best do by their day, the newest first; superseded ones last.
 */
export function quotesFor(
  topic: Topic,
  recalled: readonly RecalledItem[],
  earlier: readonly UserTurn[],
): Quote[] {
  const covers = ({ words }: Quote): number => coverage(topic, words);
  const found = [
    ...recalled.flatMap((item) => quoteOf(item, topic)),
    ...earlier.flatMap((turn) => quotesOf(turn, topic)).filter((quote) => covers(quote) > 0),
  ].map((quote) => ({ ...quote, score: quote.score * (COVERED_NONE + covers(quote)) }));
  const stated = found.filter(({ isQuestion }) => !isQuestion);
  const isCovered = stated.some((quote) => covers(quote) > 0);
  const quotes = merged(stated.length > 0 ? stated.filter(({ isRecent }) => !isRecent || !isCovered) : found);
  const best = Math.max(...quotes.map(({ score }) => score));
  const tier = ({ score, isSuperseded, isText, isRecent }: Quote): number =>
    isSuperseded ? 3 : isText || isRecent ? 2 : score >= best * NEAR_BEST ? 0 : 1;
  return quotes
    .filter(({ score, isRecent }) => isRecent || score >= best * LEFT_OUT)
    .sort((a, b) => tier(a) - tier(b) || newestFirst(a, b));
}

/** The user's newest statements. */
export function newestStatements(turns: readonly UserTurn[]): Quote[] {
  return merged(turns.flatMap((turn) => quotesOf(turn)))
    .filter(({ isQuestion, isText }) => !isQuestion && !isText)
    .sort(newestFirst);
}

const newestFirst = (a: Quote, b: Quote): number => (b.saidAt ?? "").localeCompare(a.saidAt ?? "");

/** The newest words behind a memory: the user's, else those of anyone but the assistant. */
function quoteOf(item: RecalledItem, topic: Topic): Quote[] {
  const { n, kind, text, score, status, evidence, components = {} } = item;
  const said = evidence
    .filter(({ assertedBy }) => assertedBy !== "assistant" && assertedBy !== "summary")
    .toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1));
  const last = said.find(({ assertedBy }) => isSelfWord(fold(assertedBy))) ?? said[0];
  // A fact without evidence is the user's own entry.
  if (last === undefined && (kind !== "fact" || evidence.length > 0)) return [];
  const by = last?.assertedBy ?? SELF_NAME;
  const lanes = Object.keys(components).filter((name) => name.startsWith("lane."));
  return statedIn(last?.quote ?? text, topic, {
    episodeId: last?.episodeId ?? null,
    speaker: isSelfWord(fold(by)) || by === DOCUMENT ? null : by,
    saidAt: last?.occurredAt ?? null,
    number: n,
    rank: kind === "fact" ? score * FACT_RANK : score,
    score,
    isSuperseded: status === "superseded",
    isRecent: lanes.length === 1 && lanes[0] === "lane.recent",
    isText: by === DOCUMENT,
  });
}

const quotesOf = ({ text, occurredAt, episodeId }: UserTurn, topic: Topic = []): Quote[] =>
  statedIn(text, topic, { ...OF_TURN, episodeId, saidAt: occurredAt });

const OF_TURN = {
  speaker: null,
  number: null,
  rank: 0,
  score: EARLIER_SCORE,
  isSuperseded: false,
  isRecent: false,
  isText: false,
};

/** The placeholder for words that are not stored. */
const MARKS = [REDACTED, FORGET_INTENT];

/** A turn's statements; if it only asks, its question. Pasted text stays with its frame. */
function statedIn(whole: string, topic: Topic, of: Omit<Quote, "words" | "isQuestion">): Quote[] {
  const text = beginningAndEnd(whole, READ_CHARS_MAX);
  const isText = of.isText || (of.speaker === null && holdsPastedText(text));
  const said = sentences(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => !MARKS.some((mark) => sentence.includes(mark)));
  const stated = said.filter((sentence) => !endsInQuestionMark(sentence));
  const told = stated.length > 0 ? stated : said;
  const all = told.join(" ");
  const covering = told.filter((sentence) => coverage(topic, sentence) > 0).join(" ");
  const isShort = all.length <= WORDS_MAX || isText || covering === "";
  const words = asLine(isShort ? all : covering, WORDS_MAX);
  return words === "" ? [] : [{ ...of, words, isQuestion: stated.length === 0, isText }];
}

/** One quote for each turn and for each wording, with the newer time. */
function merged(quotes: readonly Quote[]): Quote[] {
  const out: Quote[] = [];
  for (const quote of quotes.toSorted(newestFirst)) {
    const ofTurn = out.find(({ episodeId }) => episodeId !== null && episodeId === quote.episodeId);
    const same = ofTurn ?? out.find((one) => isRepeated(one, quote));
    if (same === undefined) {
      out.push({ ...quote });
      continue;
    }
    if (ofTurn && quote.words.length > same.words.length) same.words = quote.words;
    if (ofTurn) same.isSuperseded ||= quote.isSuperseded;
    if (quote.rank > same.rank) Object.assign(same, { number: quote.number, rank: quote.rank });
    same.score = Math.max(same.score, quote.score);
  }
  return out;
}

const isRepeated = (newer: Quote, older: Quote): boolean =>
  newer.speaker === older.speaker && fold(newer.words).includes(fold(older.words));
