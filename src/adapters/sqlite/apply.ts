import type { AppliedBatch, Mutation, MutationBatch } from "../../domain/mutation.ts";
import { EngramError } from "../../errors.ts";
import { type Cause, type Kind, logged } from "./changes.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow } from "./episodes.ts";
import { admit } from "./gate.ts";
import { putMention } from "./graph-write.ts";
import {
  addAlias,
  addEvidence,
  deleteEntity,
  deleteFact,
  patchEntity,
  patchEpisode,
  patchFact,
  putEntity,
  putFact,
} from "./mutations.ts";
import { overruleRejection, putRejection } from "./rejections.ts";
import { patchReview, putReview } from "./reviews.ts";
import { putTrace } from "./traces.ts";

/** The one way to change the graph. Runs inside the caller's transaction: a throw leaves nothing behind. */
export function apply(ctx: Context, batch: MutationBatch): AppliedBatch {
  const result: AppliedBatch = { applied: false, changeIds: [], blocked: [] };
  if (!expectationHolds(ctx, batch.expect) || !firstTime(ctx, batch.once)) return result;
  const cause: Cause = { actor: batch.actor, reason: batch.reason, runId: batch.runId ?? null };
  const blocked = new Set<string>();
  for (const mutation of batch.mutations) {
    const changeId = step(ctx, cause, mutation, blocked);
    if (changeId !== null) result.changeIds.push(changeId);
  }
  if (batch.whole === true && blocked.size > 0) throw new EngramError("conflict", "This was forgotten");
  return { ...result, applied: true, blocked: [...blocked] };
}

function firstTime(ctx: Context, once: string | undefined): boolean {
  if (once === undefined) return true;
  return (
    ctx.db.run(
      "INSERT OR IGNORE INTO batches (user_id, once, at) VALUES (?, ?, ?)",
      ctx.user,
      once,
      ctx.now,
    ) === 1
  );
}

function expectationHolds(ctx: Context, expect: MutationBatch["expect"]): boolean {
  if (expect === undefined) return true;
  const row = findEpisodeRow(ctx, expect.episodeId);
  if (!row || row.replaced_by !== null) return false;
  const { extraction, verification } = expect;
  return (
    (extraction === undefined || row.extraction_state === extraction) &&
    (verification === undefined || row.verification_state === verification)
  );
}

function step(ctx: Context, cause: Cause, asked: Mutation, blocked: Set<string>): string | null {
  const mutation = admit(ctx, asked, blocked);
  if (mutation === null) return null;
  const log = (kind: Kind, id: string, mutate: () => void): string | null =>
    logged(ctx, cause, kind, id, mutate);
  switch (mutation.op) {
    case "entity.put":
      return log("entity", mutation.entity.id, () => putEntity(ctx, mutation.entity));
    case "entity.patch":
      return log("entity", mutation.id, () => patchEntity(ctx, mutation.id, mutation.set));
    case "entity.alias":
      return log("entity", mutation.id, () => addAlias(ctx, mutation.id, mutation.alias));
    case "entity.delete":
      return log("entity", mutation.id, () => deleteEntity(ctx, mutation.id));
    case "fact.put":
      return log("fact", mutation.fact.id, () => putFact(ctx, mutation.fact));
    case "fact.patch":
      return log("fact", mutation.id, () => patchFact(ctx, mutation.id, mutation.set));
    case "fact.evidence":
      return log("fact", mutation.id, () => addEvidence(ctx, mutation.id, mutation.evidence));
    case "fact.delete":
      return log("fact", mutation.id, () => deleteFact(ctx, mutation.id));
    default:
      applyUnlogged(ctx, cause, mutation);
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

function applyUnlogged(ctx: Context, { runId }: Cause, mutation: Unlogged): void {
  switch (mutation.op) {
    case "mention.put":
      return putMention(ctx, mutation);
    case "episode.patch":
      return patchEpisode(ctx, mutation.id, mutation.set);
    case "rejection.put":
      return putRejection(ctx, mutation.rejection);
    case "rejection.overrule":
      return overruleRejection(ctx, mutation, runId);
    case "trace.put":
      return putTrace(ctx, mutation.trace);
    case "review.put":
      return putReview(ctx, mutation.review);
    case "review.patch":
      return patchReview(ctx, mutation.id, mutation.set);
  }
}
