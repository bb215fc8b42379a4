import type { MutationBatch } from "../../domain/model/mutation.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { Work } from "../store-core/apply.ts";
import { namesIn, ruleOf } from "../store-core/mutation-table.ts";
import type { Context } from "./context.ts";
import { openWork } from "./unit-of-work.ts";
import { type Preload, addNames, emptyPreload } from "./unit-of-work-load.ts";

/** A row and a change per mutation. */
const ROWS_PER_MUTATION = 2;

export function openBatch(ctx: Context, batch: MutationBatch): Promise<Work> {
  return openWork(ctx, needOf(batch), {
    rowsMax: batch.mutations.length * ROWS_PER_MUTATION,
    saidSince: saidSince(batch),
  });
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
