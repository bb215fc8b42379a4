import type { Fact } from "./fact.ts";
import { cardinality, predicateFamily } from "./predicate.ts";
import { words } from "./text.ts";
import type { Instant, TimePoint } from "./time.ts";

/**
 * How a newly grounded statement stands to what is believed of the same subject. Rules only: same subject and same
 * predicate family (or the same pair), ordered by world time, and the user's own wording where the catalogue does
 * not know how many values hold at once (F7, F17, F35, F36).
 */
export type Relation =
  | { kind: "new" }
  | { kind: "duplicate"; of: Fact }
  /** The world changed: `closes` were true until `at`. */
  | { kind: "update"; closes: Fact[]; at: TimePoint }
  /** They never were true. */
  | { kind: "correction"; closes: Fact[] }
  /** The user takes them back. */
  | { kind: "retraction"; closes: Fact[] }
  /** An older truth told late: stored already closed. */
  | { kind: "late"; closedBy: Fact; at: TimePoint }
  /** Two incompatible statements and no word that decides. */
  | { kind: "contradiction"; with: Fact[] };

/** Attributes that do not change in the world: another value is a correction or a contradiction, never an update. */
const CONSTANT = new Set(["BIRTHDAY", "BORN_IN", "NATIONALITY", "DIVORCED_IN", "MARRIED_IN"]);

export function relate(fact: Fact, believed: readonly Fact[]): Relation {
  const family = predicateFamily(fact.predicate);
  const same = believed.filter(
    (other) =>
      other.id !== fact.id &&
      other.subjectId === fact.subjectId &&
      predicateFamily(other.predicate) === family,
  );
  if (fact.change === "retraction") {
    const closes = same.filter((other) => sameObject(fact, other) && other.polarity === "positive");
    return closes.length > 0 ? { kind: "retraction", closes } : { kind: "new" };
  }
  const twin = same.find((other) => sameObject(fact, other) && other.polarity === fact.polarity);
  if (twin) return { kind: "duplicate", of: twin };
  const opposite = same.filter((other) => sameObject(fact, other) && other.polarity !== fact.polarity);
  if (opposite.length > 0) return opposed(fact, opposite);
  if (fact.polarity === "negative") return { kind: "new" };
  return rivals(
    fact,
    family,
    same.filter((other) => other.polarity === "positive"),
  );
}

/** Whether placing a statement would end what is believed. */
export function closesSomething(relation: Relation): boolean {
  return "closes" in relation || relation.kind === "contradiction";
}

export function sameObject(
  a: Pick<Fact, "objectId" | "value">,
  b: Pick<Fact, "objectId" | "value">,
): boolean {
  if (a.objectId !== null || b.objectId !== null) return a.objectId === b.objectId;
  return words(a.value ?? "").join(" ") === words(b.value ?? "").join(" ");
}

/** When a fact began to hold, as far as it was said; else when it was said. */
export function beginning(fact: Fact): TimePoint {
  return fact.validAt ?? { at: said(fact), precision: "day" };
}

function said(fact: Fact): Instant {
  const times = fact.evidence.map((evidence) => evidence.occurredAt).sort();
  return times[0] ?? fact.createdAt;
}

function opposed(fact: Fact, others: Fact[]): Relation {
  if (fact.change === "correction") return { kind: "correction", closes: others };
  const start = beginning(fact);
  const newer = others.find((other) => beginning(other).at > start.at);
  if (newer) return { kind: "late", closedBy: newer, at: beginning(newer) };
  return { kind: "update", closes: others, at: start };
}

function rivals(fact: Fact, family: string, all: Fact[]): Relation {
  const measured = all.filter((other) => sameMeasure(fact, other));
  const others = cardinality(fact.predicate) !== "one" && measured.length > 0 ? measured : all;
  if (others.length === 0) return { kind: "new" };
  const kind = measured.length > 0 ? "one" : cardinality(fact.predicate);
  if (kind === "many") return fact.change === "correction" ? corrected(others) : { kind: "new" };
  if (kind === "unknown" && (fact.change === "none" || others.length > 1)) return { kind: "new" };
  if (fact.change === "correction") return { kind: "correction", closes: others };
  if (CONSTANT.has(family)) return { kind: "contradiction", with: others };
  const start = beginning(fact);
  const newer = others.filter((other) => beginning(other).at > start.at);
  const first = newer.sort((a, b) => (beginning(a).at < beginning(b).at ? -1 : 1))[0];
  if (first) return { kind: "late", closedBy: first, at: beginning(first) };
  return { kind: "update", closes: others, at: start };
}

/** Predicates that tell an event: each value is one of its own. */
const EVENT = /(?:ED|RAN|WENT|WON|WROTE|BOUGHT|SOLD|MADE|SAW|MET|TOOK|READ|HAD|GAVE)(?:_|$)/;

/**
 * Two readings of one quantity: the same words with other numbers ("18 mg" and "27 mg" of one medicine), or two values
 * with numbers under one invented predicate (HERD_SIZE, LESSON_TIME). The newer reading replaces the older.
 */
function sameMeasure(a: Fact, b: Fact): boolean {
  if (a.value === null || b.value === null || a.predicate !== b.predicate || EVENT.test(a.predicate))
    return false;
  if (!/\d/.test(a.value) || !/\d/.test(b.value)) return false;
  if (cardinality(a.predicate) === "unknown") return true;
  const unit = (value: string): string =>
    words(value)
      .filter((word) => !/\d/.test(word))
      .join(" ");
  return unit(a.value) !== "" && unit(a.value) === unit(b.value);
}

/** With several values of a many-valued predicate nobody can tell which one was meant. */
function corrected(others: Fact[]): Relation {
  return others.length === 1 ? { kind: "correction", closes: others } : { kind: "new" };
}
