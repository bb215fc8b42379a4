import type { EpisodeIntent } from "../../domain/episode.ts";
import type { Context } from "./context.ts";
import type { Sweep } from "./sweep.ts";

/** A wish that names something that is gone loses its ids: its question is no longer open, its changes are no more. */
export function clearIntents(ctx: Context, { facts, episodeIds }: Sweep): void {
  const rows = ctx.db.all<{ id: string; intent: string }>(
    "SELECT id, intent FROM episodes WHERE user_id = ? AND intent IS NOT NULL",
    ctx.user,
  );
  for (const row of rows) {
    const intent = JSON.parse(row.intent) as EpisodeIntent;
    const isGone = intent.candidates.some(
      (one) => one.factIds.some((id) => facts.has(id)) || one.episodeIds.some((id) => episodeIds.has(id)),
    );
    if (!isGone) continue;
    const state = intent.state === "asked" ? "done" : intent.state;
    const cleared: EpisodeIntent = { kind: intent.kind, state, candidates: [], changeIds: [] };
    ctx.db.run(
      "UPDATE episodes SET intent = ? WHERE user_id = ? AND id = ?",
      JSON.stringify(cleared),
      ctx.user,
      row.id,
    );
  }
}
