import type { AppliedBatch, MutationBatch } from "../../domain/mutation.ts";
import { applyBatch } from "../shared/apply.ts";
import type { Context } from "./context.ts";
import { graphOf } from "./graph.ts";

/** Runs inside the caller's transaction: a throw leaves nothing behind. */
export function apply(ctx: Context, batch: MutationBatch): AppliedBatch {
  return applyBatch(graphOf(ctx), batch);
}
