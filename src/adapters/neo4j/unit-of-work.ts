import type { Instant } from "../../domain/model/time.ts";
import type { Vectors } from "../../ports/memory-store.ts";
import type { Graph } from "../store-core/graph.ts";
import type { Context } from "./context.ts";
import { NONE, forgottenAfter, loadTombstones } from "./tombstones.ts";
import { flush } from "./unit-of-work-flush.ts";
import { memoryGraph } from "./unit-of-work-graph.ts";
import { type Loaded, type Preload, emptyPreload, load } from "./unit-of-work-load.ts";

/**
 * A graph change reads all it needs, works on that in memory, and writes the result: two round trips to the
 * server instead of one per step. It is safe because the user was locked before the first read. A throw in between
 * leaves no trace, since nothing was written yet.
 */
export interface UnitOfWork {
  graph: Graph;
  flush(vectors?: Vectors): Promise<void>;
}

export interface WorkOptions {
  /** Rows that may be created, changes included. */
  rowsMax: number;
  /** The earliest time at which any incoming content was said; stored content is checked anyway. */
  saidSince?: Instant | undefined;
}

export async function openWork(ctx: Context, need: Preload, options: WorkOptions): Promise<UnitOfWork> {
  const loaded = await load(ctx, need);
  let next = await ctx.takeNumbers(options.rowsMax);
  const since = earliest(loaded, options.saidSince);
  const owner = await ctx.owner();
  const tombstones = forgottenAfter(owner, since) ? await loadTombstones(ctx, since) : NONE;
  const { graph, pending } = memoryGraph(ctx, loaded, tombstones, () => next++);
  return { graph, flush: (vectors) => flush(ctx, pending, vectors) };
}

/** Rewrites rows that exist, without a trace in the log of changes. */
export async function rewrite(
  ctx: Context,
  need: Partial<Preload>,
  change: (graph: Graph) => void,
): Promise<void> {
  const work = await openWork(ctx, { ...emptyPreload(), ...need }, { rowsMax: 0 });
  change(work.graph);
  await work.flush();
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
