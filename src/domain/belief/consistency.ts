import type { Fact } from "../model/fact.ts";
import { cardinality, catalogued, predicateFamily } from "./predicate.ts";
import { fold, words } from "../../language/text.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  plusMs,
  type Instant,
  type Precision,
  type TimePoint,
} from "../model/time.ts";

/**
 * How a grounded statement relates to beliefs about the same subject, by rules alone: the same relation, or the same
 * two entities. Changes across relations are read by a model (`reconciliation.ts`); without one, only catalogued
 * single-valued relations end each other (F7, F17, F35, F36).
 */
export type Relation =
  | { kind: "new" }
  | { kind: "duplicate"; of: Fact }
  /** The world changed: `closes` were true until `at`; this includes superseded facts with a later assumed end. */
  | { kind: "update"; closes: Fact[]; at: TimePoint }
  /** They were never true. */
  | { kind: "correction"; closes: Fact[] }
  /** The user takes them back. */
  | { kind: "retraction"; closes: Fact[] }
  /** An older truth stated late: true until `at`, when `closedBy` began; `closes` ended when it began. */
  | { kind: "late"; closedBy: Fact; at: TimePoint; closes: Fact[] }
  /** Two incompatible statements, and no wording that decides. */
  | { kind: "contradiction"; with: Fact[] };

/** `known`: believed facts, plus superseded ones, which only matter for the order in time. */
export function relate(fact: Fact, known: readonly Fact[]): Relation {
  const others = known.filter((other) => other.id !== fact.id && other.status !== "superseded");
  const same = others.filter((other) => isOfSameRelation(fact, other));
  const told = same.filter((other) => !sharesTurn(fact, other));
  const twin = same.find(
    (other) => sameObject(fact, other) && other.polarity === fact.polarity && !isOtherOccasion(fact, other),
  );
  if (fact.change === "retraction" && twin === undefined) {
    const closes = told.filter((other) => sameObject(fact, other) && other.polarity === "positive");
    return { kind: "retraction", closes };
  }
  const twinOrInverse = twin ?? others.find((other) => isInverse(fact, other));
  if (twinOrInverse) return { kind: "duplicate", of: twinOrInverse };
  const opposite = told.filter((other) => sameObject(fact, other) && other.polarity !== fact.polarity);
  if (opposite.length > 0 && fact.change === "correction") return { kind: "correction", closes: opposite };
  if (opposite.length > 0) return relateInTime(fact, opposite, []);
  if (fact.polarity === "negative") return { kind: "new" };
  return relateRivals(
    fact,
    told.filter((other) => other.polarity === "positive"),
    otherValues(fact, known).filter(({ status }) => status === "superseded"),
  );
}

export function isOfSameRelation(fact: Fact, other: Fact): boolean {
  return (
    other.subjectId === fact.subjectId && predicateFamily(other.predicate) === predicateFamily(fact.predicate)
  );
}

/** Both have evidence in one turn: "I work at Aldi and at Lidl" ends neither. */
export function sharesTurn(a: Fact, b: Fact): boolean {
  const turns = new Set(a.evidence.map(({ episodeId }) => episodeId));
  return b.evidence.some(({ episodeId }) => turns.has(episodeId));
}

/** "Liam is Declan's son" and "Declan is Liam's father". */
function isInverse(a: Fact, b: Fact): boolean {
  if (a.objectId === null || a.objectId !== b.subjectId || b.objectId !== a.subjectId) return false;
  if (a.polarity !== b.polarity) return false;
  return (
    inverseOf(a.predicate) === generalised(b.predicate) || inverseOf(b.predicate) === generalised(a.predicate)
  );
}

function inverseOf(predicate: string): string | null {
  return catalogued(predicate)?.inverse ?? null;
}

/** Mothers and fathers are parents: the general relation, for matching it with a child. */
function generalised(predicate: string): string {
  return catalogued(predicate)?.general ?? predicateFamily(predicate);
}

export function sameObject(
  a: Pick<Fact, "objectId" | "value">,
  b: Pick<Fact, "objectId" | "value">,
): boolean {
  if (a.objectId !== null || b.objectId !== null) return a.objectId === b.objectId;
  return valueKey(a.value ?? "") === valueKey(b.value ?? "");
}

/** Signs that make another value of the same words: "A+" and "A-", "-2.5", "$3" and "€3", "C" and "C#". */
const SIGNS = /[\p{Sm}\p{Sc}%]|(?<=\p{L})#|(?<![\p{L}\p{N}])-(?=\d)|(?<=\p{L})-(?![\p{L}\p{N}])/gu;

/** "jo.doe@example.com" is not "jo_doe@example.com". */
const isAddress = (value: string): boolean => /[@_]/.test(value) && !/\s/.test(value);

/** Equal for values that say the same; of a value without words ("★★★"), what is visible. Empty if nothing is. */
export function valueKey(value: string): string {
  const folded = fold(value).replace(/[–−]/g, "-");
  const told = words(value).join(" ");
  if (told === "" || isAddress(folded)) return folded.replace(/\s/g, "");
  return [told, ...(folded.match(SIGNS) ?? [])].join(" ");
}

/** When a fact began to hold, if stated; otherwise when it was said. */
export function validFrom(fact: Fact): TimePoint {
  return fact.validAt ?? { at: saidAt(fact), precision: "day" };
}

/** It begins after it was said: a plan, or "I start on Monday". */
export function isAnnounced(fact: Fact): boolean {
  return validFrom(fact).at > saidAt(fact);
}

/** When it was first said. */
export function saidAt(fact: Pick<Fact, "evidence" | "createdAt">): Instant {
  const times = fact.evidence.map((evidence) => evidence.occurredAt).sort();
  return times[0] ?? fact.createdAt;
}

