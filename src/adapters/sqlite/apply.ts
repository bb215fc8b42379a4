import type { Vectors } from "../../ports/memory-store.ts";
import type { AppliedBatch, MutationBatch } from "../../domain/model/mutation.ts";
import { applyBatch, notApplied } from "../store-core/apply.ts";
import type { Context } from "./context.ts";
import { graphOf } from "./graph.ts";
import { forgettings } from "./tombstones.ts";
import { putVectors } from "./vectors.ts";

/** Runs inside the caller's transaction: a throw leaves nothing behind. */
export function apply(ctx: Context, batch: MutationBatch, vectors?: Vectors): AppliedBatch {
  if (batch.forgettings !== undefined && batch.forgettings !== forgettings(ctx)) return notApplied();
  const result = applyBatch(graphOf(ctx), batch);
  if (result.applied && vectors !== undefined) putVectors(ctx, vectors.tag, vectors.items);
  return result;
}
