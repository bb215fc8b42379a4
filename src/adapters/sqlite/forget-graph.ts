import type { Fact } from "../../domain/fact.ts";
import {
  rewriteChange,
  rewriteEntity,
  rewriteFact,
  rewriteRejection,
  wordsEverywhere,
} from "../store-core/forget-rows.ts";
import type { ChangeRow, EntityRow, RejectionRow } from "../store-core/rows.ts";
import type { Sweep } from "../store-core/sweep.ts";
import { type Context, list } from "./context.ts";
import { factsById, toEntities } from "./graph-read.ts";
import { writeEntity, writeFact } from "./graph-write.ts";

/** What stays in the graph, rewritten. */
export function rewriteGraph(ctx: Context, sweep: Sweep): void {
  for (const fact of factsTouched(ctx, sweep)) {
    const kept = rewriteFact(sweep, fact);
    if (JSON.stringify(kept) !== JSON.stringify(fact)) writeFact(ctx, kept);
  }
  const rows = ctx.db.all<EntityRow>("SELECT * FROM entities WHERE user_id = ?", ctx.user);
  const withWords = rows.filter(
    (row) => row.summary !== null || row.properties !== "{}" || sweep.namesTold.has(row.id),
  );
  for (const entity of toEntities(ctx, withWords)) {
    if (sweep.entities.has(entity.id)) continue;
    const kept = rewriteEntity(sweep, entity);
    if (JSON.stringify(kept) !== JSON.stringify(entity)) writeEntity(ctx, kept);
  }
}

function factsTouched(ctx: Context, sweep: Sweep): Fact[] {
  const episodes = [...sweep.cuts.keys(), ...sweep.episodeIds];
  const repeated = sweep.rules.flatMap((r) => [...r.factIds]);
  const rows = ctx.db.all<{ id: string }>(
    `SELECT DISTINCT fact_id AS id FROM evidence
       WHERE user_id = ?1 AND episode_id IN (SELECT value FROM json_each(?2))
     UNION SELECT id FROM facts WHERE user_id = ?1 AND id IN (SELECT value FROM json_each(?3))
     UNION SELECT f.id FROM facts f JOIN json_each(?4) w ON instr(f.search_text, w.value) > 0
       WHERE f.user_id = ?1`,
    ctx.user,
    list(episodes),
    list(repeated),
    list(wordsEverywhere(sweep)),
  );
  return factsById(
    ctx,
    rows.map((row) => row.id),
  );
}

export function rewriteChanges(ctx: Context, sweep: Sweep): void {
  for (const row of ctx.db.all<ChangeRow>("SELECT * FROM changes WHERE user_id = ?", ctx.user)) {
    const kept = rewriteChange(sweep, row);
    if (kept === row) continue;
    if (kept === null) {
      sweep.counts.changes += ctx.db.run(
        "DELETE FROM changes WHERE user_id = ? AND id = ?",
        ctx.user,
        row.id,
      );
    } else {
      ctx.db.run(
        "UPDATE changes SET before_json = ?, after_json = ? WHERE user_id = ? AND id = ?",
        kept.before_json,
        kept.after_json,
        ctx.user,
        row.id,
      );
    }
  }
}

/** Proposals that failed: those about what is gone go; in the others a forgotten name is cut out. */
export function rewriteRejections(ctx: Context, sweep: Sweep): void {
  const rows = ctx.db.all<RejectionRow>("SELECT * FROM rejections WHERE user_id = ?", ctx.user);
  for (const row of rows) {
    const kept = rewriteRejection(sweep, row);
    if (kept === row) continue;
    if (kept === null) {
      sweep.counts.rejections += ctx.db.run(
        "DELETE FROM rejections WHERE user_id = ? AND id = ?",
        ctx.user,
        row.id,
      );
    } else {
      ctx.db.run(
        "UPDATE rejections SET detail = ?, proposal = ?, reasoning = ? WHERE user_id = ? AND id = ?",
        kept.detail,
        kept.proposal,
        kept.reasoning,
        ctx.user,
        row.id,
      );
    }
  }
}
