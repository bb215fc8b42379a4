import { endsOf, turnsBehind } from "../../domain/model/fact.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import type { Reranker } from "../../ports/reranker.ts";
import { cosine } from "../../domain/model/cosine.ts";
import { likeness } from "../embedding/scale.ts";
import { NOTHING_KNOWN, neighbourhood, type SearchContext } from "./lanes.ts";
import { reciprocalRanks, round, shares } from "./score.ts";
import type { RerankRule, SearchResult } from "./types.ts";

export type SimilarityOf = (one: SearchResult, other: SearchResult) => number | undefined;

/** What rerankers may use. */
export interface RerankContext {
  query: string;
  /** Entities and their distance in facts to those the question names, which are at 0. */
  distances: () => Promise<ReadonlyMap<string, number>>;
  /** Vector similarity of two results; undefined if one has no vector. */
  similarity: (results: readonly SearchResult[]) => Promise<SimilarityOf>;
  crossEncoder: Reranker | null;
  signal: AbortSignal;
}

/** Longest wait for the reranker. */
const RERANK_MS_MAX = 10_000;

export function rerankContext(context: SearchContext, crossEncoder: Reranker | null): RerankContext {
  const { query, signal } = context.request;
  return {
    query,
    distances: () => distancesIn(context),
    similarity: (results) => similarityAmong(context, results),
    crossEncoder,
    signal: signal ?? AbortSignal.timeout(RERANK_MS_MAX),
  };
}

/** From the entities that the question names, or from the requested center. */
async function distancesIn(context: SearchContext): Promise<ReadonlyMap<string, number>> {
  const { center } = context.request;
  const around = (id: string) => neighbourhood(context, { names: [], entityIds: [id], self: false });
  const near = center === undefined ? context.known : context.inTime("center", around(center), NOTHING_KNOWN);
  const { entityIds, around: facts } = await near;
  const steps = facts.toSorted((a, b) => b.distance - a.distance);
  return new Map([
    ...steps.map(({ fact, distance }): [string, number] => [fact.subjectId, distance]),
    ...entityIds.map((id): [string, number] => [id, 0]),
  ]);
}

async function similarityAmong(
  { user, request, embedQuery }: SearchContext,
  results: readonly SearchResult[],
): Promise<SimilarityOf> {
  const query = await embedQuery(request.query, request.signal);
  if (query === null) return () => undefined;
  const found = await user.vectorsOf(
    query.tag,
    results.map(({ kind, id }) => ({ kind, id })),
  );
  const vectors = new Map(found.map(({ kind, id, vector }) => [`${kind}:${id}`, vector]));
  return (one, other) => {
    const [a, b] = [one, other].map(({ kind, id }) => vectors.get(`${kind}:${id}`));
    return a && b && likeness(query.scale, cosine(a, b));
  };
}

/**
 * Reorders results. The original score stays readable as `fused`, the new one is `rerank`; ties keep their order. If a
 * cross-encoder does not answer, the order stays.
 */
export async function rerank(
  rule: RerankRule | undefined,
  results: SearchResult[],
  context: RerankContext,
): Promise<SearchResult[]> {
  if (rule === undefined || results.length < 2) return results;
  const scores = await newScores(rule, results, context);
  if (scores === null) return results;
  const scored = results.map((result, n) => {
    const score = round(scores[n] ?? 0);
    return { ...result, score, components: { ...result.components, fused: result.score, rerank: score } };
  });
  return scored.sort((a, b) => b.score - a.score || b.components.fused - a.components.fused);
}

/** Of each result in order; null to leave them as they are. */
async function newScores(
  rule: RerankRule,
  results: SearchResult[],
  context: RerankContext,
): Promise<number[] | null> {
  switch (rule.kind) {
    case "rrf":
      return shares(reciprocalRanks(results, ({ components }, lane) => components[`lane.${lane}`], rule));
    case "mmr":
      return diverse(results, rule.lambda, await context.similarity(results));
    case "node_distance": {
      const distances = await context.distances();
      return results.map((result) => nearness(result, distances));
    }
    case "episode_mentions":
      return shares(results.map(mentionsOf));
    case "cross_encoder":
      return crossEncoded(rule.top, results, context);
  }
}

/**
 * Maximal marginal relevance (RER-2): repeatedly takes the result with the best `lambda * score - (1 - lambda) * similarity to
 * those taken`. Similarity is that of the vectors, or the share of content words in common if one has none.
 */
function diverse(results: SearchResult[], lambda: number, byVectors: SimilarityOf): number[] {
  const words = new Map(results.map((result) => [result, new Set(contentWords(result.text).map(crudeStem))]));
  const similarityOf = (one: SearchResult, other: SearchResult): number => {
    const similarity = byVectors(one, other);
    if (similarity === undefined) return overlap(words.get(one) ?? new Set(), words.get(other) ?? new Set());
    return Math.max(0, similarity);
  };
  /** Of each that is left, its greatest similarity to those taken. */
  const left = new Map(results.map((result) => [result, 0]));
  const value = ([result, similarity]: [SearchResult, number]): number =>
    lambda * result.score - (1 - lambda) * similarity;
  const scores = new Map<SearchResult, number>();
  let least = 1;
  while (left.size > 0) {
    const best = [...left].reduce((one, other) => (value(other) > value(one) ? other : one));
    const [taken] = best;
    left.delete(taken);
    // Decreases along the order, whatever was subtracted.
    least = Math.min(least, Math.max(0, value(best) + (1 - lambda)));
    scores.set(taken, least);
    for (const [other, similarity] of left) left.set(other, Math.max(similarity, similarityOf(taken, other)));
  }
  return results.map((result) => scores.get(result) ?? 0);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = a.union(b).size;
  return all === 0 ? 0 : a.intersection(b).size / all;
}

/** 1 / (1 + distance) of the nearest entity it is about (RER-3); 0 if that is unreachable or it is about none. */
function nearness({ kind, item }: SearchResult, distances: ReadonlyMap<string, number>): number {
  const about = kind === "entity" ? [item.id] : kind === "fact" ? [...endsOf([item])] : [];
  return 1 / (1 + Math.min(...about.map((one) => distances.get(one) ?? Infinity)));
}

function mentionsOf({ kind, item }: SearchResult): number {
  if (kind === "entity") return item.mentionCount;
  return kind === "fact" ? turnsBehind([item]).size : 1;
}

/** Unread results stay behind the ones that were read. */
async function crossEncoded(
  top: number,
  results: SearchResult[],
  { query, crossEncoder, signal }: RerankContext,
): Promise<number[] | null> {
  const texts = results.slice(0, top).map(({ text }) => text);
  const scores = (await crossEncoder?.rerank(query, texts, signal).catch(() => null)) ?? null;
  if (scores === null) return null;
  const least = Math.min(...scores);
  return [...scores, ...results.slice(top).map(({ score }) => Math.min(score, least))];
}
