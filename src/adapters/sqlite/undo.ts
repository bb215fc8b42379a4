import type { Change } from "../../domain/model/change.ts";
import { notFound } from "../../errors.ts";
import type { UndoneStep } from "../../ports/memory-store.ts";
import type { ChangeRow } from "../store-core/rows.ts";
import { undoChange, undoChanges } from "../store-core/undo.ts";
import type { Context } from "./context.ts";
import { graphOf } from "./graph.ts";
import { findChangeRow, readChange } from "./records.ts";

export function undo(ctx: Context, changeId: string): Change {
  const row = findChangeRow(ctx, changeId);
  if (!row) throw notFound("change");
  return readChange(ctx, undoChange(graphOf(ctx), row)) as Change;
}

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
  const next = rows.length < limit ? null : (rows.at(-1)?.n ?? null);
  const step = undoChanges(graphOf(ctx), rows);
  if (next === null) {
    reopenReviews(ctx, runId);
    unoverrule(ctx, runId);
  }
  return { ...step, next };
}

/**
 * An undone decision: the owner's answer becomes a question again. A decision without a question, or one by code or a
 * model, is rejected for good: it is not made a second time.
 */
function reopenReviews(ctx: Context, runId: string): void {
  ctx.db.run(
    `UPDATE reviews SET run_id = NULL, state = 'open', decided_at = NULL, decided_by = NULL
     WHERE user_id = ? AND run_id = ? AND decided_by = 'user' AND reason <> 'asked'`,
    ctx.user,
    runId,
  );
  ctx.db.run(
    `UPDATE reviews SET run_id = NULL, state = 'rejected', decided_at = ?, decided_by = 'user'
     WHERE user_id = ? AND run_id = ?`,
    ctx.now,
    ctx.user,
    runId,
  );
}

function unoverrule(ctx: Context, runId: string): void {
  ctx.db.run(
    `UPDATE rejections SET overruled_at = NULL, overruled_run = NULL, overruled_fact = NULL
     WHERE user_id = ? AND overruled_run = ?`,
    ctx.user,
    runId,
  );
}
