import {
  areApart,
  isAnnounced,
  isOfSameRelation,
  isOtherOccasion,
  isOtherPeriod,
  isEarlier,
  validFrom,
  sameObject,
  saidAt,
  sharesTurn,
  wasOver,
} from "./consistency.ts";
import type { Fact } from "../model/fact.ts";
import { figures } from "../../language/numbers.ts";
import { catalogued, predicateFamily, type Duration } from "./predicate.ts";
import type { TimePoint } from "../model/time.ts";
import type { Ruling } from "../model/trace.ts";

/** A known and a new statement, with all rulings on the two, in order. */
export interface RuledPair {
  known: Fact;
  rulings: readonly Ruling[];
}

/** A known statement ended by a new one. `at`: until when it was true; null if never. */
export interface Closed {
  fact: Fact;
  status: "superseded" | "corrected";
  at: TimePoint | null;
}

/** The effect of the rulings on a new statement and on the known ones. */
export interface Reconciled {
  /** The known statement that says the same; the new one is evidence for it. */
  duplicateOf: Fact | null;
  /** Less precise known statements, which the new one replaces. */
  absorbed: Fact[];
  closed: Closed[];
  /** The new one was stated late: a known statement had already ended it at this time. */
  lateSince: TimePoint | null;
  /** The other sides of one question, told without a word of change, where a model cannot tell or two readers disagree. */
  disputed: Fact[];
  /** Known statements of which the same is not clear, while the new one itself is plain. */
  doubted: Fact[];
}

/** Minimum rulings that a known statement no longer holds: a single reader closes nothing. */
const CLOSING_MIN = 2;
const CLOSING: ReadonlySet<Ruling> = new Set(["update", "ending", "correction"]);

export function isClosing(ruling: Ruling): boolean {
  return CLOSING.has(ruling);
}

/**
 * Applies a model's rulings within the limits of what code can check: who said it, the order in world time, equal
 * figures in equal statements. "We cancelled Rome" closes "They plan a trip to Rome" if two rulings say so.
 */
export function reconcile(fact: Fact, pairs: readonly RuledPair[]): Reconciled {
  const result: Reconciled = {
    duplicateOf: null,
    absorbed: [],
    closed: [],
    lateSince: null,
    disputed: [],
    doubted: [],
  };
  for (const { known, rulings } of pairs) {
    if (mayReplace(fact, known)) applyRulings(result, fact, known, rulings);
    else joinWithinTurn(result, fact, known, rulings);
  }
  return result.duplicateOf === null ? result : { ...result, absorbed: [] };
}

/** Within one turn, only an explicit ending ends anything: "We had a dog called Rex, who died in May." */
export function mayReplace(fact: Fact, known: Fact): boolean {
  return fact.change === "ending" || !sharesTurn(fact, known);
}

/** Endings last: they end something said in the same turn. */
export function endingsLast(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((a, b) => Number(a.change === "ending") - Number(b.change === "ending"));
}

/**
 * Two statements in one turn may say the same; neither ends the other: "I work at Aldi and at Lidl." A more precise one
 * is kept alongside another relation: "she turned 59 on April 2" is her age, and her birthday stays.
 */
function joinWithinTurn(result: Reconciled, fact: Fact, known: Fact, [first]: readonly Ruling[]): void {
  if (!saysTheSame(fact, known)) return;
  if (first === "duplicate") result.duplicateOf ??= known;
  else if (first === "precise" && areRivals(fact, known)) result.absorbed.push(known);
}

function applyRulings(result: Reconciled, fact: Fact, known: Fact, rulings: readonly Ruling[]): void {
  const [first] = rulings;
  const closing = rulings.filter(isClosing);
  if (isEndOf(fact, known) && sameObject(fact, known) && saidAt(known) <= saidAt(fact) && mayEnd(fact, known))
    close(result, fact, known, "ending");
  else if (first === "duplicate" && saysTheSame(fact, known)) result.duplicateOf ??= known;
  else if (!mayEnd(fact, known)) return;
  else if (first === "precise" && fact.polarity === known.polarity && !isOtherOccasion(fact, known))
    result.absorbed.push(known);
  else if (first !== "correction" && (wasOver(fact, known) || isOtherPeriod(fact, known))) return;
  else if (!mayBeClosedBy(fact, known, closing) || hasOnlyBegun(known, fact)) return;
  else if (closing.length >= CLOSING_MIN) close(result, fact, known, closing[0] ?? "update");
  else if (
    first === "unclear" ? fact.subjectId === known.subjectId : closing.length > 0 && areRivals(fact, known)
  )
    result[fact.change === "none" && areRivals(fact, known) ? "disputed" : "doubted"].push(known);
}

/**
 * Whether news, given as what ended, are of a relation that a known fact states. If they are of the same thing, they end it whatever is
 * ruled: of "his last day is the 5th" a reader may find that both hold, until then.
 */
