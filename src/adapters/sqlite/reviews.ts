import type { Review } from "../../domain/model/review.ts";
import type { Page, ReviewPageQuery } from "../../ports/memory-store.ts";
import { type ReviewRow, reviews, toReview } from "../store-core/rows.ts";
import { type Value, insertSql } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";

export function writeReview(ctx: Context, review: Review): void {
  const { n } = findRow(ctx, review.id) ?? { n: null };
  ctx.db.runNamed(
    insertSql("reviews", ["n", "user_id", ...reviews.columns]).replace("INSERT", "INSERT OR REPLACE"),
    {
      n,
      user_id: ctx.user,
      ...reviews.toRow(review),
    },
  );
}

function findRow(ctx: Context, id: string): ReviewRow | undefined {
  return ctx.db.get<ReviewRow>("SELECT * FROM reviews WHERE user_id = ? AND id = ?", ctx.user, id);
}

export function readReview(ctx: Context, id: string): Review | null {
  const row = findRow(ctx, id);
  return row ? toReview(row) : null;
}

export function reviewsById(ctx: Context, ids: string[]): Review[] {
  return ctx.db
    .all<ReviewRow>(
      `SELECT * FROM reviews WHERE user_id = ? AND id ${IN_LIST} ORDER BY n`,
      ctx.user,
      list(ids),
    )
    .map((row) => toReview(row));
}

export function reviewPage(ctx: Context, query: ReviewPageQuery): Page<Review> {
  const { kind, state } = query;
  const asked = Object.entries({ kind, state }).filter(([, value]) => value !== undefined);
  const where = asked.map(([column]) => ` AND ${column} = ?`).join("");
  const params: Value[] = asked.map(([, value]) => value as string);
  return page(ctx, query, {
    ...LISTS.reviews,
    filters: [kind ?? null, state ?? null],
    select: `SELECT * FROM reviews WHERE user_id = ?${where}`,
    params: [ctx.user, ...params],
  });
}

/**
 * An undone decision: the owner's answer becomes a question again. A decision without a question, or one by code or a
 * model, is rejected for good: it is not made a second time.
 */
export function reopenReviews(ctx: Context, runId: string): void {
  ctx.db.run(
    `UPDATE reviews SET run_id = NULL, state = 'open', decided_at = NULL, decided_by = NULL
     WHERE user_id = ? AND run_id = ? AND decided_by = 'user' AND reason <> 'asked'`,
    ctx.user,
    runId,
  );
  ctx.db.run(
    `UPDATE reviews SET run_id = NULL, state = 'rejected', decided_at = ?, decided_by = 'user'
     WHERE user_id = ? AND run_id = ?`,
    ctx.now,
    ctx.user,
    runId,
  );
}
