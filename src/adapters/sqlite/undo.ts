import type { Change } from "../../domain/change.ts";
import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import { EngramError, notFound } from "../../errors.ts";
import type { UndoneStep } from "../../ports/memory-store.ts";
import {
  type Kind,
  findChangeRow,
  logged,
  placeOf,
  readChange,
  sameSnapshot,
  snapshot,
  snapshotJson,
} from "./changes.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow } from "./episodes.ts";
import { readEntity } from "./graph-read.ts";
import { insertMention, writeEntity, writeFact } from "./graph-write.ts";
import { atRoots, deleteEntity, deleteFact } from "./mutations.ts";
import { dropRejectionsOf, unoverrule } from "./rejections.ts";
import { reopenReviews } from "./reviews.ts";
import type { ChangeRow } from "./rows.ts";

/** Brings back what stood before a change, when nothing changed it since. Undoing can itself be undone. */
export function undo(ctx: Context, changeId: string): Change {
  const row = findChangeRow(ctx, changeId);
  if (!row) throw notFound("change");
  if (row.undone === 1) throw new EngramError("conflict", "The change was undone already");
  if (!sameSnapshot(snapshotJson(snapshot(ctx, row.kind, row.target_id)), row.after_json)) {
    throw new EngramError("conflict", "It was changed again since");
  }
  const cause = { actor: "undo" as const, reason: "undo", runId: row.run_id };
  const made = logged(ctx, cause, row.kind, row.target_id, () => restore(ctx, row));
  if (made === null) throw new EngramError("conflict", "Nothing is left to restore");
  ctx.db.run("UPDATE changes SET undone = 1 WHERE user_id = ? AND id = ?", ctx.user, changeId);
  return readChange(ctx, made) as Change;
}

/** Changes of one run, newest first. Each is undone whole or skipped; nothing is half-way. */
export function undoRun(
  ctx: Context,
  runId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): UndoneStep {
  const rows = ctx.db.all<ChangeRow>(
    `SELECT * FROM changes WHERE user_id = ? AND run_id = ? AND actor <> 'undo' AND undone = 0 AND n < ?
     ORDER BY n DESC LIMIT ?`,
    ctx.user,
    runId,
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
  const step: UndoneStep = { undone: [], skipped: [], next: null };
  for (const row of rows) {
    const { id: changeId, kind, target_id: targetId } = row;
    if (canUndo(ctx, row)) step.undone.push({ changeId, kind, targetId });
    else step.skipped.push({ changeId, targetId });
  }
  step.next = rows.length < limit ? null : (rows.at(-1)?.n ?? null);
  if (step.next === null) {
    reopenReviews(ctx, runId);
    unoverrule(ctx, runId);
  }
  return step;
}

/** Undoes it; false when something changed it later, or what it refers to is gone. */
function canUndo(ctx: Context, row: ChangeRow): boolean {
  try {
    undo(ctx, row.id);
    return true;
  } catch (error) {
    if (error instanceof EngramError && error.code === "conflict") return false;
    if (isRefused(error)) return false;
    throw error;
  }
}

/** SQLite refused the one statement: something refers to what would go. The statement left nothing behind. */
function isRefused(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_CONSTRAINT;
}

const SQLITE_CONSTRAINT = 19;

function restore(ctx: Context, row: ChangeRow): void {
  if (row.before_json === null) remove(ctx, row.kind, row.target_id);
  else if (row.kind === "entity") restoreEntity(ctx, JSON.parse(row.before_json) as Entity, row);
  else restoreFact(ctx, JSON.parse(row.before_json) as Fact, row);
}

function remove(ctx: Context, kind: Kind, id: string): void {
  if (kind === "entity") deleteEntity(ctx, id);
  else deleteFact(ctx, id);
}

/** Mentions that came since are counted on; those that the change itself added are not. */
function restoreEntity(ctx: Context, before: Entity, row: ChangeRow): void {
  const now = readEntity(ctx, before.id);
  const after = row.after_json === null ? null : (JSON.parse(row.after_json) as Entity);
  const counts = now && after ? recount(before, after, now) : {};
  writeEntity(ctx, { ...before, ...counts }, placeOf(ctx, row));
  const mentions = JSON.parse(row.mentions_json ?? "[]") as Parameters<typeof insertMention>[1][];
  for (const mention of mentions) insertMention(ctx, mention);
}

function recount(
  before: Entity,
  after: Entity,
  now: Entity,
): Pick<Entity, "mentionCount" | "lastMentionedAt"> {
  return {
    mentionCount: before.mentionCount + now.mentionCount - after.mentionCount,
    lastMentionedAt:
      now.lastMentionedAt === after.lastMentionedAt ? before.lastMentionedAt : now.lastMentionedAt,
  };
}

/** Evidence in a turn that is gone or was replaced meanwhile does not come back. */
function restoreFact(ctx: Context, before: Fact, row: ChangeRow): void {
  const evidence = before.evidence.filter((e) => findEpisodeRow(ctx, e.episodeId)?.replaced_by === null);
  writeFact(ctx, { ...atRoots(ctx, before), evidence }, placeOf(ctx, row));
  if (row.after_json === null) dropRejectionsOf(ctx, before.id);
}
