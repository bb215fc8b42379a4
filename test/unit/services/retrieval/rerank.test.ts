import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createLlamaCppReranker } from "../../../../src/adapters/model-server/reranker.ts";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import type { Reranker } from "../../../../src/ports/reranker.ts";
import { rerank, type SimilarityOf, type RerankContext } from "../../../../src/services/retrieval/rerank.ts";
import type { SearchResult } from "../../../../src/services/retrieval/types.ts";
import { entity, fact } from "../../../contracts/memory-store-story.ts";

function factResult(id: string, text: string, score: number, more: Partial<Fact> = {}): SearchResult {
  const item = fact(id, "ann", "SAYS", { value: text, text, ...more });
  const components = { "lane.text": score };
  return {
    kind: "fact",
    id,
    text,
    status: "verified",
    score,
    components,
    evidence: [],
    isNew: false,
    isOutdated: false,
    untrue: [],
    isTold: false,
    item,
  };
}

const context = (more: Partial<RerankContext> = {}): RerankContext => ({
  query: "What does Ann grow?",
  distances: async () => new Map(),
  similarity: async () => () => undefined,
  crossEncoder: null,
  signal: AbortSignal.timeout(5_000),
  ...more,
});

const ids = (results: SearchResult[]): string[] => results.map((result) => result.id);

const THREE = [
  factResult("a", "Ann grows tomatoes in the garden", 0.9),
  factResult("b", "Ann grows tomatoes in her garden", 0.8),
  factResult("c", "Ann sings in a choir", 0.6),
];

test("without a rule the order stays", async () => {
  expect(await rerank(undefined, THREE, context())).toBe(THREE);
});

