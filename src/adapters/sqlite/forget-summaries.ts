import { removeSummary } from "../store-core/mutations.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { graphOf } from "./graph.ts";

/** Takes summaries away for good, with what the log says of them; the turns they stood for are found again. */
export function dropSummaries(ctx: Context, ids: string[]): void {
  for (const id of ids) removeSummary(graphOf(ctx), id);
  ctx.db.run(
    `DELETE FROM changes WHERE user_id = ? AND kind = 'episode' AND target_id ${IN_LIST}`,
    ctx.user,
    list(ids),
  );
}
