import { isSelfWord } from "../../domain/model/proposal.ts";
import type { RecalledItem } from "../../domain/model/episode.ts";
import { asLine } from "../../domain/model/prompt-data.ts";
import type { Instant } from "../../domain/model/time.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import { everyWord } from "../../language/index.ts";
import { holdsPastedText } from "../../language/pasted-text.ts";
import { contentWords, stemsOf } from "../../language/stems.ts";
import { fold, sentences, words } from "../../language/text.ts";
import type { UserTurn } from "../../ports/chat-model.ts";

/** Exact words that were said at one time. */
export interface Quote {
  episodeId: string | null;
  words: string;
  /** Null: the user. */
  speaker: string | null;
  saidAt: Instant | null;
  /** Numbers of the recalled memories that rest on them. */
  numbers: number[];
  score: number;
  isQuestion: boolean;
  isSuperseded: boolean;
}

/** Share of the best score from which quotes are as good as each other: the newest is then the first. */
const NEAR_BEST = 0.6;
/** Share of the best score below which a quote is left out. */
const LEFT_OUT = 0.3;
/** Weight of a quote that repeats no word of the question, beside the share that it repeats. */
const COVERED_NONE = 0.25;
/** Words of one turn, characters; of a longer one the sentences that speak of the question. */
const WORDS_MAX = 240;
/** Score of a turn of this conversation that speaks of the question and was not recalled. */
const EARLIER_SCORE = 0.5;

const ASKED = /[?？؟]\s*["'”’»)\]!?！？]*$/u;
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

export const isAsked = (text: string): boolean => ASKED.test(text.trim());

/**
 * Quotes of what was recalled and of this conversation: what the user stated, or asked where he stated nothing. Current
 * before superseded, the best before others, and of those alike the newest first.
 */
export function quotesFor(
  topic: Topic,
  recalled: readonly RecalledItem[],
  earlier: readonly UserTurn[],
): Quote[] {
  const ofMemory = recalled.flatMap((item) => quoteOf(item, topic));
  const most = Math.max(...ofMemory.map(({ score }) => score));
  const found = [
    ...ofMemory.filter(({ score }) => score >= most * LEFT_OUT),
    ...earlier.flatMap(fromTurn(topic)).filter(({ words }) => coverage(topic, words) > 0),
  ].map((quote) => ({ ...quote, score: quote.score * (COVERED_NONE + coverage(topic, quote.words)) }));
  const stated = found.filter(({ isQuestion }) => !isQuestion);
  const quotes = merged(stated.length > 0 ? stated : found);
  const best = Math.max(...quotes.map(({ score }) => score));
  const tier = ({ score, isSuperseded }: Quote): number =>
    isSuperseded ? 2 : score >= best * NEAR_BEST ? 0 : 1;
  return quotes
    .filter(({ score }) => score >= best * LEFT_OUT)
    .sort((a, b) => tier(a) - tier(b) || newestFirst(a, b));
}

/** The user's newest statements. */
export function newestStatements(turns: readonly UserTurn[]): Quote[] {
  return merged(turns.flatMap(fromTurn([])))
    .filter(({ isQuestion }) => !isQuestion)
    .sort(newestFirst);
}

function newestFirst(a: Quote, b: Quote): number {
  const [at, bt] = [a.saidAt ?? "", b.saidAt ?? ""];
  return at < bt ? 1 : at > bt ? -1 : 0;
}

/** The newest words behind a memory: the user's, else those of somebody else but the assistant. */
function quoteOf({ n, kind, score, status, evidence }: RecalledItem, topic: Topic): Quote[] {
  const said = evidence
    .filter(({ assertedBy }) => assertedBy !== "assistant" && assertedBy !== "summary")
    .toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1));
  const last = said.find(({ assertedBy }) => isSelfWord(fold(assertedBy))) ?? said[0];
  if (last === undefined) return [];
  const { quote, assertedBy, occurredAt, episodeId } = last;
  return statedIn(kind === "episode" ? quote : asLine(quote), topic).map((one) => ({
    ...one,
    episodeId,
    speaker: isSelfWord(fold(assertedBy)) ? null : assertedBy,
    saidAt: occurredAt,
    numbers: [n],
    score,
    isSuperseded: status === "superseded",
  }));
}

const fromTurn =
  (topic: Topic) =>
  ({ text, occurredAt, episodeId }: UserTurn): Quote[] =>
    statedIn(text, topic).map((one) => ({
      ...one,
      episodeId,
      speaker: null,
      saidAt: occurredAt,
      numbers: [],
      score: EARLIER_SCORE,
      isSuperseded: false,
    }));

/** What a turn states; where it only asks, its question. Text that may be somebody else's stands with what frames it. */
function statedIn(text: string, topic: Topic): Pick<Quote, "words" | "isQuestion">[] {
  const said = sentences(text).map(({ start, end }) => text.slice(start, end));
  const kept = said.filter((sentence) => !sentence.includes(REDACTED));
  const stated = kept.filter((sentence) => !isAsked(sentence));
  const told = stated.length > 0 ? stated : kept;
  const all = told.join(" ");
  const some = told.filter((sentence) => coverage(topic, sentence) > 0).join(" ");
  const words = asLine(
    all.length <= WORDS_MAX || holdsPastedText(text) || some === "" ? all : some,
    WORDS_MAX,
  );
  return words === "" ? [] : [{ words, isQuestion: stated.length === 0 }];
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
    same.numbers = [...new Set([...same.numbers, ...quote.numbers])].sort((a, b) => a - b);
    same.score = Math.max(same.score, quote.score);
  }
  return out;
}

const isRepeated = (newer: Quote, older: Quote): boolean =>
  newer.speaker === older.speaker && fold(newer.words).includes(fold(older.words));