/**
 * Whether a statement is about an earlier time than a known one. An undated one describes the time it was said, with an
 * unknown start: if either is undated, the one said later is the later one, unless the date was still in the future.
 * "Karl lives in Kiel" is older than "Karl moved to Jena last month" said ten days later.
 */
export function isEarlier(fact: Fact, known: Fact): boolean {
  if (isOverBefore(fact, known)) return true;
  if (fact.validAt !== null && known.validAt !== null) {
    if (areApart(fact.validAt, known.validAt)) return fact.validAt.at < known.validAt.at;
    return saidAt(fact) < saidAt(known);
  }
  const beganBefore = validFrom(fact).at < validFrom(known).at;
  if (saidAt(fact) >= saidAt(known)) return fact.validAt === null && beganBefore;
  return known.validAt !== null || beganBefore;
}

/** "In 2026" and "in March 2026" are not: of these, the one said later is the later one. */
export function areApart(a: TimePoint, b: TimePoint): boolean {
  const [first, second] = a.at < b.at ? [a, b] : [b, a];
  return plusMs(first.at, PERIOD_MIN_MS[first.precision]) <= second.at;
}

/** The earlier one if both are alike. */
export function morePrecise(a: TimePoint, b: TimePoint): TimePoint {
  const [first, second] = a.at <= b.at ? [a, b] : [b, a];
  return PERIOD_MIN_MS[second.precision] < PERIOD_MIN_MS[first.precision] ? second : first;
}

/** The shortest of each kind, so that the next period of that kind is apart. */
const PERIOD_MIN_MS: Readonly<Record<Precision, number>> = {
  year: 365 * DAY_MS,
  month: 28 * DAY_MS,
  day: 23 * HOUR_MS,
  minute: MINUTE_MS,
};

function isOverBefore({ invalidAt }: Fact, other: Fact): boolean {
  return invalidAt !== null && invalidAt.at <= validFrom(other).at;
}

/** "From January to March 2025" and "since June 2026": what both say was so twice. */
export function isOtherPeriod(a: Fact, b: Fact): boolean {
  return a.validAt !== null && b.validAt !== null && (isOverBefore(a, b) || isOverBefore(b, a));
}

/** Of another period, or of another day: "I ran on Monday" and "I ran today". */
export function isOtherOccasion(a: Fact, b: Fact): boolean {
  if (isOtherPeriod(a, b)) return true;
  return a.validAt !== null && b.validAt !== null && [a, b].every(mayRecur) && areApart(a.validAt, b.validAt);
}

/** A state is told with other days without being another one; what is announced may be put off. */
function mayRecur(fact: Fact): boolean {
  return (catalogued(fact.predicate)?.isEvent ?? true) && !isAnnounced(fact);
}

/** It had ended before the other was said: "from 2015 to 2019 I lived in Berlin" and "I live in Hof". */
export function wasOver({ invalidAt }: Fact, other: Fact): boolean {
  return invalidAt !== null && invalidAt.at <= saidAt(other);
}

/** Other values of a single-valued relation. */
function relateRivals(fact: Fact, all: Fact[], past: Fact[]): Relation {
  const meant = all.filter((other) => other.id === fact.supersedes);
  const others = meant.length > 0 ? meant : cardinality(fact.predicate) === "one" ? all : [];
  if (others.length > 0 && fact.change === "correction") return { kind: "correction", closes: others };
  if (others.length > 0 && catalogued(fact.predicate)?.isConstant)
    return { kind: "contradiction", with: others };
  return relateInTime(fact, others, past);
}

/** The next one in time ends it; it ends those before it when it begins. */
function relateInTime(fact: Fact, others: readonly Fact[], past: readonly Fact[]): Relation {
  const ended = others.filter(
    (other) => !isEarlier(fact, other) && !isOverBefore(other, fact) && !wasOver(fact, other),
  );
  const { next, shortened } = neighboursOf(fact, [...others, ...past]);
  const closes = [...ended, ...shortened];
  if (next !== null) return { kind: "late", closedBy: next, at: validFrom(next), closes };
  return closes.length === 0 ? { kind: "new" } : { kind: "update", closes, at: validFrom(fact) };
}

/**
 * The other values of a single-valued relation, current and superseded, from other turns. A plan that came true is
 * superseded without an end: it was not a separate value.
 */
export function otherValues(fact: Fact, known: readonly Fact[]): Fact[] {
  if (cardinality(fact.predicate) !== "one" || catalogued(fact.predicate)?.isConstant) return [];
  if (fact.polarity === "negative") return [];
  return known.filter(
    (other) =>
      other.id !== fact.id &&
      (other.status !== "superseded" || other.invalidAt !== null) &&
      other.polarity === "positive" &&
      isOfSameRelation(fact, other) &&
      !sharesTurn(fact, other),
  );
}

/** A value's neighbours in time among the other values of a single-valued relation. */
export interface Neighbours {
  /** The first one after it. */
  next: Fact | null;
  /** Superseded facts that it ended instead of the one assumed to have ended them. A stated end stays. */
  shortened: Fact[];
}

export function neighboursOf(fact: Fact, rivals: readonly Fact[]): Neighbours {
  const begin = validFrom(fact).at;
  const beginnings = new Set(rivals.map((other) => validFrom(other).at));
  const isShortened = ({ status, validAt, invalidAt }: Fact): boolean =>
    status === "superseded" &&
    invalidAt !== null &&
    beginnings.has(invalidAt.at) &&
    begin < invalidAt.at &&
    (validAt === null || validAt.at < begin);
  const later = rivals.filter((other) => isEarlier(fact, other));
  return {
    next: later.sort((a, b) => (validFrom(a).at < validFrom(b).at ? -1 : 1))[0] ?? null,
    shortened: rivals.filter(isShortened),
  };
}
