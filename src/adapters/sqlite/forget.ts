import type { Instant } from "../../domain/model/time.ts";
import { type ForgetTarget, NONE_SIMILAR, noneForgotten } from "../../domain/model/tombstone.ts";
import { carryOutForgetting, forgetEverything } from "../store-core/forget.ts";
import { type PartTarget, planForgetting } from "../store-core/forget-planner.ts";
import { type ReplaceStore, replaceEpisodeIn } from "../store-core/replace-episode.ts";
import { runSync } from "../store-core/steps.ts";
import { type ForgetResult, isEmpty, similarTo } from "../store-core/forget-plan.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow, updateEpisode } from "./episodes.ts";
import { storeOf } from "./forget-store.ts";
import { ALL, markPurgePending, rebuildsAll } from "./purge.ts";
import { secureDelete } from "./schema.ts";

/** Forgets, in the caller's transaction; `purge` then removes the remains from the files. */
export function forget(ctx: Context, target: ForgetTarget, at: Instant): ForgetResult {
  const done = "everything" in target ? forgetAll(ctx, at) : forgetPart(ctx, target, at);
  if (done.residues.length > 0) markPurgePending(ctx.db);
  return done;
}

/** Every index is rebuilt afterwards, so no piece has to be compared. */
function forgetAll(ctx: Context, at: Instant): ForgetResult {
  const counts = runSync(forgetEverything(storeOf(ctx), at));
  return { counts: counts ?? noneForgotten(), similar: NONE_SIMILAR, residues: counts === null ? [] : ALL };
}

function forgetPart(ctx: Context, target: PartTarget, at: Instant): ForgetResult {
  const store = storeOf(ctx);
  const plan = runSync(planForgetting(store, target, at));
  if (isEmpty(plan)) return { counts: noneForgotten(), similar: NONE_SIMILAR, residues: [] };
  const bulk = rebuildsAll(plan.residues);
  if (bulk) ctx.db.exec(secureDelete(false));
  runSync(carryOutForgetting(store, plan));
  if (bulk) ctx.db.exec(secureDelete(true));
  return { counts: plan.counts, similar: similarTo(plan), residues: [...plan.residues] };
}

export function replaceEpisode(ctx: Context, oldId: string, newId: string): void {
  const store: ReplaceStore = {
    ...storeOf(ctx),
    episode: (id) => findEpisodeRow(ctx, id),
    updateEpisode: (_, row) => updateEpisode(ctx, row),
    cutOff(id) {
      for (const table of ["evidence", "mentions"])
        ctx.db.run(`DELETE FROM ${table} WHERE user_id = ? AND episode_id = ?`, ctx.user, id);
    },
  };
  runSync(replaceEpisodeIn(store, oldId, newId));
}
