import { removeSummary } from "../store-core/mutations.ts";
import { type Sweep, addNeedle } from "../store-core/sweep.ts";
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

/** A summary goes with any turn it stands for, and with any word of its own; the other turns come back. */
export function sweepSummaries(ctx: Context, sweep: Sweep): void {
  const rows = ctx.db.all<{ id: string; user_message: string }>(
    `SELECT id, user_message FROM episodes WHERE user_id = ?1 AND id IN (
       SELECT consolidated_into FROM episodes
         WHERE user_id = ?1 AND consolidated_into IS NOT NULL AND id IN (SELECT value FROM json_each(?2))
       UNION SELECT id FROM episodes
         WHERE user_id = ?1 AND source = 'consolidated' AND id IN (SELECT value FROM json_each(?2)))`,
    ctx.user,
    list([...sweep.episodeIds, ...sweep.cuts.keys()]),
  );
  dropSummaries(
    ctx,
    rows.map(({ id }) => id),
  );
  for (const { id, user_message } of rows) {
    if (sweep.episodeIds.has(id)) sweep.counts.episodes += 1;
    sweep.episodeIds.add(id);
    addNeedle(sweep, id);
    addNeedle(sweep, user_message);
  }
}
