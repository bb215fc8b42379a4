import type { Instant } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { type TraceRow, toTrace } from "../store-core/rows.ts";
import type { Context } from "./context.ts";

export async function traces(ctx: Context, episodeIds: string[]): Promise<Trace[]> {
  const rows = await ctx.tx.run<{ row: TraceRow }>("traces/read", { ids: episodeIds });
  return rows.map(({ row }) => toTrace(row));
}

export async function modelUse(
  ctx: Context,
  since: Instant,
): Promise<{ calls: number; tokens: number; seconds: number }> {
  const use = await ctx.tx.one<{ calls: number; tokens: number; seconds: number }>("traces/model-use", {
    since,
  });
  return use ?? { calls: 0, tokens: 0, seconds: 0 };
}
