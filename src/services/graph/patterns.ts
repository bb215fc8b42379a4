import { factBetween, neighboursOf, type Network } from "./network.ts";
import type { GraphColumns, GraphProjection } from "./projection.ts";

/** Kinds of links that occur together: one, two that share a thing (of n alike, each pair counts), three in a ring. */
export interface Pattern {
  shape: "link" | "chain" | "triangle";
  count: number;
  /** One occurrence as a walk: the nodes in order, and the fact from each to the next. */
  nodes: number[];
  facts: number[];
}

const COUNT_MIN = 2;
/** Kinds of links at one node that are combined with each other. */
const KINDS_MAX = 40;
/** Pairs of neighbours checked for a third link. */
const RINGS_CHECKED_MAX = 1_000_000;

/** The most frequent patterns of each shape that occur more than once, among facts that are not about the user. */
export function patternsOf(columns: GraphColumns, network: Network, perShape: number): Pattern[] {
  return [links(columns), chains(columns), triangles(columns, network)].flatMap((found) => {
    const counts = new Map<string, Pattern>();
    for (const [key, pattern] of found) {
      const known = counts.get(key);
      if (known) known.count += pattern.count;
      else counts.set(key, pattern);
    }
    const frequent = [...counts.values()].filter(({ count }) => count >= COUNT_MIN);
    return frequent.sort((a, b) => b.count - a.count).slice(0, perShape);
  });
}

type Keyed = [key: string, pattern: Pattern];

/** Types and predicates along a walk; one that follows its facts sorts first. */
function keyOf(
  { type, subject, predicate }: GraphColumns,
  { nodes, facts }: Pick<Pattern, "nodes" | "facts">,
) {
  const steps = facts.map((fact, at) => (subject[fact] === nodes[at] ? "+" : "-") + predicate[fact]);
  return nodes.map((node, at) => `${type[node]}${steps[at] ?? ""}`).join();
}

/** For example `(person)-[WORKS_AT]->(company)<-[WORKS_AT]-(person)`. */
export function patternText(
  { columns, types, predicates }: GraphProjection,
  { nodes, facts }: Pattern,
): string {
  const steps = facts.map((fact, at) => {
    const link = `-[${predicates[columns.predicate[fact] ?? 0]}]-`;
    return columns.subject[fact] === nodes[at] ? `${link}>` : `<${link}`;
  });
  return nodes.map((node, at) => `(${types[columns.type[node] ?? 0]})${steps[at] ?? ""}`).join("");
}

function* factEnds({ subject, object, self }: GraphColumns): Generator<[fact: number, a: number, b: number]> {
  for (const [fact, a] of subject.entries()) {
    const b = object[fact] ?? a;
    if (a !== self && b !== self) yield [fact, a, b];
  }
}

function* links(columns: GraphColumns): Generator<Keyed> {
  for (const [fact, a, b] of factEnds(columns)) {
    const walk = { nodes: [a, b], facts: [fact] };
    yield [keyOf(columns, walk), { shape: "link", count: 1, ...walk }];
  }
}

function* chains(columns: GraphColumns): Generator<Keyed> {
  /** Facts of each kind at each node, with the node at the other end. */
  const kindsAt = new Map<number, Map<string, { fact: number; other: number }[]>>();
  for (const [fact, a, b] of factEnds(columns))
    for (const [node, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const kinds = kindsAt.get(node) ?? new Map<string, { fact: number; other: number }[]>();
      const key = keyOf(columns, { nodes: [other, node], facts: [fact] });
      kindsAt.set(node, kinds.set(key, [...(kinds.get(key) ?? []), { fact, other }]));
    }
  for (const [node, kinds] of kindsAt) {
    const frequent = [...kinds].sort(([, a], [, b]) => b.length - a.length).slice(0, KINDS_MAX);
    for (const [at, [key, ones]] of frequent.entries())
      for (const [otherKey, others] of frequent.slice(at)) {
        const count = key === otherKey ? (ones.length * (ones.length - 1)) / 2 : ones.length * others.length;
        const [[first], last] = key < otherKey ? [ones, others.at(-1)] : [others, ones.at(-1)];
        if (count === 0 || first === undefined || last === undefined) continue;
        const walk = { nodes: [first.other, node, last.other], facts: [first.fact, last.fact] };
        yield [keyOf(columns, walk), { shape: "chain", count, ...walk }];
      }
  }
}

/** Each ring once, walked in the order with the lowest key. */
function* triangles(columns: GraphColumns, network: Network): Generator<Keyed> {
  let checked = 0;
  for (let a = 0; a < columns.nodes; a++) {
    const later = [...neighboursOf(network, a)].filter((node) => node > a);
    for (const [at, b] of later.entries())
      for (const c of later.slice(at + 1)) {
        if (++checked > RINGS_CHECKED_MAX) return;
        if (!network.graph.hasEdge(String(b), String(c))) continue;
        const walks = ORDERS.map((order) =>
          walkAround(
            network,
            order.map((n) => [a, b, c][n] ?? a),
          ),
        );
        const keyed = walks.map((walk): Keyed => [
          keyOf(columns, walk),
          { shape: "triangle", count: 1, ...walk },
        ]);
        yield keyed.reduce((lowest, one) => (one[0] < lowest[0] ? one : lowest));
      }
  }
}

const ORDERS = [
  [0, 1, 2, 0],
  [0, 2, 1, 0],
  [1, 0, 2, 1],
  [1, 2, 0, 1],
  [2, 0, 1, 2],
  [2, 1, 0, 2],
];

function walkAround(network: Network, nodes: number[]): Pick<Pattern, "nodes" | "facts"> {
  const facts = nodes.slice(1).map((node, at) => factBetween(network, nodes[at] ?? node, node));
  return { nodes, facts };
}
