import { isBetweenEntities } from "../../domain/model/review.ts";
import type { Vectors } from "../../ports/memory-store.ts";
import type { AppliedBatch, Mutation, MutationBatch } from "../../domain/model/mutation.ts";
import type { Instant } from "../../domain/model/time.ts";
import { applyBatch, notApplied } from "../store-core/apply.ts";
import type { Context } from "./context.ts";
import { forgettings } from "./tombstones.ts";
import { openWork } from "./unit-of-work.ts";
import { type Preload, emptyPreload } from "./unit-of-work-load.ts";

/** A row and a change per mutation. */
const ROWS_PER_MUTATION = 2;

export async function apply(ctx: Context, asked: MutationBatch, vectors?: Vectors): Promise<AppliedBatch> {
  const batch = wellFormed(asked);
  if (batch.forgettings !== undefined && batch.forgettings !== (await forgettings(ctx))) return notApplied();
  const work = await openWork(ctx, needOf(batch), {
    rowsMax: batch.mutations.length * ROWS_PER_MUTATION,
    saidSince: saidSince(batch),
  });
  const result = applyBatch(work.graph, batch);
  if (result.applied) await work.flush(vectors);
  return result;
}

/** A lone surrogate (the cut end of an emoji) would be stored differently than in the change log. */
function wellFormed<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map((item) => wellFormed(item as unknown)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wellFormed(item)])) as T;
}

function needOf(batch: MutationBatch): Preload {
  const need = emptyPreload();
  need.once = batch.once;
  if (batch.expect !== undefined) need.episode.add(batch.expect.episodeId);
  for (const name of batch.expect?.unknownNames ?? []) need.names.add(name);
  for (const mutation of batch.mutations) addNeed(need, mutation);
  return need;
}

function addNeed(need: Preload, mutation: Mutation): void {
  const entity = (id: string | null | undefined): void => {
    if (id !== null && id !== undefined) need.entity.add(id);
  };
  switch (mutation.op) {
    case "entity.put":
      return entity(mutation.entity.id);
    case "entity.patch":
    case "entity.alias":
      return entity(mutation.id);
    case "entity.delete":
      return void need.removable.add(mutation.id);
    case "fact.put":
      need.fact.add(mutation.fact.id);
      entity(mutation.fact.subjectId);
      entity(mutation.fact.objectId);
      for (const e of mutation.fact.evidence) need.episode.add(e.episodeId);
      return;
    case "fact.patch":
      need.fact.add(mutation.id);
      entity(mutation.set.subjectId);
      entity(mutation.set.objectId);
      return;
    case "fact.evidence":
      need.fact.add(mutation.id);
      for (const e of mutation.evidence) need.episode.add(e.episodeId);
      return;
    case "fact.delete":
      return void need.fact.add(mutation.id);
    case "mention.put":
      need.mentions.push({ episodeId: mutation.episodeId, entityId: mutation.entityId });
      need.episode.add(mutation.episodeId);
      return entity(mutation.entityId);
    case "episode.patch":
      return void need.texts.add(mutation.id);
    case "summary.put":
      need.summary.add(mutation.summary.id);
      for (const id of mutation.summary.sources) need.texts.add(id);
      for (const { entityId } of mutation.summary.mentions) entity(entityId);
      return;
    case "trace.put":
      return void need.episode.add(mutation.trace.episodeId);
    case "rejection.put":
      if (mutation.rejection.episodeId !== null) need.episode.add(mutation.rejection.episodeId);
      return;
    case "review.put":
      need.review.add(mutation.review.id);
      if (!isBetweenEntities(mutation.review)) return;
      entity(mutation.review.left);
      return entity(mutation.review.right);
    case "review.patch":
      return void need.review.add(mutation.id);
    case "community.put":
      return void need.community.add(mutation.community.id);
    case "community.delete":
      return void need.community.add(mutation.id);
    case "rejection.overrule":
      return;
  }
}

/** When the oldest content of a batch was said. */
function saidSince(batch: MutationBatch): Instant | undefined {
  const times = batch.mutations.flatMap((mutation) => {
    switch (mutation.op) {
      case "entity.put":
        return [mutation.entity.lastMentionedAt];
      case "entity.patch":
        return [mutation.set.lastMentionedAt ?? []].flat();
      case "fact.put":
        return mutation.fact.evidence.map((e) => e.occurredAt);
      case "fact.evidence":
        return mutation.evidence.map((e) => e.occurredAt);
      case "rejection.put":
        return [mutation.rejection.at];
      case "summary.put":
        return [mutation.summary.from];
      case "episode.patch":
        return [mutation.set.occurredAt ?? []].flat();
      default:
        return [];
    }
  });
  return times.sort()[0];
}
