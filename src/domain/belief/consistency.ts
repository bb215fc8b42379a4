import type { Fact } from "../model/fact.ts";
import { cardinality, catalogued, predicateFamily } from "./predicate.ts";
import { words } from "../../language/text.ts";
import type { Instant, TimePoint } from "../model/time.ts";

/**
 * How a grounded statement stands to what is believed of the same subject, by rules alone: its own relation, or the
 * same two things. What changes across relations is read by a model (`reconciliation.ts`); without one only catalogued
 * relations with one value at a time end each other (F7, F17, F35, F36).
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

export function relate(fact: Fact, believed: readonly Fact[]): Relation {
  const others = believed.filter((other) => other.id !== fact.id);
  const same = others.filter(
    (other) =>
      other.subjectId === fact.subjectId &&
      predicateFamily(other.predicate) === predicateFamily(fact.predicate),
  );
  const told = same.filter((other) => !sharesTurn(fact, other));
  const twin = same.find((other) => sameObject(fact, other) && other.polarity === fact.polarity);
  if (fact.change === "retraction" && twin === undefined) {
    const closes = told.filter((other) => sameObject(fact, other) && other.polarity === "positive");
    return { kind: "retraction", closes };
  }
  const twinOrInverse = twin ?? others.find((other) => isInverse(fact, other));
  if (twinOrInverse) return { kind: "duplicate", of: twinOrInverse };
  const opposite = told.filter((other) => sameObject(fact, other) && other.polarity !== fact.polarity);
  if (opposite.length > 0) return relateOpposites(fact, opposite);
  if (fact.polarity === "negative") return { kind: "new" };
  return relateRivals(
    fact,
    told.filter((other) => other.polarity === "positive"),
  );
}

/** Both rest on words of one turn: "I work at Aldi and at Lidl" ends neither. */
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

/** Mothers and fathers are parents: what a child is the inverse of. */
function generalised(predicate: string): string {
  return catalogued(predicate)?.general ?? predicateFamily(predicate);
}

export function sameObject(
  a: Pick<Fact, "objectId" | "value">,
  b: Pick<Fact, "objectId" | "value">,
): boolean {
  if (a.objectId !== null || b.objectId !== null) return a.objectId === b.objectId;
  return words(a.value ?? "").join(" ") === words(b.value ?? "").join(" ");
}

/** When a fact began to hold, as far as it was said; else when it was said. */
export function validFrom(fact: Fact): TimePoint {
  return fact.validAt ?? { at: saidAt(fact), precision: "day" };
}

/** When it was first told. */
export function saidAt(fact: Pick<Fact, "evidence" | "createdAt">): Instant {
  const times = fact.evidence.map((evidence) => evidence.occurredAt).sort();
  return times[0] ?? fact.createdAt;
}

function relateOpposites(fact: Fact, others: Fact[]): Relation {
  if (fact.change === "correction") return { kind: "correction", closes: others };
  const start = validFrom(fact);
  const newer = others.find((other) => validFrom(other).at > start.at);
  if (newer) return { kind: "late", closedBy: newer, at: validFrom(newer) };
  return { kind: "update", closes: others, at: start };
}

/** Other values of a relation that has one at a time. */
function relateRivals(fact: Fact, all: Fact[]): Relation {
  const meant = all.filter((other) => other.id === fact.supersedes);
  const others = meant.length > 0 ? meant : cardinality(fact.predicate) === "one" ? all : [];
  if (others.length === 0) return { kind: "new" };
  if (fact.change === "correction") return { kind: "correction", closes: others };
  if (catalogued(fact.predicate)?.isConstant) return { kind: "contradiction", with: others };
  const start = validFrom(fact);
  const newer = others.filter((other) => validFrom(other).at > start.at);
  const first = newer.sort((a, b) => (validFrom(a).at < validFrom(b).at ? -1 : 1))[0];
  if (first) return { kind: "late", closedBy: first, at: validFrom(first) };
  return { kind: "update", closes: others, at: start };
}
