import type { Fact } from "../model/fact.ts";
import { predicateFamily } from "./predicate.ts";

interface Rule {
  predicate: string;
  /** The inference in words. */
  says: (from: string, to: string) => string;
  /** It reads a known relation in the other direction. */
  isTurnedRound?: true;
}

const areSiblings = (from: string, to: string): string => `${from} and ${to} are siblings.`;

const RULES = {
  sibling_of_sibling: { predicate: "HAS_SIBLING", says: areSiblings },
  sibling_back: { predicate: "HAS_SIBLING", says: areSiblings, isTurnedRound: true },
  spouse_back: {
    predicate: "SPOUSE",
    says: (from, to) => `${from} is married to ${to}.`,
    isTurnedRound: true,
  },
  parent_of_child: { predicate: "HAS_PARENT", says: (from, to) => `${to} is a parent of ${from}.` },
  child_of_parent: { predicate: "HAS_CHILD", says: (from, to) => `${to} is a child of ${from}.` },
  parent_of_parent: {
    predicate: "HAS_GRANDPARENT",
    says: (from, to) => `${to} is a grandparent of ${from}.`,
  },
  same_employer: { predicate: "HAS_COLLEAGUE", says: (from, to) => `${from} and ${to} are colleagues.` },
  part_of_part: { predicate: "PART_OF", says: (from, to) => `${from} is part of ${to}.` },
  place_in_place: { predicate: "LIVES_WITHIN", says: (from, to) => `${from} lives in ${to}.` },
} satisfies Record<string, Rule>;

export type InferenceRule = keyof typeof RULES;

/**
 * Inferences from beliefs, by a few rules that nearly always hold (F26). They are only ever proposed to the owner: an
 * inference is never evidence, nor a premise until the owner has accepted it.
 */
export const INFERENCE_RULES: Readonly<Record<InferenceRule, Rule>> = RULES;

export interface Inference {
  rule: InferenceRule;
  predicate: string;
  fromId: string;
  toId: string;
  /** Ids of the facts it follows from. */
  premises: string[];
}

interface RelationLink {
  id: string;
  from: string;
  to: string;
}

const RELATIONS: Record<string, "sibling" | "spouse" | "child" | "parent" | "employer" | "part" | "place"> = {
  HAS_SISTER: "sibling",
  HAS_BROTHER: "sibling",
  HAS_SIBLING: "sibling",
  SPOUSE: "spouse",
  HAS_CHILD: "child",
  HAS_MOTHER: "parent",
  HAS_FATHER: "parent",
  HAS_PARENT: "parent",
  WORKS_AT: "employer",
  PART_OF: "part",
  LIVES_IN: "place",
};
type Relation = (typeof RELATIONS)[string];

/** In larger companies, colleagues do not all know each other. */
const COLLEAGUES_MAX = 12;

/** All one-step inferences not believed already; deterministic, including the order. */
export function infer(facts: readonly Fact[]): Inference[] {
  const links = linksOf(facts);
  const all = [...inOneStep(links), ...inTwoSteps(links), ...colleagues(links.employer)];
  const known = new Set(
    facts.filter(isRelation).map((fact) => keyOf(fact.subjectId, fact.predicate, fact.objectId)),
  );
  const found = new Map<string, Inference>();
  for (const one of all) {
    const key = keyOf(one.fromId, one.predicate, one.toId);
    if (one.fromId !== one.toId && !known.has(key) && !found.has(key)) found.set(key, one);
  }
  return [...found.values()].sort((a, b) => (keyOfInference(a) < keyOfInference(b) ? -1 : 1));
}

function keyOfInference({ rule, fromId, toId }: Inference): string {
  return `${rule} ${fromId} ${toId}`;
}

/**
 * Sisters and brothers are siblings, mothers and fathers parents: known as the one, they are not proposed as the other.
 */
function keyOf(from: string, predicate: string, to: string | null): string {
  return `${from} ${RELATIONS[predicateFamily(predicate)] ?? predicate} ${to ?? ""}`;
}

/** A link between entities that is believed, not negated, and still true. */
export function isRelation(fact: Fact): boolean {
  const { status, polarity, objectId, invalidAt } = fact;
  return status === "verified" && polarity === "positive" && objectId !== null && invalidAt === null;
}

type Links = Record<Relation, RelationLink[]>;

function linksOf(facts: readonly Fact[]): Links {
  const none = Object.values(RELATIONS).map((relation) => [relation, []]);
  const links = Object.fromEntries(none) as Links;
  for (const fact of facts) {
    const relation = RELATIONS[predicateFamily(fact.predicate)];
    if (relation === undefined || !isRelation(fact) || fact.objectId === null) continue;
    links[relation].push({ id: fact.id, from: fact.subjectId, to: fact.objectId });
  }
  return links;
}

function inOneStep({ sibling, spouse, child, parent }: Links): Inference[] {
  const married = new Set(spouse.map(({ from }) => from));
  const back = (rule: InferenceRule, links: RelationLink[]): Inference[] =>
    links.map(({ id, from, to }) => inferred(rule, to, from, [id]));
  return [
    ...back("sibling_back", sibling),
    // No spouse is inferred for people known to be married to someone else.
    ...back(
      "spouse_back",
      spouse.filter(({ to }) => !married.has(to)),
    ),
    ...back("parent_of_child", child),
    ...back("child_of_parent", parent),
  ];
}

function inferred(rule: InferenceRule, fromId: string, toId: string, premises: string[]): Inference {
  return { rule, predicate: INFERENCE_RULES[rule].predicate, fromId, toId, premises };
}

function inTwoSteps({ sibling, parent, part, place }: Links): Inference[] {
  return [
    ...siblings(sibling),
    ...chained("parent_of_parent", parent, parent),
    ...chained("part_of_part", part, part),
    ...chained("place_in_place", place, [...part, ...place]),
  ];
}

/** One question for both directions, none if either is known. */
function siblings(links: RelationLink[]): Inference[] {
  const known = new Set(links.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  return chained("sibling_of_sibling", links, links)
    .filter(({ fromId, toId }) => !known.has(`${fromId} ${toId}`))
    .map((one) => (one.fromId < one.toId ? one : { ...one, fromId: one.toId, toId: one.fromId }));
}

function chained(rule: InferenceRule, first: RelationLink[], second: RelationLink[]): Inference[] {
  const onwards = Map.groupBy(second, ({ from }) => from);
  return first.flatMap((one) =>
    (onwards.get(one.to) ?? []).map((next) => inferred(rule, one.from, next.to, [one.id, next.id])),
  );
}

/** Once per pair. */
function colleagues(employer: RelationLink[]): Inference[] {
  return [...Map.groupBy(employer, ({ to }) => to).values()].flatMap((links) => {
    const people = links.toSorted((a, b) => (a.from < b.from ? -1 : 1));
    if (people.length > COLLEAGUES_MAX) return [];
    return people.flatMap((one, at) =>
      people
        .slice(at + 1)
        .map((other) => inferred("same_employer", one.from, other.from, [one.id, other.id])),
    );
  });
}