export function isEndOf(news: Fact, known: Fact): boolean {
  if (news.change !== "ending" || news.invalidAt !== null) return false;
  const areStated = news.polarity === "positive" && known.polarity === "positive";
  return areStated && isOfSameRelation(news, known);
}

/** Equal figures, polarity and period; a model has already ruled that the words mean the same. */
function saysTheSame(a: Fact, b: Fact): boolean {
  if (isOtherOccasion(a, b)) return false;
  const [one, other] = [new Set(figures(a.text)), new Set(figures(b.text))];
  const shared = [...one].filter((figure) => other.has(figure)).length;
  return a.polarity === b.polarity && (one.size === 0 || other.size === 0 || shared > 0);
}

/** An earlier statement neither ends nor corrects a later one; at most it was replaced by it. */
export function mayBeClosedBy(fact: Fact, known: Fact, closing: readonly Ruling[]): boolean {
  return saidAt(known) <= saidAt(fact) || closing.length === 0 || closing.includes("update");
}

/** A user's statement is ended only by the user's own words, another speaker's also by that speaker's. */
function mayEnd(fact: Fact, known: Fact): boolean {
  const speakers = new Set(fact.evidence.map(({ assertedBy }) => assertedBy));
  // Statements entered by hand are the user's own.
  if (speakers.has("user") || known.evidence.length === 0) return speakers.has("user");
  return known.evidence.every(({ assertedBy }) => speakers.has(assertedBy));
}

function close(result: Reconciled, fact: Fact, known: Fact, ruling: Ruling): void {
  if (ruling === "correction") {
    if (saidAt(known) <= saidAt(fact)) result.closed.push({ fact: known, status: "corrected", at: null });
    return;
  }
  if (isLate(fact, known)) {
    const since = validFrom(known);
    if (ruling === "update" && (result.lateSince === null || since.at < result.lateSince.at))
      result.lateSince = since;
    return;
  }
  const at = isCalledOff(known, fact) ? { at: saidAt(fact), precision: "day" as const } : endBy(fact, known);
  result.closed.push({ fact: known, status: "superseded", at });
}

/**
 * When news ended the known fact, which still held when it was said: a period that had begun before ended it by its own end, and
 * "in 2025" was later in that year.
 */
function endBy(news: Fact, known: Fact): TimePoint {
  const start = validFrom(news);
  const isWithin = start.at < saidAt(known);
  if (news.invalidAt !== null && (isWithin || news.change === "ending")) return news.invalidAt;
  const isVague = isWithin && !areApart(start, { at: saidAt(known), precision: "minute" });
  return isVague ? { at: saidAt(news), precision: "day" } : start;
}

/**
 * An announcement is cancelled once another time is stated, unless it has begun and continues: a boss stays until the
 * announced day of the next one; an appointment moved from the 12th to the 3rd no longer exists.
 */
function isCalledOff(known: Fact, news: Fact): boolean {
  if (!isAnnounced(known) || !isAnnounced(news)) return false;
  return !goesOn(known) || validFrom(known).at > saidAt(news);
}

/**
 * An announced state does not end by having begun: "I start as a nurse in May" is compatible with "four weeks in the
 * new job" and "my new boss is Ada". It is ended by news of the same relation, an explicit ending, or a change in an
 * equally lasting relation.
 */
function hasOnlyBegun(known: Fact, news: Fact): boolean {
  if (!isAnnounced(known) || !goesOn(known) || validFrom(known).at > saidAt(news)) return false;
  if (areRivals(news, known) || news.polarity === "negative") return false;
  return news.change === "none" || (news.change === "update" && lastingOf(news) < lastingOf(known));
}

const LASTING: Readonly<Record<Duration, number>> = { briefly: 0, usual: 1, long: 2, "for life": 3 };

function lastingOf({ predicate }: Fact): number {
  return LASTING[catalogued(predicate)?.lasts ?? "usual"];
}

function goesOn({ predicate }: Fact): boolean {
  const relation = catalogued(predicate);
  return relation !== null && relation.topic !== "plans";
}

/**
 * It was true before the known one: an earlier time stated later, or a late import. An event after a plan was stated is
 * not late, even if the planned day was still ahead: "We deliver on the 20th", "Delivered on the 19th".
 */
function isLate(fact: Fact, known: Fact): boolean {
  if (saidAt(fact) < saidAt(known)) return isEarlier(fact, known);
  if (fact.validAt === null || known.validAt === null) return false;
  return isEarlier(fact, known) && fact.validAt.at < saidAt(known);
}

/** Alternatives the owner can decide between: one relation of one subject, or one pair. */
export function areRivals(a: Fact, b: Fact): boolean {
  if (a.subjectId !== b.subjectId) return false;
  return predicateFamily(a.predicate) === predicateFamily(b.predicate) || sameObject(a, b);
}
