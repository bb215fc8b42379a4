import type { Instant } from "../../domain/model/time.ts";
import { type ForgetTarget, NONE_SIMILAR, noneForgotten } from "../../domain/model/tombstone.ts";
import { carryOut, forgetEverything } from "../store-core/forget.ts";
import { type PartTarget, plan } from "../store-core/forget-planner.ts";
import { atOnce } from "../store-core/steps.ts";
import { type Forgotten, isEmpty, similarTo } from "../store-core/forgetting-plan.ts";
import type { Context } from "./context.ts";
import { storeOf } from "./forget-store.ts";
import { ALL, owePurge, rebuildsAll } from "./purge.ts";
import { secureDelete } from "./schema.ts";

/** Forgets, in the caller's transaction; `purge` then takes what is left of it out of the files. */
export function forget(ctx: Context, target: ForgetTarget, at: Instant): Forgotten {
  const done = "everything" in target ? forgetAll(ctx, at) : forgetPart(ctx, target, at);
  if (done.needles.length > 0) owePurge(ctx.db);
  return done;
}

/** Every index is written anew afterwards, so no piece has to be compared. */
function forgetAll(ctx: Context, at: Instant): Forgotten {
  const counts = atOnce(forgetEverything(storeOf(ctx), at));
  return { counts: counts ?? noneForgotten(), similar: NONE_SIMILAR, needles: counts === null ? [] : ALL };
}

function forgetPart(ctx: Context, target: PartTarget, at: Instant): Forgotten {
  const store = storeOf(ctx);
  const sweep = atOnce(plan(store, target, at));
  if (isEmpty(sweep)) return { counts: noneForgotten(), similar: NONE_SIMILAR, needles: [] };
  const bulk = rebuildsAll(sweep.needles);
  if (bulk) ctx.db.exec(secureDelete(false));
  atOnce(carryOut(store, sweep));
  if (bulk) ctx.db.exec(secureDelete(true));
  return { counts: sweep.counts, similar: similarTo(sweep), needles: [...sweep.needles] };
}
