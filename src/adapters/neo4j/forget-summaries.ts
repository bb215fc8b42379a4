import { removeSummary } from "../store-core/mutations.ts";
import type { Context } from "./context.ts";
import { deleteLog } from "./graph-delete.ts";
import { readSummaries } from "./summaries.ts";
import { openWork } from "./unit-of-work.ts";
import { emptyPreload } from "./unit-of-work-load.ts";

const MAKES_NO_ROWS = { rowsMax: 0 };

/** Deletes summaries permanently, with their log; the turns they replaced are found again. */
export async function dropSummaries(ctx: Context, ids: string[]): Promise<void> {
  for (const id of ids) {
    const [known] = await readSummaries(ctx, [id]);
    if (!known) continue;
    const need = { ...emptyPreload(), summaries: new Set([id]), texts: new Set(known.sources) };
    const work = await openWork(ctx, need, MAKES_NO_ROWS);
    removeSummary(work.graph, id);
    await work.flush();
  }
  await deleteLog(ctx, "episode", ids);
}
