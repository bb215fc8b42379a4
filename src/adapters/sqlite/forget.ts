import type { Instant } from "../../domain/model/time.ts";
import type { ForgetTarget } from "../../domain/model/tombstone.ts";
import type { ForgetResult } from "../store-core/forget-plan.ts";
import { forgetTarget } from "../store-core/forget.ts";
import { runSync } from "../store-core/steps.ts";
import { markPurgePending } from "./purge.ts";
import type { UserContext } from "./user-context.ts";

/** Forgets, in the caller's transaction; `purge` then removes the remains from the files. */
export function forget(ctx: UserContext, target: ForgetTarget, at: Instant): ForgetResult {
  const done = runSync(forgetTarget(ctx, target, at));
  if (done.residues.length > 0) markPurgePending(ctx.db);
  return done;
}
