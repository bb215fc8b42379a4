import { clearedIntent } from "../store-core/forget-rows.ts";
import type { Sweep } from "../store-core/sweep.ts";
import type { Context } from "./context.ts";

export function clearIntents(ctx: Context, sweep: Sweep): void {
  const rows = ctx.db.all<{ id: string; intent: string }>(
    "SELECT id, intent FROM episodes WHERE user_id = ? AND intent IS NOT NULL",
    ctx.user,
  );
  for (const row of rows) {
    const cleared = clearedIntent(sweep, row.intent);
    if (cleared === null) continue;
    ctx.db.run("UPDATE episodes SET intent = ? WHERE user_id = ? AND id = ?", cleared, ctx.user, row.id);
  }
}
