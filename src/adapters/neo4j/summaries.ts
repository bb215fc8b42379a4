import type { SummaryLog } from "../../domain/model/summary.ts";
import type { Context } from "./context.ts";

export async function readSummaries(ctx: Context, ids: string[]): Promise<SummaryLog[]> {
  const rows = await ctx.tx.run<SummaryLog>("summaries/read", { ids });
  return rows.map(({ id, occurredAt, sources }) => ({ id, occurredAt, sources: [...sources].sort() }));
}
