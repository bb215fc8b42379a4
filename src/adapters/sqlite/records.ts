import { toConversation, toReview } from "../store-core/rows.ts";
import { type Context, deleteIn } from "./context.ts";
import { single } from "./cursor.ts";

export const readConversation = single("conversations", toConversation);
export const readReview = single("reviews", toReview);

/** Links with one of these at either end. */
export function deleteLinksOf(ctx: Context, ids: readonly string[]): void {
  for (const end of ["from_id", "to_id"]) deleteIn(ctx, "links", end, ids);
}
