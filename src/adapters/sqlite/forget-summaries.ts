import { removeSummary } from "../store-core/mutations.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { graphOf } from "./graph.ts";

/** Deletes summaries permanently, with their log; the turns they replaced are found again. */
export function dropSummaries(ctx: Context, ids: string[]): void {
  for (const id of ids) removeSummary(graphOf(ctx), id);
  ctx.db.run(
    `DELETE FROM changes WHERE user_id = ? AND kind = 'episode' AND target_id ${IN_LIST}`,
    ctx.user,
    list(ids),
  );
}
