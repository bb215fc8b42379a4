import type { Instant } from "../../domain/model/time.ts";
import type { ForgetOutcome, ForgetTarget } from "../../domain/model/tombstone.ts";
import { forgetTarget } from "../store-core/forget.ts";
import { runAsync } from "../store-core/steps.ts";
import type { UserContext } from "./user-context.ts";

/**
 * Forgets, in the caller's transaction. Traces of deleted records in the database files, until overwritten,
 * are the operator's responsibility (docs/operations.md).
 */
export async function forget(ctx: UserContext, target: ForgetTarget, at: Instant): Promise<ForgetOutcome> {
  const { counts, similar } = await runAsync(forgetTarget(ctx, target, at));
  return { ...counts, similar, purged: "unknown" };
}
