import {
  reasoningGoes,
  rewriteChange,
  rewriteEntity,
  rewriteFact,
  rewriteRejection,
  wordsEverywhere,
} from "../store-core/forget-rows.ts";
import type { ChangeRow, RejectionRow } from "../store-core/rows.ts";
import type { Sweep } from "../store-core/sweep.ts";
import type { Context } from "./context.ts";
import { entitiesById, factsById } from "./graph-read.ts";
import type { Params } from "./parameters.ts";
import { countedIn } from "./rejections.ts";
import { byNumber, deleteAll, slices, writeAll } from "./scan.ts";
import { emptyNeed } from "./unit-of-work-load.ts";
import { openWork } from "./unit-of-work.ts";

/** What stays in the graph, rewritten. */
export async function rewriteGraph(ctx: Context, sweep: Sweep): Promise<void> {
  for (const slice of slices(await factsTouched(ctx, sweep))) await rewriteFacts(ctx, sweep, slice);
  const rows = await ctx.tx.run<{ id: string }>("forget/entities-with-words");
  const ids = new Set([...rows.map((row) => row.id), ...sweep.namesTold.keys()]);
  const kept = [...ids].filter((id) => !sweep.entities.has(id));
  for (const slice of slices(kept)) await rewriteEntities(ctx, sweep, slice);
}

async function factsTouched(ctx: Context, sweep: Sweep): Promise<Set<string>> {
  const touched = new Set(sweep.rules.flatMap((rule) => [...rule.factIds]));
  for (const slice of slices([...sweep.cuts.keys(), ...sweep.episodeIds])) {
    for (const { id } of await ctx.tx.run<{ id: string }>("forget/facts-touched", { ids: slice })) {
      touched.add(id);
    }
  }
  const words = wordsEverywhere(sweep);
  if (words.length > 0) {
    for (const { id } of await ctx.tx.run<{ id: string }>("forget/facts-with-words", { words })) {
      touched.add(id);
    }
  }
  return touched;
}

const MAKES_NO_ROWS = { rowsMax: 0 };

async function rewriteFacts(ctx: Context, sweep: Sweep, ids: string[]): Promise<void> {
  const changed = (await factsById(ctx, ids)).flatMap((fact) => {
    const kept = rewriteFact(sweep, fact);
    return JSON.stringify(kept) === JSON.stringify(fact) ? [] : [kept];
  });
  if (changed.length === 0) return;
  const need = { ...emptyNeed(), facts: new Set(changed.map((fact) => fact.id)) };
  const work = await openWork(ctx, need, MAKES_NO_ROWS);
  for (const fact of changed) work.graph.writeFact(fact);
  await work.flush();
}

async function rewriteEntities(ctx: Context, sweep: Sweep, ids: string[]): Promise<void> {
  const changed = (await entitiesById(ctx, ids)).flatMap((entity) => {
    const kept = rewriteEntity(sweep, entity);
    return JSON.stringify(kept) === JSON.stringify(entity) ? [] : [kept];
  });
  if (changed.length === 0) return;
  const need = { ...emptyNeed(), entities: new Set(changed.map((entity) => entity.id)) };
  const work = await openWork(ctx, need, MAKES_NO_ROWS);
  for (const entity of changed) work.graph.writeEntity(entity);
  await work.flush();
}

export async function rewriteChanges(ctx: Context, sweep: Sweep): Promise<void> {
  const kinds = ["fact", "entity", "episode", "community"];
  for await (const rows of byNumber<ChangeRow>(ctx, "forget/changes", { kinds })) {
    const gone: string[] = [];
    const changed: Params[] = [];
    for (const row of rows) {
      const kept = rewriteChange(sweep, row);
      if (kept === null) gone.push(row.id);
      else if (kept !== row) {
        changed.push({ id: row.id, set: { before_json: kept.before_json, after_json: kept.after_json } });
      }
    }
    sweep.counts.changes += await deleteAll(ctx, "forget/delete-changes", gone);
    await writeAll(ctx, "forget/update-changes", changed);
  }
}

/** Proposals that failed: those about what is gone go; in the others a forgotten name is cut out. */
export async function rewriteRejections(ctx: Context, sweep: Sweep): Promise<void> {
  for await (const rows of byNumber<RejectionRow>(ctx, "forget/rejections")) {
    const gone: string[] = [];
    const changed: Params[] = [];
    for (const row of rows) {
      const kept = rewriteRejection(sweep, row);
      if (kept === null) gone.push(row.id);
      else if (kept !== row) {
        const { detail, proposal, reasoning } = kept;
        changed.push({ id: row.id, set: { detail, proposal, reasoning, ...countedIn(proposal) } });
      }
    }
    sweep.counts.rejections += await deleteAll(ctx, "forget/delete-rejections", gone);
    await writeAll(ctx, "forget/update-rejections", changed);
  }
}

export async function cutReasoning(ctx: Context, sweep: Sweep): Promise<void> {
  const rows = await ctx.tx.run<{ episode_id: string; purpose: string; reasoning: string }>(
    "forget/reasonings",
  );
  const gone = rows.filter((row) => reasoningGoes(sweep, row.reasoning));
  await writeAll(
    ctx,
    "forget/drop-reasoning",
    gone.map(({ episode_id, purpose }) => ({ episode_id, purpose })),
  );
}
