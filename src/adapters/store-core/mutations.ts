import type { Alias, Entity } from "../../domain/model/entity.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import type { EntityPatch, EpisodePatch, FactPatch } from "../../domain/model/mutation.ts";
import type { Rejection } from "../../domain/model/rejection.ts";
import { isBetweenEntities, type Review, type ReviewPatch } from "../../domain/model/review.ts";
import type { Summary } from "../../domain/model/summary.ts";
import { foldName } from "../../language/text.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { EngramError } from "../../errors.ts";
import type { Graph } from "./graph.ts";
import { episodes, rejections } from "./rows.ts";
import { redactJson, redactTexts } from "./tombstones.ts";

/** The steps of a batch on the graph. Unknown ids have no effect: items forgotten in the meantime stay forgotten. */

/** The fields that may change on the self entity: never its type, status or confidence. */
const SELF_FIELDS = [
  "name",
  "summary",
  "summaryBasis",
  "portrait",
  "properties",
  "mentionCount",
  "lastMentionedAt",
  "externalKeys",
] as const satisfies readonly (keyof EntityPatch)[];

export function putEntity(graph: Graph, entity: Entity): void {
  if (entity.isSelf) throw new EngramError("conflict", "The user's own entity is made by the store");
  if (graph.get("entity", entity.id)) return;
  graph.put("entity", entity);
}

export function patchEntity(graph: Graph, id: string, set: EntityPatch): void {
  const before = graph.get("entity", id);
  if (!before) return;
  const allowed = before.isSelf ? pick(set, SELF_FIELDS) : set;
  graph.put("entity", { ...before, ...defined(allowed) });
}

export function addAlias(graph: Graph, id: string, alias: Alias): void {
  const before = graph.get("entity", id);
  if (!before) return;
  const folded = foldName(alias.alias);
  if (before.aliases.some((known) => foldName(known.alias) === folded)) return;
  graph.put("entity", { ...before, aliases: [...before.aliases, alias] });
}

export function deleteEntity(graph: Graph, id: string): void {
  const before = graph.get("entity", id);
  if (!before) return;
  if (before.isSelf) throw new EngramError("conflict", "The user's own entity cannot be deleted");
  graph.remove("entity", id);
}

export function putFact(graph: Graph, fact: Fact): void {
  if (graph.get("fact", fact.id)) return;
  graph.put("fact", { ...withRootEntities(graph, fact), evidence: distinctEvidence(fact.evidence) });
}

/** Facts about a merged entity are about its survivor. */
export function withRootEntities(graph: Graph, fact: Fact): Fact {
  const { subjectId, objectId } = fact;
  return {
    ...fact,
    subjectId: graph.rootOf(subjectId),
    objectId: objectId === null ? null : graph.rootOf(objectId),
  };
}

/**
 * A confidence someone set explicitly stands by itself: the base of an adjustment is dropped. Paraphrases belong to the
 * sentence they were made from.
 */
export function patchFact(graph: Graph, id: string, set: FactPatch): void {
  const before = graph.get("fact", id);
  if (!before) return;
  const kept = { ...before };
  if (set.confidence !== undefined) delete kept.base;
  if (set.text !== undefined && set.text !== before.text) delete kept.expansion;
  graph.put("fact", { ...kept, ...defined(set) });
}

export function addEvidence(graph: Graph, id: string, evidence: Evidence[]): void {
  const before = graph.get("fact", id);
  if (before) graph.put("fact", { ...before, evidence: distinctEvidence([...before.evidence, ...evidence]) });
}

/** Equal words count as evidence once. */
function distinctEvidence(evidence: Evidence[]): Evidence[] {
  const seen = new Map<string, Evidence>();
  for (const e of evidence) {
    const key = `${e.episodeId} ${e.part} ${e.start} ${e.end}`;
    if (!seen.has(key)) seen.set(key, e);
  }
  return [...seen.values()];
}

/** Fields written by a model from words that may have been forgotten in the meantime. */
const DERIVED_TEXTS = ["summary", "place", "emotion"] as const;

export function patchEpisode(graph: Graph, id: string, set: EpisodePatch): void {
  const before = graph.get("episode", id);
  if (!before) return;
  const said = DERIVED_TEXTS.map((field) => set[field] ?? null);
  const { texts } = redactTexts(graph.tombstones, said, before.occurred_at);
  const kept = DERIVED_TEXTS.map((field, i) => [field, set[field] === undefined ? undefined : texts[i]]);
  const extraction = set.extraction && { retryAt: null, ...set.extraction };
  const columns = episodes.toColumns({ ...set, ...Object.fromEntries(kept), extraction });
  graph.writeEpisode(id, { ...before, ...columns });
}

/**
 * A turn is excluded from retrieval only once its summary exists, and no turn has two. If turns were deleted or replaced,
 * or words forgotten, while the summary was written, nothing changes.
 */
export function putSummary(graph: Graph, summary: Summary): void {
  if (graph.get("summary", summary.id)) return;
  const sources = summary.sources.map((id) => ({ id, fields: graph.get("episode", id) }));
  const whole = sources.every(
    ({ fields }) => fields?.replaced_by === null && fields.consolidated_into == null,
  );
  if (!whole || redactTexts(graph.tombstones, [summary.text], summary.from).redacted) return;
  graph.writeSummary(summary);
  for (const { id, fields } of sources)
    if (fields) graph.writeEpisode(id, { ...fields, consolidated_into: summary.id });
}

/** The turns it replaced are found again. */
export function removeSummary(graph: Graph, id: string): void {
  for (const source of graph.get("summary", id)?.sources ?? []) {
    const fields = graph.get("episode", source);
    if (fields) graph.writeEpisode(source, { ...fields, consolidated_into: null });
  }
  graph.remove("summary", id);
}

/** Words forgotten while the model was reasoning do not come back with its reasoning. */
export function putTrace(graph: Graph, trace: Trace): void {
  const episode = graph.get("episode", trace.episodeId);
  if (!episode) return;
  const [reasoning] = redactTexts(graph.tombstones, [trace.reasoning], episode.occurred_at).texts;
  graph.putTrace({ ...trace, reasoning: reasoning ?? null });
}

/** A proposal rejected because it was forgotten must not be stored in its own words. */
export function putRejection(graph: Graph, asked: Rejection): void {
  const said = asked.episodeId === null ? undefined : graph.get("episode", asked.episodeId)?.occurred_at;
  const { detail, proposal, reasoning } = asked;
  const kept = redactJson(
    graph.tombstones,
    { detail, proposal: proposal ?? null, reasoning },
    said ?? asked.at,
  );
  graph.addRejection(rejections.toRow({ ...asked, ...kept, overruledAt: null, overruledFactId: null }));
}

/** A pair is asked about once; a pair with an unknown entity is not. */
export function putReview(graph: Graph, review: Review): void {
  if (isBetweenEntities(review) && !(graph.get("entity", review.left) && graph.get("entity", review.right)))
    return;
  if (graph.get("review", review.id) === null) graph.put("review", review);
}

export function patchReview(graph: Graph, id: string, set: ReviewPatch): void {
  const before = graph.get("review", id);
  if (before) graph.put("review", { ...before, ...set });
}

function pick<T extends object>(value: T, keys: readonly (keyof T)[]): Partial<T> {
  const kept = Object.entries(value).filter(([key]) => keys.includes(key as keyof T));
  return Object.fromEntries(kept) as Partial<T>;
}

/** `{ field: undefined }` means: unchanged. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
}
