import fc from "fast-check";
import { connectedComponents } from "graphology-components";
import { describe, expect, test } from "vitest";
import { betweenness, cutsOf } from "../../../../src/services/graph/bridges.ts";
import { networkOf, type Network } from "../../../../src/services/graph/network.ts";
import { pageRank } from "../../../../src/services/graph/page-rank.ts";
import { simplePaths } from "../../../../src/services/graph/paths.ts";
import { patternsOf, patternText } from "../../../../src/services/graph/patterns.ts";
import type { GraphColumns } from "../../../../src/services/graph/projection.ts";
import { GRAPH_TASKS } from "../../../../src/services/graph/tasks.ts";

/** Small graphs, checked against what follows from the definitions alone. */

type Edge = [a: number, b: number];

interface Kinds {
  types?: number[];
  predicates?: number[];
  self?: number;
}

/** The user's node is one that nothing links, unless it is given. */
function columnsOf(
  nodes: number,
  edges: Edge[],
  { types = [], predicates = [], self }: Kinds = {},
): GraphColumns {
  return {
    nodes: self === undefined ? nodes + 1 : nodes,
    self: self ?? nodes,
    type: Uint32Array.from({ length: nodes + 1 }, (_, node) => types[node] ?? 0),
    subject: Uint32Array.from(edges, ([a]) => a),
    object: Uint32Array.from(edges, ([, b]) => b),
    predicate: Uint32Array.from(edges, (_, fact) => predicates[fact] ?? 0),
    confidence: Float32Array.from(edges, () => 0.75),
  };
}

const componentsOf = ({ graph }: Network) => connectedComponents(graph).map((nodes) => nodes.map(Number));

const NODES = 7;
const node = fc.nat(NODES - 1);
const someEdges = fc
  .array(fc.tuple(node, node), { maxLength: 14 })
  .map((edges) => edges.filter(([a, b]) => a !== b) as Edge[]);

/** Neighbours by definition. */
function near(edges: Edge[], at: number): number[] {
  return [...new Set(edges.flatMap(([a, b]) => (a === at ? [b] : b === at ? [a] : [])))].sort();
}

function allPaths(edges: Edge[], path: number[], to: number): number[][] {
  const last = path.at(-1) ?? to;
  if (last === to) return [path];
  return near(edges, last)
    .filter((next) => !path.includes(next))
    .flatMap((next) => allPaths(edges, [...path, next], to));
}

function reached(edges: Edge[], from: number): Set<number> {
  const found = new Set([from]);
  for (const at of found) for (const next of near(edges, at)) found.add(next);
  return found;
}

describe("cuts", () => {
  test("a cut point separates as many from the largest rest as its removal does", () => {
    fc.assert(
      fc.property(someEdges, (edges) => {
        const network = networkOf(columnsOf(NODES, edges));
        const { points } = cutsOf(network, componentsOf(network));
        for (let at = 0; at < NODES; at++) {
          const others = [...reached(edges, at)].filter((one) => one !== at);
          const rest = edges.filter((edge) => !edge.includes(at));
          const largest = Math.max(0, ...others.map((one) => reached(rest, one).size));
          expect(points[at]).toBe(others.length - largest);
        }
      }),
    );
  });

  test("a cut link is one whose removal separates its ends", () => {
    fc.assert(
      fc.property(someEdges, (edges) => {
        const network = networkOf(columnsOf(NODES, edges));
        const { links } = cutsOf(network, componentsOf(network));
        const found = new Map(links.map(({ a, b, cutOff }) => [[a, b].sort().join(), cutOff]));
        for (const [a, b] of edges) {
          const rest = edges.filter((edge) => !(edge.includes(a) && edge.includes(b)));
          const [side, other] = [reached(rest, a), reached(rest, b)];
          const cutOff = side.has(b) ? undefined : Math.min(side.size, other.size);
          expect(found.get([a, b].sort().join())).toBe(cutOff);
        }
      }),
    );
  });

  test("a long chain does not exhaust the stack", () => {
    const length = 20_000;
    const chain = Array.from({ length: length - 1 }, (_, at): Edge => [at, at + 1]);
    const network = networkOf(columnsOf(length, chain));
    expect(cutsOf(network, componentsOf(network)).links).toHaveLength(length - 1);
  });
});

test("betweenness is the share of shortest ways between two others that lead through a node", () => {
  fc.assert(
    fc.property(someEdges, (edges) => {
      const linked = [...new Set(edges.flat())];
      const through = new Float64Array(NODES + 1);
      for (const from of linked)
        for (const to of linked.filter((one) => one !== from)) {
          const paths = allPaths(edges, [from], to);
          const shortest = Math.min(...paths.map(({ length }) => length));
          const ways = paths.filter(({ length }) => length === shortest);
          for (const way of ways)
            for (const via of way.slice(1, -1)) through[via] = (through[via] ?? 0) + 1 / ways.length;
        }
      const pairs = Math.max(1, linked.length * (linked.length - 2));
      const found = betweenness(networkOf(columnsOf(NODES, edges)));
      for (let at = 0; at < NODES; at++) expect(found[at]).toBeCloseTo((through[at] ?? 0) / pairs, 9);
    }),
  );
});

