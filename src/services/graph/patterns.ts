import { factBetween, neighboursOf, type Network } from "./network.ts";
import type { GraphColumns, GraphProjection } from "./projection.ts";
import { compare } from "../maintenance/communities/projection.ts";

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

/** Patterns with equal keys are the same. */
type Keyed = [key: string, pattern: Pattern];

/** The types of a fact's ends, and its predicate. */
function kindOf({ type, subject, predicate, object }: GraphColumns, fact: number): string {
  return `${type[subject[fact] ?? 0]}-${predicate[fact]}-${type[object[fact] ?? 0]}`;
}

function* links(columns: GraphColumns): Generator<Keyed> {
  for (const [fact, a] of columns.subject.entries()) {
    const b = columns.object[fact] ?? a;
    if (a === columns.self || b === columns.self) continue;
    yield [kindOf(columns, fact), { shape: "link", count: 1, nodes: [a, b], facts: [fact] }];
  }
}

function* chains(columns: GraphColumns): Generator<Keyed> {
  const halves = [...links(columns)].flatMap(([kind, { nodes, facts }]) => {
    const [[a = 0, b = 0], [fact = 0]] = [nodes, facts];
    return [
      { key: `in ${kind}`, node: b, other: a, fact },
      { key: `out ${kind}`, node: a, other: b, fact },
    ];
  });
  for (const [node, around] of Map.groupBy(halves, (half) => half.node)) {
    const kinds = [...Map.groupBy(around, ({ key }) => key)]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, KINDS_MAX)
      .sort(([a], [b]) => compare(a, b));
    for (const [at, [key, ones]] of kinds.entries())
      for (const [otherKey, others] of kinds.slice(at)) {
        const count = key === otherKey ? (ones.length * (ones.length - 1)) / 2 : ones.length * others.length;
        const [first, last] = [ones[0], others.at(-1)];
        if (count === 0 || first === undefined || last === undefined) continue;
        const walk = { nodes: [first.other, node, last.other], facts: [first.fact, last.fact] };
        yield [`${key} ${otherKey}`, { shape: "chain", count, ...walk }];
      }
  }
}

/** By the surest fact of each pair; rings of the same three kinds of links are the same. */
function* triangles(columns: GraphColumns, network: Network): Generator<Keyed> {
  let checked = 0;
  for (let a = 0; a < columns.nodes; a++) {
    const later = [...neighboursOf(network, a)].filter((node) => node > a);
    for (const [at, b] of later.entries())
      for (const c of later.slice(at + 1)) {
        if (++checked > RINGS_CHECKED_MAX) return;
        if (!network.graph.hasEdge(String(b), String(c))) continue;
        const facts = [factBetween(network, a, b), factBetween(network, b, c), factBetween(network, c, a)];
        const key = facts.map((fact) => kindOf(columns, fact)).sort(compare);
        yield [key.join(" "), { shape: "triangle", count: 1, nodes: [a, b, c, a], facts }];
      }
  }
}
