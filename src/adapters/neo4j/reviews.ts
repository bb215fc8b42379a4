import { REVIEW_KINDS, type Review } from "../../domain/model/review.ts";
import type { Page, ReviewPageQuery } from "../../ports/memory-store.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";
import { type ReviewRow, toReview } from "../store-core/rows.ts";

export async function readReview(ctx: Context, id: string): Promise<Review | null> {
  return (await reviewsById(ctx, [id]))[0] ?? null;
}

export async function reviewsById(ctx: Context, ids: string[]): Promise<Review[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.tx.run<{ row: ReviewRow }>("reviews/by-id", { ids });
  return rows.map(({ row }) => toReview(row));
}

export function reviewPage(ctx: Context, query: ReviewPageQuery): Promise<Page<Review>> {
  const { kind, state } = query;
  return page(ctx, query, {
    ...LISTS.reviews,
    filters: [kind ?? null, state ?? null],
    statement: state === undefined ? "reviews/page" : "reviews/page-by-state",
    params:
      state === undefined
        ? { kind: kind ?? null }
        : { state, kinds: kind === undefined ? REVIEW_KINDS : [kind] },
  });
}

/**
 * An undone decision: the owner's answer becomes a question again. A decision without a question, or one by code or a
 * model, is rejected for good: it is not made a second time.
 */
export async function reopenReviews(ctx: Context, runId: string): Promise<void> {
  await ctx.tx.run("reviews/reopen", { run_id: runId, now: ctx.now });
}
