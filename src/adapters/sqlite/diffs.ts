import type { DiffStep } from "../../domain/model/diff.ts";
import { upsertSql } from "./connection.ts";
import type { Context } from "./context.ts";

/** Changes proposed by dry runs: ids and codes. */
export function putDiff(ctx: Context, runId: string, steps: DiffStep[]): void {
  ctx.db.runNamed(upsertSql("run_diffs", ["user_id", "run_id", "steps"], ["user_id", "run_id"]), {
    user_id: ctx.user,
    run_id: runId,
    steps: JSON.stringify(steps),
  });
}

export function diff(ctx: Context, runId: string): DiffStep[] | null {
  const row = ctx.db.get<{ steps: string }>(
    "SELECT steps FROM run_diffs WHERE user_id = ? AND run_id = ?",
    ctx.user,
    runId,
  );
  return row ? (JSON.parse(row.steps) as DiffStep[]) : null;
}
