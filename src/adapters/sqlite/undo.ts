import type { Change } from "../../domain/change.ts";
import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import { EngramError, notFound } from "../../errors.ts";
import {
  type Kind,
  findChangeRow,
  logged,
  readChange,
  sameSnapshot,
  snapshot,
  snapshotJson,
} from "./changes.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow } from "./episodes.ts";
import { readEntity } from "./graph-read.ts";
import { insertMention, writeEntity, writeFact } from "./graph-write.ts";
import { deleteEntity, deleteFact } from "./mutations.ts";
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

function restore(ctx: Context, row: ChangeRow): void {
  if (row.before_json === null) remove(ctx, row.kind, row.target_id);
  else if (row.kind === "entity") restoreEntity(ctx, JSON.parse(row.before_json) as Entity, row);
  else restoreFact(ctx, JSON.parse(row.before_json) as Fact);
}

function remove(ctx: Context, kind: Kind, id: string): void {
  if (kind === "entity") deleteEntity(ctx, id);
  else deleteFact(ctx, id);
}

function restoreEntity(ctx: Context, before: Entity, row: ChangeRow): void {
  const { mentionCount, lastMentionedAt } = readEntity(ctx, before.id) ?? before;
  writeEntity(ctx, { ...before, mentionCount, lastMentionedAt });
  const mentions = JSON.parse(row.mentions_json ?? "[]") as Parameters<typeof insertMention>[1][];
  for (const mention of mentions) insertMention(ctx, mention);
}

/** Evidence in a turn that is gone or was replaced meanwhile does not come back. */
function restoreFact(ctx: Context, before: Fact): void {
  const evidence = before.evidence.filter((e) => findEpisodeRow(ctx, e.episodeId)?.replaced_by === null);
  writeFact(ctx, { ...before, evidence });
}
