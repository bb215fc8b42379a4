import type { Fact } from "./fact.ts";
import { endedBy } from "./endings.ts";
import { cardinality, isEvent, predicateFamily } from "./predicate.ts";
import { contentWords } from "./language.ts";
import { bagOf, means, shareOf } from "./matching.ts";
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
  const relation = toSameRelation(fact, believed);
  const over = [...plansCarriedOut(fact, believed), ...endedBy(fact, believed)];
  if (over.length === 0) return relation;
  if (relation.kind === "new") return { kind: "update", closes: over, at: beginning(fact) };
  return relation.kind === "update" ? { ...relation, closes: [...relation.closes, ...over] } : relation;
}

function toSameRelation(fact: Fact, believed: readonly Fact[]): Relation {
  const family = predicateFamily(fact.predicate);
  const same = believed.filter(
    (other) =>
      other.id !== fact.id &&
      other.subjectId === fact.subjectId &&
      predicateFamily(other.predicate) === family,
  );
  if (fact.change === "retraction") {
    const closes = same.filter((other) => sameObject(fact, other) && other.polarity === "positive");
    return { kind: "retraction", closes };
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

/** Share of a plan's words that another statement must take up to be what became of it. */
const PLAN_SHARE = 0.5;

/** Plans that a later statement tells the outcome of: done, under way or called off. */
function plansCarriedOut(fact: Fact, believed: readonly Fact[]): Fact[] {
  if (isPlanned(fact) || fact.polarity === "negative" || fact.change === "retraction") return [];
  const told = bagOf(`${fact.text} ${fact.value ?? ""}`);
  return believed.filter((plan) => {
    if (!isPlanned(plan) || plan.polarity === "negative" || plan.subjectId !== fact.subjectId) return false;
    if (said(plan) >= said(fact)) return false;
    if (plan.objectId !== null) return plan.objectId === fact.objectId;
    const wanted = contentWords(plan.value ?? "").filter((word) => !isDated(word));
    return wanted.length > 0 && shareOf(wanted, (word) => means(told, word)) >= PLAN_SHARE;
  });
}

function isPlanned({ predicate }: Fact): boolean {
  return predicateFamily(predicate) === "PLANS";
}

/** Figures and months: what is done keeps its name, not its date. */
function isDated(word: string): boolean {
  return /\d|^(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|marz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre)$/.test(
    word,
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
  const meant = all.filter((other) => other.id === fact.supersedes);
  if (meant.length > 0) {
    if (fact.change === "correction") return { kind: "correction", closes: meant };
    return { kind: "update", closes: meant, at: beginning(fact) };
  }
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

/**
 * Two readings of one quantity: the same words with other numbers ("18 mg" and "27 mg" of one medicine), or two values
 * with numbers under one invented predicate (HERD_SIZE, LESSON_TIME). The newer reading replaces the older.
 */
function sameMeasure(a: Fact, b: Fact): boolean {
  if (a.value === null || b.value === null || a.predicate !== b.predicate || isEvent(a.predicate))
    return false;
  if (!/\d/.test(a.value) || !/\d/.test(b.value)) return false;
  if (cardinality(a.predicate) === "unknown") return true;
  const [few, many] = [unitOf(a.value), unitOf(b.value)].sort((x, y) => x.length - y.length);
  return (
    few !== undefined && many !== undefined && few.length > 0 && few.every((word) => many.includes(word))
  );
}

/** The words beside the numbers: "5 mg every morning" is a reading of the same as "10 mg". */
function unitOf(value: string): string[] {
  return words(value).filter((word) => !/\d/.test(word));
}

/** With several values of a many-valued predicate nobody can tell which one was meant. */
function corrected(others: Fact[]): Relation {
  return others.length === 1 ? { kind: "correction", closes: others } : { kind: "new" };
}
