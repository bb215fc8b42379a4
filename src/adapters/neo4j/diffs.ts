import type { DiffStep } from "../../domain/model/diff.ts";
import type { Context } from "./context.ts";

/** Changes proposed by dry runs: ids and codes. */
export async function putDiff(ctx: Context, runId: string, steps: DiffStep[]): Promise<void> {
  await ctx.tx.run("diffs/put", { run_id: runId, steps: JSON.stringify(steps) });
}

export async function diff(ctx: Context, runId: string): Promise<DiffStep[] | null> {
  const row = await ctx.tx.one<{ steps: string }>("diffs/read", { run_id: runId });
  return row ? (JSON.parse(row.steps) as DiffStep[]) : null;
}