test("mmr puts what says the same behind what says something else, and scores fall", async () => {
  const diverse = await rerank({ kind: "mmr", lambda: 0.6 }, THREE, context());
  expect(ids(diverse)).toEqual(["a", "c", "b"]);
  const scores = diverse.map((r) => r.score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(diverse[1]?.components).toMatchObject({ fused: 0.6 });
  expect(ids(await rerank({ kind: "mmr", lambda: 1 }, THREE, context()))).toEqual(["a", "b", "c"]);
});

test("mmr goes by similarity where it is known, and by words where it is not", async () => {
  const results = [
    factResult("a", "Ann grows tomatoes in the garden", 0.9),
    factResult("b", "In summer she harvests her vegetables", 0.8),
    factResult("c", "Ann sings in a choir", 0.6),
  ];
  const similarity = (one: SearchResult, other: SearchResult): number =>
    [one.id, other.id].includes("c") ? 0 : 0.96;
  const mmr = { kind: "mmr", lambda: 0.6 } as const;
  const by = (known: SimilarityOf) => rerank(mmr, results, context({ similarity: async () => known }));
  expect(ids(await by(similarity))).toEqual(["a", "c", "b"]);
  expect(ids(await by(() => undefined))).toEqual(["a", "b", "c"]);
});

test("node distance lifts what is near to the named, by how near, and keeps the order of the rest", async () => {
  const bob = factResult("d", "Bob knows Carl", 0.1, { subjectId: "bob" });
  const carl = factResult("e", "Carl lives in Turin", 0.05, { subjectId: "carl" });
  const found = await rerank(
    { kind: "node_distance" },
    [...THREE, carl, bob],
    context({
      distances: async () =>
        new Map([
          ["bob", 0],
          ["carl", 1],
        ]),
    }),
  );
  expect(ids(found)).toEqual(["d", "e", "a", "b", "c"]);
  expect(found.map(({ score }) => score)).toEqual([1, 0.5, 0, 0, 0]);
});

test("episode mentions lift what was said more often", async () => {
  const item = entity("ann", "Ann", { mentionCount: 7 });
  const ann: SearchResult = { ...(THREE[0] as SearchResult), kind: "entity", id: "ann", score: 0.2, item };
  expect(ids(await rerank({ kind: "episode_mentions" }, [...THREE, ann], context()))[0]).toBe("ann");
});

test("rrf adds up ranks over lanes", async () => {
  const inTwo = { ...(THREE[2] as SearchResult), components: { "lane.text": 0.5, "lane.mention": 1 } };
  expect(
    ids(
      await rerank(
        { kind: "rrf", k: 1 },
        [THREE[0] as SearchResult, THREE[1] as SearchResult, inTwo],
        context(),
      ),
    )[0],
  ).toBe("c");
});

test("a cross-encoder reads the first, the others stay behind them; one that fails changes nothing", async () => {
  const asked: string[][] = [];
  const crossEncoder: Reranker = {
    rerank: async (_query, texts) => (
      asked.push(texts),
      texts.map((text) => (text.includes("her") ? 0.9 : 0.1))
    ),
    close: async () => undefined,
  };
  const rule = { kind: "cross_encoder", top: 2 } as const;
  const read = await rerank(rule, THREE, context({ crossEncoder }));
  expect(ids(read)).toEqual(["b", "a", "c"]);
  expect(asked).toEqual([THREE.slice(0, 2).map((r) => r.text)]);
  expect((read[2]?.score ?? 1) <= (read[1]?.score ?? 0)).toBe(true);
  const away: Reranker = { ...crossEncoder, rerank: () => Promise.reject(new Error("away")) };
  expect(await rerank(rule, THREE, context({ crossEncoder: away }))).toBe(THREE);
});

test("a server's answer is read by index, log odds become 0-1, probabilities stay, and a left-out text is refused", async () => {
  const bodies: { query: string; documents: string[]; top_n: number }[] = [];
  let results = [
    { index: 1, relevance_score: 4 },
    { index: 0, relevance_score: -4 },
  ];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const asked = JSON.parse(body) as (typeof bodies)[number];
      bodies.push(asked);
      if (asked.documents.some((text) => text.length > 500))
        return void response.writeHead(500).end('{"error":{"message":"input (700 tokens) is too large"}}');
      response.setHeader("content-type", "application/json").end(JSON.stringify({ model: "m", results }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/rerank`;
  const reranker = createLlamaCppReranker({ url, model: "" });
  try {
    const [low, high] = await reranker.rerank("q", ["no", "yes"], AbortSignal.timeout(5_000));
    expect(low).toBeCloseTo(0.018, 3);
    expect(high).toBeCloseTo(0.982, 3);
    expect(bodies[0]).toEqual({ query: "q", documents: ["no", "yes"], top_n: 2 });
    results = results.map((result, n) => ({ ...result, relevance_score: n === 0 ? 0.003 : 0 }));
    expect(await reranker.rerank("q", ["no", "yes"], AbortSignal.timeout(5_000))).toEqual([0, 0.003]);
    const long = "\u{1f389}x".repeat(400);
    expect(await reranker.rerank("q", ["no", long], AbortSignal.timeout(5_000))).toEqual([0, 0.003]);
    expect(bodies.at(-1)?.documents.map((text) => [text.length, text.isWellFormed()])).toEqual([
      [2, true],
      [500, true],
    ]);
    results = results.slice(0, 1);
    await expect(reranker.rerank("q", ["no", "yes"], AbortSignal.timeout(5_000))).rejects.toMatchObject({
      code: "model_error",
    });
  } finally {
    await reranker.close();
    server.close();
  }
});

test("TEI's form, which has other names and no version", async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    asked.push(`${request.url} ${text}`);
    const { texts } = JSON.parse(text) as { texts?: string[] };
    if (texts === undefined) return void response.writeHead(422).end('{"error":"missing field `texts`"}');
    response.end(JSON.stringify(texts.map((_, index) => ({ index, score: index / 10 })).reverse()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rerank`;
  const reranker = createLlamaCppReranker({ url, model: "" });
  try {
    for (let time = 0; time < 2; time++)
      expect(await reranker.rerank("q", ["a", "b"], AbortSignal.timeout(5_000))).toEqual([0, 0.1]);
    expect(asked).toHaveLength(3);
    expect(asked.every((one) => one.startsWith("/rerank "))).toBe(true);
  } finally {
    await reranker.close();
    server.close();
  }
});
