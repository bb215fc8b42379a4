import { isAnnounced, isEarlier, validFrom, sameObject, saidAt, sharesTurn, wasOver } from "./consistency.ts";
import type { Fact } from "../model/fact.ts";
import { figures } from "../../language/numbers.ts";
import { catalogued, predicateFamily, type Duration } from "./predicate.ts";
import type { TimePoint } from "../model/time.ts";
import type { Ruling } from "../model/trace.ts";

/** A known statement beside a new one, with every ruling over the two, first one first. */
export interface RuledPair {
  known: Fact;
  rulings: readonly Ruling[];
}

/** A known statement that ends with a new one. `at`: until when it was true; null for what never was. */
export interface Closed {
  fact: Fact;
  status: "superseded" | "corrected";
  at: TimePoint | null;
}

/** What the rulings over a new statement do to it and to what was known. */
export interface Reconciled {
  /** The known statement that says the same: the new one is evidence for it. */
  duplicateOf: Fact | null;
  /** Known statements that say less than the new one, which takes their place. */
  absorbed: Fact[];
  closed: Closed[];
  /** The new one was told late: something known had ended it already, then. */
  lateSince: TimePoint | null;
  /** Known statements of the same subject of which a model cannot tell whether they still hold, or two readers differ. */
  disputed: Fact[];
}

/** Rulings that must say that a known statement holds no more: one reader alone closes nothing. */
const CLOSING_MIN = 2;
const CLOSING: ReadonlySet<Ruling> = new Set(["update", "ending", "correction"]);

export function isClosing(ruling: Ruling): boolean {
  return CLOSING.has(ruling);
}

/**
 * Applies the rulings of a model within what code can check: who said it, the order in world time, the same figures in
 * what is said to be the same. "We cancelled Rome" closes "They plan a trip to Rome" when two rulings say so.
 */
export function reconcile(fact: Fact, pairs: readonly RuledPair[]): Reconciled {
  const result: Reconciled = {
    duplicateOf: null,
    absorbed: [],
    closed: [],
    lateSince: null,
    disputed: [],
  };
  for (const { known, rulings } of pairs) {
    if (mayReplace(fact, known)) applyRulings(result, fact, known, rulings);
    else joinWithinTurn(result, fact, known, rulings);
  }
  return result.duplicateOf === null ? result : { ...result, absorbed: [] };
}

/** Within one turn only what is told as an ending ends anything: "We had a dog called Rex, who died in May." */
export function mayReplace(fact: Fact, known: Fact): boolean {
  return fact.change === "ending" || !sharesTurn(fact, known);
}

/** Endings last: what they end was told in the same breath. */
export function endingsLast(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((a, b) => Number(a.change === "ending") - Number(b.change === "ending"));
}

/**
 * Two statements of one turn may say the same; neither ends the other: "I work at Aldi and at Lidl." One that says more is
 * kept beside another relation: "she turned 59 on April 2" is her age, and her birthday stands.
 */
function joinWithinTurn(result: Reconciled, fact: Fact, known: Fact, [first]: readonly Ruling[]): void {
  if (!saysTheSame(fact, known)) return;
  if (first === "duplicate") result.duplicateOf ??= known;
  else if (first === "precise" && areRivals(fact, known)) result.absorbed.push(known);
}

function applyRulings(result: Reconciled, fact: Fact, known: Fact, rulings: readonly Ruling[]): void {
  const [first] = rulings;
  const closing = rulings.filter(isClosing);
  if (first === "duplicate" && saysTheSame(fact, known)) result.duplicateOf ??= known;
  else if (!mayEnd(fact, known)) return;
  else if (first === "precise" && fact.polarity === known.polarity) result.absorbed.push(known);
  else if (first !== "correction" && wasOver(fact, known)) return;
  else if (!mayBeClosedBy(fact, known, closing) || hasOnlyBegun(known, fact)) return;
  else if (closing.length >= CLOSING_MIN) close(result, fact, known, closing[0] ?? "update");
  else if (
    first === "unclear" ? fact.subjectId === known.subjectId : closing.length > 0 && areRivals(fact, known)
  )
    result.disputed.push(known);
}

/** The same figures and the same yes or no; whether the words mean the same, a model has said. */
function saysTheSame(a: Fact, b: Fact): boolean {
  const [one, other] = [new Set(figures(a.text)), new Set(figures(b.text))];
  const shared = [...one].filter((figure) => other.has(figure)).length;
  return a.polarity === b.polarity && (one.size === 0 || other.size === 0 || shared > 0);
}

/** What was said earlier neither ends nor corrects what was said after it; at most it was replaced by it. */
export function mayBeClosedBy(fact: Fact, known: Fact, closing: readonly Ruling[]): boolean {
  return saidAt(known) <= saidAt(fact) || closing.length === 0 || closing.includes("update");
}

/** What the user said ends with the user's own words, or those of whoever said it. */
function mayEnd(fact: Fact, known: Fact): boolean {
  const speakers = new Set(fact.evidence.map(({ assertedBy }) => assertedBy));
  // What was stated by hand is the user's own.
  if (speakers.has("user") || known.evidence.length === 0) return speakers.has("user");
  return known.evidence.every(({ assertedBy }) => speakers.has(assertedBy));
}

function close(result: Reconciled, fact: Fact, known: Fact, ruling: Ruling): void {
  if (ruling === "correction") {
    if (saidAt(known) <= saidAt(fact)) result.closed.push({ fact: known, status: "corrected", at: null });
    return;
  }
  const start = validFrom(fact);
  if (isLate(fact, known)) {
    const since = validFrom(known);
    if (ruling === "update" && (result.lateSince === null || since.at < result.lateSince.at))
      result.lateSince = since;
    return;
  }
  const at = isCalledOff(known, fact) ? { at: saidAt(fact), precision: "day" as const } : start;
  result.closed.push({ fact: known, status: "superseded", at });
}

/**
 * What was announced is off as soon as another time is told, unless it has begun and goes on: a boss stays until the announced
 * day of the next one; an appointment on the 12th that is moved to the 3rd is none any more.
 */
function isCalledOff(known: Fact, news: Fact): boolean {
  if (!isAnnounced(known) || !isAnnounced(news)) return false;
  return !goesOn(known) || validFrom(known).at > saidAt(news);
}

/**
 * What was announced and goes on does not end by having begun: "I start as a nurse in May" stands beside "four weeks in
 * the new job" and "my new boss is Ada". It ends with news of the same relation, an ending that was told, and a change of
 * what lasts as long.
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
 * It was true before what is known: told later of an earlier time, or brought by a late import. What happened after a
 * plan was told is not late, though the planned day was still to come: "We deliver on the 20th", "Delivered on the 19th".
 */
function isLate(fact: Fact, known: Fact): boolean {
  if (saidAt(fact) < saidAt(known)) return isEarlier(fact, known);
  if (fact.validAt === null || known.validAt === null) return false;
  return isEarlier(fact, known) && fact.validAt.at < saidAt(known);
}

/** Two sides of one question, which their owner can decide: one relation of one subject, or one pair. */
export function areRivals(a: Fact, b: Fact): boolean {
  if (a.subjectId !== b.subjectId) return false;
  return predicateFamily(a.predicate) === predicateFamily(b.predicate) || sameObject(a, b);
}
