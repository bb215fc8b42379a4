import type { Instant } from "../../domain/model/time.ts";
import type { Work } from "../store-core/apply.ts";
import type { Context } from "./context.ts";
import { NONE, forgottenAfter, loadTombstones } from "./tombstones.ts";
import { flush } from "./unit-of-work-flush.ts";
import { memoryGraph } from "./unit-of-work-graph.ts";
import { type Loaded, type Preload, load } from "./unit-of-work-load.ts";

interface WorkOptions {
  /** Rows that may be created, changes included. */
  rowsMax: number;
  /** The earliest time at which any incoming content was said; stored content is checked anyway. */
  saidSince?: Instant | undefined;
}

/**
 * A graph change reads all it needs, works on that in memory, and writes the result: two round trips to the
 * server instead of one per step. It is safe because the user was locked before the first read. A throw in between
 * leaves no trace, since nothing was written yet.
 */
export async function openWork(ctx: Context, need: Preload, options: WorkOptions): Promise<Work> {
  const loaded = await load(ctx, need);
  let next = await ctx.takeNumbers(options.rowsMax);
  const since = earliest(loaded, options.saidSince);
  const owner = await ctx.owner();
  const tombstones = forgottenAfter(owner, since) ? await loadTombstones(ctx, since) : NONE;
  const { graph, pending } = memoryGraph(ctx, loaded, tombstones, () => next++);
  return { graph, flush: (vectors) => flush(ctx, pending, vectors) };
}

function earliest({ slots }: Loaded, saidSince: Instant | undefined): Instant {
  const times = [
    ...[...slots.entity.values()].flatMap(({ stored }) => stored?.value.lastMentionedAt ?? []),
    ...[...slots.episode.values()].flatMap(({ stored }) => stored?.value.occurred_at ?? []),
    ...(saidSince === undefined ? [] : [saidSince]),
  ];
  return times.reduce((first, at) => (at < first ? at : first), END_OF_TIME);
}

const END_OF_TIME: Instant = "9999";
