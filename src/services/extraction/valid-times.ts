import {
  anySource,
  guessLanguage,
  isRead,
  type Language,
  type LanguagePack,
  PACKS,
} from "../../language/index.ts";
import { hasSpelledAmount, toldNumbers } from "../../language/numbers.ts";
import { clauseSpan, sentenceAround } from "../../domain/grounding/clauses.ts";
import type { ChangeKind } from "../../domain/model/fact.ts";
import { tellsDay } from "../../domain/grounding/dated.ts";
import type { FactProposal } from "../../domain/model/proposal.ts";
import { fold, type Span } from "../../language/text.ts";
import { DAY_MS, plusMs, type Instant, type Precision, type TimePoint } from "../../domain/model/time.ts";
import {
  parseTimes,
  resolvePoint,
  type Preference,
  type TimeMention,
  type TimeOptions,
} from "../time/index.ts";

/** When something holds, in the user's own words. */
export interface ValidTimes {
  validAt: TimePoint | null;
  invalidAt: TimePoint | null;
}

/** Words that mark the following time as a beginning or an end, folded. */
const SINCE = before(({ since }) => since);
const FROM = before(({ from }) => from);
const UNTIL = before(({ until }) => until);

function before(source: (words: LanguagePack["validity"]) => string): RegExp {
  const the = anySource(({ times }) => times.the);
  return new RegExp(`\\b(?:${anySource(({ validity }) => source(validity))})\\s*(?:(?:${the}) )?$`, "u");
}

/**
 * Parses the start and end of a statement's validity from its sentence: "since March", "from Monday", "until the 31st",
 * "2009 to 2015". A bare time ("last Saturday") counts if the user describes a change.
 */
export function validTimes(text: string, at: Span, change: ChangeKind, options: TimeOptions): ValidTimes {
  const sentence = sentenceAround(text, at);
  const near = read(text, around(at, clauseSpan(text, at, sentence)), change, options);
  if (near.validAt || near.invalidAt) return near;
  const whole = read(text, around(at, sentence), change, options);
  return whole.mentions === 1 ? { validAt: whole.validAt, invalidAt: null } : near;
}

/** Part of a sentence searched for times, on either side of the relevant words, characters. */
const AROUND_CHARS = 1000;

function around(at: Span, { start, end }: Span): Span {
  return { start: Math.max(start, at.start - AROUND_CHARS), end: Math.min(end, at.start + AROUND_CHARS) };
}

/** Times considered per sentence: a statement's start or end is near it. */
const MENTIONS_MAX = 32;

interface Read extends ValidTimes {
  mentions: number;
}

function read(text: string, span: Span, change: ChangeKind, options: TimeOptions): Read {
  const { languages } = options;
  const part = text.slice(span.start, span.end);
  const mentions = parseTimes(part, { ...options, prefer: "nearest" });
  const past = parseTimes(part, { ...options, prefer: "past" });
  const future = parseTimes(part, { ...options, prefer: "future" });
  const found: Read = { validAt: null, invalidAt: null, mentions: mentions.length };
  for (const [n, nearest] of mentions.slice(0, MENTIONS_MAX).entries()) {
    const before = fold(part.slice(Math.max(0, nearest.start - 24), nearest.start)) + " ";
    const others = { past: past[n] ?? nearest, future: future[n] ?? nearest };
    const tense = tenseOf(part, nearest.start, languages?.[0] ?? guessLanguage(part));
    const isAhead = tense !== "past" && (FROM.test(before) || UNTIL.test(before));
    const mention = SINCE.test(before)
      ? others.past
      : inTense(isAhead ? "present" : tense, nearest, others, options.reference, ({ from }) => from);
    const begins = SINCE.test(before) || FROM.test(before) || isRange(mention);
    const ends = !begins && UNTIL.test(before);
    if (ends) found.invalidAt ??= until(mention);
    else if (begins || change === "update" || change === "ending") found.validAt ??= from(mention);
    // A past range has an end; a future one is a plan.
    if (isRange(mention)) found.invalidAt ??= mention.to <= options.reference ? until(mention) : null;
  }
  return found;
}

/** "2009 to 2015": two times in one expression; "end of February" is not one. */
function isRange({ text, from, to, precision }: TimeMention): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return RANGE.test(fold(text)) && days > LONGEST_DAYS[precision];
}

const RANGE = new RegExp(
  `\\d\\s*(?:-|–|\\b(?:${anySource(({ validity }) => validity.link)})\\b)\\s*\\S|\\b(?:${anySource(({ times }) => times.between)})\\b`,
);
const LONGEST_DAYS: Record<Precision, number> = { minute: 1, day: 8, month: 95, year: 370 };

function from({ from: at, precision }: TimeMention): TimePoint {
  return { at, precision };
}

function until({ to: at, precision }: TimeMention): TimePoint {
  return { at, precision };
}

/** Farther than a holiday or season that no pack knows, milliseconds. */
const FAR_MS = 400 * DAY_MS;

/** A proposal without times the extractor made up: far from the day of a turn that tells no time and no number. */
export function withoutInventedTimes(fact: FactProposal, turn: string, options: TimeOptions): FactProposal {
  const distance = (at: Instant): number => Math.abs(Date.parse(at) - Date.parse(options.reference));
  const isInvented = (raw: string | null): boolean => {
    const point = raw === null ? null : resolvePoint(raw, options);
    return point !== null && distance(point.at) > FAR_MS && !mayTellTime(turn, options);
  };
  const known = (raw: string | null): string | null => (isInvented(raw) ? null : raw);
  return { ...fact, validAt: known(fact.validAt), invalidAt: known(fact.invalidAt) };
}

