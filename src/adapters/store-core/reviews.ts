import type { Review } from "../../domain/model/review.ts";

export interface ReviewRow {
  n: number;
  id: string;
  kind: Review["kind"];
  state: Review["state"];
  left_id: string;
  right_id: string;
  reason: Review["reason"];
  at: string;
  asked_at: string | null;
  decided_at: string | null;
  decided_by: Review["decidedBy"];
  run_id: string | null;
}

export function toReview(row: ReviewRow): Review {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    left: row.left_id,
    right: row.right_id,
    reason: row.reason,
    at: row.at,
    askedAt: row.asked_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    runId: row.run_id,
  };
}

export function reviewColumns(review: Review): Omit<ReviewRow, "n"> {
  return {
    id: review.id,
    kind: review.kind,
    state: review.state,
    left_id: review.left,
    right_id: review.right,
    reason: review.reason,
    at: review.at,
    asked_at: review.askedAt,
    decided_at: review.decidedAt,
    decided_by: review.decidedBy,
    run_id: review.runId,
  };
}
