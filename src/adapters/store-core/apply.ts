import type { AppliedBatch, Mutation, MutationBatch } from "../../domain/model/mutation.ts";
import { EngramError } from "../../errors.ts";
import { withoutForgotten } from "./forgotten-filter.ts";
import type { Graph, Kind } from "./graph.ts";
import { type ChangeCause, logged } from "./log.ts";
import {
  addAlias,
  addEvidence,
  deleteEntity,
  deleteFact,
  patchEntity,
  patchEpisode,
  patchFact,
  patchReview,
  putEntity,
  putFact,
  putRejection,
  putReview,
  putSummary,
  putTrace,
} from "./mutations.ts";

/** A batch without effect. */
export function notApplied(): AppliedBatch {
  return { applied: false, changeIds: [], blocked: [] };
}

/** The only way to change the graph. A throw must leave nothing behind: the caller's transaction ensures that. */
export function applyBatch(graph: Graph, batch: MutationBatch): AppliedBatch {
  const result = notApplied();
  if (!expectationHolds(graph, batch.expect)) return result;
  if (batch.once !== undefined && !graph.firstTime(batch.once)) return result;
  const cause: ChangeCause = { actor: batch.actor, reason: batch.reason, runId: batch.runId ?? null };
  const blocked = new Set<string>();
  for (const mutation of batch.mutations) {
    const changeId = step(graph, cause, mutation, blocked);
    if (changeId !== null) result.changeIds.push(changeId);
  }
  if (batch.whole === true && blocked.size > 0) throw new EngramError("conflict", "This was forgotten");
  return { ...result, applied: true, blocked: [...blocked] };
}

function expectationHolds(graph: Graph, expect: MutationBatch["expect"]): boolean {
  if (expect === undefined) return true;
  const row = graph.episode(expect.episodeId);
  if (!row || row.replaced_by !== null) return false;
  const { extraction, verification, unknownNames = [] } = expect;
  return (
    !unknownNames.some((fold) => graph.nameKnown(fold)) &&
    (extraction === undefined || row.extraction_state === extraction) &&
    (verification === undefined || row.verification_state === verification)
  );
}

function step(graph: Graph, cause: ChangeCause, asked: Mutation, blocked: Set<string>): string | null {
  const mutation = withoutForgotten(graph, asked, blocked);
  if (mutation === null) return null;
  const log = (kind: Kind, id: string, mutate: () => void): string | null =>
    logged(graph, cause, kind, id, mutate);
  switch (mutation.op) {
    case "entity.put":
      return log("entity", mutation.entity.id, () => putEntity(graph, mutation.entity));
    case "entity.patch":
      return log("entity", mutation.id, () => patchEntity(graph, mutation.id, mutation.set));
    case "entity.alias":
      return log("entity", mutation.id, () => addAlias(graph, mutation.id, mutation.alias));
    case "entity.delete":
      return log("entity", mutation.id, () => deleteEntity(graph, mutation.id));
    case "fact.put":
      return log("fact", mutation.fact.id, () => putFact(graph, mutation.fact));
    case "fact.patch":
      return log("fact", mutation.id, () => patchFact(graph, mutation.id, mutation.set));
    case "fact.evidence":
      return log("fact", mutation.id, () => addEvidence(graph, mutation.id, mutation.evidence));
    case "fact.delete":
      return log("fact", mutation.id, () => deleteFact(graph, mutation.id));
    case "summary.put":
      return log("episode", mutation.summary.id, () => putSummary(graph, mutation.summary));
    case "community.put":
      return log("community", mutation.community.id, () => graph.writeCommunity(mutation.community));
    case "community.delete":
      return log("community", mutation.id, () => graph.removeCommunity(mutation.id));
    default:
      applyUnlogged(graph, cause, mutation);
      return null;
  }
}

type Unlogged = Extract<
  Mutation,
  {
    op:
      | "mention.put"
      | "episode.patch"
      | "rejection.put"
      | "rejection.overrule"
      | "trace.put"
      | "review.put"
      | "review.patch";
  }
>;

function applyUnlogged(graph: Graph, { runId }: ChangeCause, mutation: Unlogged): void {
  switch (mutation.op) {
    case "mention.put":
      return graph.putMention(mutation);
    case "episode.patch":
      return patchEpisode(graph, mutation.id, mutation.set);
    case "rejection.put":
      return putRejection(graph, mutation.rejection);
    case "rejection.overrule":
      return graph.overrule(mutation, runId);
    case "trace.put":
      return putTrace(graph, mutation.trace);
    case "review.put":
      return putReview(graph, mutation.review);
    case "review.patch":
      return patchReview(graph, mutation.id, mutation.set);
  }
}
