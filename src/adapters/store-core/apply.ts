import type { AppliedBatch, Mutation, MutationBatch } from "../../domain/model/mutation.ts";
import { EngramError } from "../../errors.ts";
import type { Vectors } from "../../ports/memory-store.ts";
import type { Graph } from "./graph.ts";
import { type ChangeCause, logged } from "./log.ts";
import { namesIn, ruleOf } from "./mutation-table.ts";
import { type Answer, type Steps, ask } from "./steps.ts";
import { forgettings } from "./users.ts";
import type { UserRows } from "./verbs.ts";

/** A graph that a batch changes, in one transaction. */
export interface Work {
  graph: Graph;
  /** Writes what is not written yet, and the vectors that come with it. */
  flush(vectors?: Vectors): Answer<unknown>;
}

export interface GraphRows extends UserRows {
  openBatch(batch: MutationBatch): Answer<Work>;
}

export function* apply(db: GraphRows, asked: MutationBatch, vectors?: Vectors): Steps<AppliedBatch> {
  const batch = wellFormed(asked);
  if (batch.forgettings !== undefined && batch.forgettings !== (yield* forgettings(db))) return notApplied();
  const work = yield* ask(db.openBatch(batch));
  const result = applyBatch(work.graph, batch);
  if (result.applied) yield* ask(work.flush(vectors));
  return result;
}

/** A lone surrogate (the cut end of an emoji) would be stored differently than in the change log. */
function wellFormed<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map((item) => wellFormed(item as unknown)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wellFormed(item)])) as T;
}

/** A batch without effect. */
function notApplied(): AppliedBatch {
  return { applied: false, changeIds: [], blocked: [] };
}

/** The only way to change the graph. A throw must leave nothing behind: the caller's transaction ensures that. */
function applyBatch(graph: Graph, batch: MutationBatch): AppliedBatch {
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
  const row = graph.get("episode", expect.episodeId);
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
  const { target, run } = ruleOf(mutation);
  const mutate = (): void => run(graph, mutation, cause.runId);
  if (target === undefined) {
    mutate();
    return null;
  }
  return logged(graph, cause, ...target(mutation), mutate);
}

/**
 * Filters mutations by the tombstones. A mutation that would bring forgotten content back with evidence from before the
 * forgetting is held back, and so is everything later in the batch that refers to it.
 */
function withoutForgotten(graph: Graph, mutation: Mutation, blocked: Set<string>): Mutation | null {
  const { target, admit } = ruleOf(mutation);
  const named = blocked.size === 0 ? [] : namesIn(mutation).flatMap((names) => Object.values(names).flat());
  const isHeld = named.some((id) => blocked.has(id ?? ""));
  const admitted = isHeld ? null : admit === undefined ? mutation : admit(graph, mutation);
  if (admitted === null && target !== undefined) blocked.add(target(mutation)[1]);
  return admitted;
}