test("betweenness of a large graph is estimated: the one that joins two halves is first by far", () => {
  const half = 200;
  const ring = (first: number): Edge[] =>
    Array.from({ length: half }, (_, at) => [first + at, first + ((at + 1) % half)]);
  const joint = 2 * half;
  const edges: Edge[] = [...ring(0), ...ring(half), [0, joint], [half, joint]];
  const found = betweenness(networkOf(columnsOf(joint + 1, edges)));
  expect(found[joint]).toBeGreaterThan(0.45);
  expect(Math.max(...found.slice(1, half), ...found.slice(half + 1, joint))).toBeLessThan(found[joint] ?? 0);
});

test("PageRank is the state that one more step does not change", () => {
  fc.assert(
    fc.property(someEdges, node, (edges, seed) => {
      const ranks = pageRank(networkOf(columnsOf(NODES, edges)), seed);
      expect(ranks.reduce((sum, rank) => sum + rank)).toBeCloseTo(1, 6);
      const weight = (a: number, b: number) =>
        edges.filter((edge) => edge.includes(a) && edge.includes(b)).length;
      const degree = (at: number) => edges.filter((edge) => edge.includes(at)).length;
      const stays = ranks.reduce((sum, rank, at) => sum + (degree(at) === 0 ? rank : 0), 0);
      for (let at = 0; at < NODES; at++) {
        const followed = near(edges, at).reduce(
          (sum, from) => sum + ((ranks[from] ?? 0) * weight(from, at)) / degree(from),
          0,
        );
        const restarted = at === seed ? 0.15 + 0.85 * stays : 0;
        expect(ranks[at]).toBeCloseTo(0.85 * followed + restarted, 4);
      }
    }),
  );
});

describe("paths", () => {
  test("are all that visit no node twice, shortest first", () => {
    fc.assert(
      fc.property(someEdges, node, node, (edges, from, to) => {
        fc.pre(from !== to);
        const found = simplePaths(networkOf(columnsOf(NODES, edges)), { from, to }, 1_000);
        expect(found.map(String).sort()).toEqual(allPaths(edges, [from], to).map(String).sort());
        const lengths = found.map(({ length }) => length);
        expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
      }),
    );
  });

  test("of more than six links are not listed, and never more than asked for", () => {
    const chain: Edge[] = [0, 1, 2, 3, 4, 5, 6].map((at) => [at, at + 1]);
    const columns = columnsOf(8, chain);
    expect(GRAPH_TASKS.paths(columns, { from: 0, to: 6, limit: 5 })).toMatchObject({
      distance: 6,
      paths: [[0, 1, 2, 3, 4, 5]],
    });
    expect(GRAPH_TASKS.paths(columns, { from: 0, to: 7, limit: 5 })).toEqual({ distance: 7, paths: [] });
    const full = Array.from({ length: 40 }, (_, a) =>
      Array.from({ length: a }, (_, b): Edge => [a, b]),
    ).flat();
    expect(GRAPH_TASKS.paths(columnsOf(40, full), { from: 0, to: 39, limit: 3 }).paths).toHaveLength(3);
  });

  test("lead through the user only if there is no other, and nowhere if nothing connects two", () => {
    const self = 0;
    const throughUser: Edge[] = [
      [self, 1],
      [self, 2],
    ];
    const ends = { from: 1, to: 2, limit: 5 };
    expect(GRAPH_TASKS.paths(columnsOf(4, throughUser, { self }), ends)).toEqual({
      distance: 2,
      paths: [[0, 1]],
    });
    const another: Edge[] = [...throughUser, [1, 3], [3, 2]];
    expect(GRAPH_TASKS.paths(columnsOf(4, another, { self }), ends)).toEqual({
      distance: 2,
      paths: [[2, 3]],
    });
    expect(GRAPH_TASKS.paths(columnsOf(4, throughUser, { self }), { ...ends, to: 3 })).toEqual({
      distance: null,
      paths: [],
    });
  });
});

test("patterns: links, pairs that share a thing, and rings, most frequent first", () => {
  const [person, company] = [0, 1];
  const [knows, worksAt] = [0, 1];
  const edges: Edge[] = [
    [0, 3],
    [1, 3],
    [2, 3],
    [0, 1],
    [1, 2],
    [2, 0],
  ];
  const predicates = [worksAt, worksAt, worksAt, knows, knows, knows];
  const columns = columnsOf(4, edges, { types: [person, person, person, company], predicates });
  const projection = {
    entityIds: [],
    factIds: [],
    types: ["person", "company"],
    predicates: ["KNOWS", "WORKS_AT"],
    columns,
  };
  const found = patternsOf(columns, networkOf(columns), 10).map((pattern) => [
    patternText(projection, pattern),
    pattern.count,
  ]);
  expect(Object.fromEntries(found)).toEqual({
    "(person)-[WORKS_AT]->(company)": 3,
    "(person)-[KNOWS]->(person)": 3,
    "(person)-[WORKS_AT]->(company)<-[WORKS_AT]-(person)": 3,
    "(person)-[KNOWS]->(person)-[KNOWS]->(person)": 3,
    "(person)-[KNOWS]->(person)-[WORKS_AT]->(company)": 3,
    "(person)<-[KNOWS]-(person)-[WORKS_AT]->(company)": 3,
    "(person)-[KNOWS]->(person)-[WORKS_AT]->(company)<-[WORKS_AT]-(person)": 3,
  });
});