/** In a language without a pack, any words may. */
function mayTellTime(text: string, options: TimeOptions): boolean {
  return (
    !isRead(text) ||
    tellsDay(text) ||
    toldNumbers(text).length > 0 ||
    hasSpelledAmount(text) ||
    parseTimes(text, options).length > 0
  );
}

/**
 * When a proposal holds: as the extractor states it, else as the words state it; never the day it was said by default.
 * A statement of an end ("not since March") holds from that end on, unless it states the whole period.
 */
export function timesOf(
  proposal: Pick<FactProposal, "text" | "validAt" | "invalidAt">,
  change: ChangeKind,
  said: { text: string; at: Span } | null,
  options: TimeOptions,
): ValidTimes {
  const resolve = (raw: string | null): TimePoint | null =>
    raw === null ? null : resolveTold(raw, proposal.text, options);
  const date = said === null ? null : writtenOut(proposal.text, options);
  const worked = said !== null && date !== null && tellsDay(said.text) ? date : null;
  const isStated = proposal.validAt !== null || said === null;
  const told = isStated
    ? { validAt: null, invalidAt: null }
    : validTimes(said.text, said.at, change, options);
  const stated = { validAt: resolve(proposal.validAt), invalidAt: resolve(proposal.invalidAt) };
  const validAt = stated.validAt ?? worked ?? told.validAt;
  const invalidAt = stated.invalidAt ?? told.invalidAt;
  const isPeriod =
    stated.validAt !== null && stated.invalidAt !== null && inOrder(stated.validAt, stated.invalidAt);
  if (change === "ending" && !isPeriod)
    return { validAt: stated.validAt ?? stated.invalidAt ?? validAt ?? invalidAt, invalidAt: null };
  return { validAt, invalidAt: inOrder(validAt, invalidAt) ? invalidAt : null };
}

/**
 * "The 22nd of April" is in the future when said in March, in the past when said in May. The nearest Thursday is meant,
 * unless the statement's tense says otherwise: "The dog died on Thursday", "She starts on Thursday".
 */
function resolveTold(raw: string, statement: string, options: TimeOptions): TimePoint | null {
  const point = (prefer: Preference): TimePoint | null => resolvePoint(raw, { ...options, prefer });
  const nearest = point("nearest");
  if (nearest === null) return null;
  const before = fold(statement).split(fold(raw))[0] ?? "";
  const tense = SINCE.test(`${before.trimEnd()} `)
    ? "past"
    : tenseOf(statement, before.length, guessLanguage(statement));
  const others = { past: point("past") ?? nearest, future: point("future") ?? nearest };
  return inTense(tense, nearest, others, options.reference, ({ at }) => at);
}

type Tense = "past" | "present" | null;

/** Of two Mondays, the one that fits the tense, if it is near; a day with a month has its own year. */
function inTense<T>(
  tense: Tense,
  nearest: T,
  { past, future }: { past: T; future: T },
  reference: Instant,
  startOf: (time: T) => Instant,
): T {
  const isAhead = startOf(nearest) > reference;
  if (tense === "past" && isAhead) return startOf(past) >= plusMs(reference, -WEEK_MS) ? past : nearest;
  if (tense === "present" && !isAhead)
    return startOf(future) > reference && startOf(future) <= plusMs(reference, MONTH_MS) ? future : nearest;
  return nearest;
}

const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 31 * DAY_MS;

/** Tense of the last verb before the time ("She got a job, she starts on Monday"), else of any verb. */
function tenseOf(sentence: string, time: number, language: Language): Tense {
  const [past, present] = [
    lastOf("past", sentence, time, language),
    lastOf("present", sentence, time, language),
  ];
  if (past !== present) return past > present ? "past" : "present";
  if (time === sentence.length) return null;
  return tenseOf(sentence, sentence.length, language);
}

const VERBS = new Map<string, RegExp>();

/** Start of the last verb of that tense in the first `length` characters; -1 if none. */
function lastOf(tense: "past" | "present", sentence: string, length: number, language: Language): number {
  const key = `${tense} ${language}`;
  const source = `(?<!\\p{L})(?:${PACKS[language].validity[tense]})(?!\\p{L})`;
  const pattern = VERBS.get(key) ?? new RegExp(source, tense === "past" ? "giu" : "gu");
  VERBS.set(key, pattern);
  return Math.max(-1, ...[...sentence.slice(0, length).matchAll(pattern)].map(({ index }) => index));
}

function inOrder(validAt: TimePoint | null, invalidAt: TimePoint | null): boolean {
  return validAt === null || invalidAt === null || validAt.at < invalidAt.at;
}

/**
 * The start date an extractor wrote out in full: "lives in Delfshaven from July 12, 2025", for a turn that says "we
 * move on Saturday the 12th". Only with its year, and only if the turn mentions a day at all.
 */
function writtenOut(text: string, options: TimeOptions): TimePoint | null {
  for (const mention of parseTimes(text, { ...options, languages: undefined })) {
    const before = fold(text.slice(Math.max(0, mention.start - 24), mention.start)) + " ";
    const begins = SINCE.test(before) || FROM.test(before);
    if (begins && /\b(?:19|20)\d\d\b/.test(mention.text)) return from(mention);
  }
  return null;
}
