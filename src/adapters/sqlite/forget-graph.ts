import type { Entity } from "../../domain/entity.ts";
import type { Evidence, Fact } from "../../domain/fact.ts";
import { fold } from "../../domain/text.ts";
import { type Context, list } from "./context.ts";
import { factsById, toEntities } from "./graph-read.ts";
import { writeEntity, writeFact } from "./graph-write.ts";
import { containsRun, cutRuns } from "./redact.ts";
import type { ChangeRow, EntityRow, RejectionRow } from "./rows.ts";
import { type Rule, type Sweep, runsFor } from "./sweep.ts";
import { mapStrings } from "./tombstones.ts";

/**
 * What stays in the graph, rewritten. The same functions go over the rows and over the snapshots in the change log,
 * so that a change can still be undone when nothing else happened to its target.
 */
export function rewriteGraph(ctx: Context, sweep: Sweep): void {
  for (const fact of factsTouched(ctx, sweep)) {
    const kept = rewriteFact(sweep, fact);
    if (JSON.stringify(kept) !== JSON.stringify(fact)) writeFact(ctx, kept);
  }
  const rows = ctx.db.all<EntityRow>("SELECT * FROM entities WHERE user_id = ?", ctx.user);
  const withWords = rows.filter((row) => row.summary !== null || row.properties !== "{}");
  for (const entity of toEntities(ctx, withWords)) {
    if (sweep.entities.has(entity.id)) continue;
    const kept = rewriteEntity(sweep, entity);
    if (JSON.stringify(kept) !== JSON.stringify(entity)) writeEntity(ctx, kept);
  }
}

function factsTouched(ctx: Context, sweep: Sweep): Fact[] {
  const episodes = [...sweep.cuts.keys(), ...sweep.episodeIds];
  const repeated = sweep.rules.flatMap((r) => [...r.factIds]);
  const first = sweep.rules.filter((r) => r.everywhere).flatMap((r) => r.runs.map((run) => run[0] ?? ""));
  const rows = ctx.db.all<{ id: string }>(
    `SELECT DISTINCT fact_id AS id FROM evidence
       WHERE user_id = ?1 AND episode_id IN (SELECT value FROM json_each(?2))
     UNION SELECT id FROM facts WHERE user_id = ?1 AND id IN (SELECT value FROM json_each(?3))
     UNION SELECT f.id FROM facts f JOIN json_each(?4) w ON instr(f.search_text, w.value) > 0
       WHERE f.user_id = ?1`,
    ctx.user,
    list(episodes),
    list(repeated),
    list(first.map(fold).filter((word) => word !== "")),
  );
  return factsById(
    ctx,
    rows.map((row) => row.id),
  );
}

function rewriteFact(sweep: Sweep, fact: Fact): Fact {
  const runs = sweep.rules.filter((r) => r.everywhere || r.factIds.has(fact.id)).flatMap((r) => r.runs);
  const text = cutRuns(fact.text, runs).text;
  const value = fact.value === null ? null : cutRuns(fact.value, runs).text;
  const evidence = fact.evidence
    .filter((e) => !sweep.episodeIds.has(e.episodeId))
    .map((e) => rewriteEvidence(sweep, e));
  return { ...fact, text, value, evidence };
}

function rewriteEvidence(sweep: Sweep, evidence: Evidence): Evidence {
  const made = sweep.cuts.get(evidence.episodeId)?.[evidence.part];
  if (!made) return evidence;
  const { start, end } = made.move(evidence);
  return { ...evidence, start, end, quote: made.text.slice(start, end) };
}

function rewriteEntity(sweep: Sweep, entity: Entity): Entity {
  const about = (r: Rule): boolean => r.subjectId === entity.id;
  const kept = (text: string): string => cutRuns(text, runsFor(sweep, text, about)).text;
  return {
    ...entity,
    summary: entity.summary === null ? null : kept(entity.summary),
    properties: mapStrings(entity.properties, kept),
  };
}

export function rewriteChanges(ctx: Context, sweep: Sweep): void {
  for (const row of ctx.db.all<ChangeRow>("SELECT * FROM changes WHERE user_id = ?", ctx.user)) {
    const before = rewriteSnapshot(sweep, row, row.before_json);
    const after = rewriteSnapshot(sweep, row, row.after_json);
    if (before === row.before_json && after === row.after_json) continue;
    if (before === GONE || after === GONE || before === after) {
      sweep.counts.changes += ctx.db.run(
        "DELETE FROM changes WHERE user_id = ? AND id = ?",
        ctx.user,
        row.id,
      );
    } else {
      ctx.db.run(
        "UPDATE changes SET before_json = ?, after_json = ? WHERE user_id = ? AND id = ?",
        before,
        after,
        ctx.user,
        row.id,
      );
    }
  }
}

/** A snapshot of which nothing may be kept. */
const GONE = "gone";

function rewriteSnapshot(sweep: Sweep, row: ChangeRow, json: string | null): string | null {
  if (json === null) return null;
  if (row.kind === "entity") {
    const kept = rewriteEntity(sweep, JSON.parse(json) as Entity);
    return JSON.stringify(withoutNames(sweep, kept));
  }
  const fact = JSON.parse(json) as Fact;
  const kept = rewriteFact(sweep, fact);
  return fact.evidence.length > 0 && kept.evidence.length === 0 ? GONE : JSON.stringify(kept);
}

/** The log of an entity that was merged into a forgotten one, or named after it, still spells the name. */
function withoutNames(sweep: Sweep, entity: Entity): Entity {
  const runs = sweep.rules.filter((r) => r.everywhere).flatMap((r) => r.runs);
  if (runs.length === 0 || !containsRun(entity.name, runs)) return entity;
  return { ...entity, name: cutRuns(entity.name, runs).text };
}

/** Proposals that failed: those about what is gone go; in the others a forgotten name is cut out. */
export function rewriteRejections(ctx: Context, sweep: Sweep): void {
  const rows = ctx.db.all<RejectionRow>("SELECT * FROM rejections WHERE user_id = ?", ctx.user);
  for (const row of rows) {
    if (rejectionGoes(sweep, row)) {
      sweep.counts.rejections += ctx.db.run(
        "DELETE FROM rejections WHERE user_id = ? AND id = ?",
        ctx.user,
        row.id,
      );
    } else redactRejection(ctx, sweep, row);
  }
}

function rejectionGoes(sweep: Sweep, row: RejectionRow): boolean {
  if (row.fact_id !== null && sweep.facts.has(row.fact_id)) return true;
  if (row.episode_id === null) return false;
  if (sweep.episodeIds.has(row.episode_id)) return true;
  const words = sweep.cuts.get(row.episode_id)?.runs ?? [];
  return containsRun(`${row.proposal}\n${row.detail}\n${row.reasoning ?? ""}`, words);
}

function redactRejection(ctx: Context, sweep: Sweep, row: RejectionRow): void {
  const kept = (text: string): string =>
    cutRuns(
      text,
      runsFor(sweep, text, () => false),
    ).text;
  const detail = kept(row.detail);
  const proposal = JSON.stringify(mapStrings(JSON.parse(row.proposal) as unknown, kept));
  const reasoning = row.reasoning === null ? null : kept(row.reasoning);
  if (detail === row.detail && proposal === row.proposal && reasoning === row.reasoning) return;
  ctx.db.run(
    "UPDATE rejections SET detail = ?, proposal = ?, reasoning = ? WHERE user_id = ? AND id = ?",
    detail,
    proposal,
    reasoning,
    ctx.user,
    row.id,
  );
}
