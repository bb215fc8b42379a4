import type { Vectors } from "../../ports/memory-store.ts";
import type { AppliedBatch, MutationBatch } from "../../domain/model/mutation.ts";
import type { Instant } from "../../domain/model/time.ts";
import { applyBatch, notApplied } from "../store-core/apply.ts";
import { namesIn, ruleOf } from "../store-core/mutation-table.ts";
import type { Context } from "./context.ts";
import { forgettings } from "./tombstones.ts";
import { openWork } from "./unit-of-work.ts";
import { type Preload, addNames, emptyPreload } from "./unit-of-work-load.ts";

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
  for (const mutation of batch.mutations) {
    for (const names of namesIn(mutation)) addNames(need, names);
    if (mutation.op === "mention.put") need.mentions.push(mutation);
  }
  return need;
}

/** When the oldest content of a batch was said. */
function saidSince(batch: MutationBatch): Instant | undefined {
  const times = batch.mutations.flatMap((mutation) => ruleOf(mutation).saidAt?.(mutation) ?? []);
  return times.filter((at) => at !== undefined).sort()[0];
}
