import { BRANCHES_MAX, type Conversation } from "../../domain/model/conversation.ts";
import type { DiffStep } from "../../domain/model/diff.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import type { Link } from "../../domain/model/link.ts";
import type { RejectionPatterns } from "../../domain/model/rejection.ts";
import type { Review } from "../../domain/model/review.ts";
import type { Instant, Interval } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";
import type { ConversationPatch, Page, PageRequest } from "../../ports/memory-store.ts";
import { pageOf } from "./cursor.ts";
import { LISTS, type ListDescription } from "./listing.ts";
import { type Bucket, type Proposed, type Refusals, patternsOf } from "./rejection-patterns.ts";
import * as rows from "./rows.ts";
import { type Answer, type Steps, ask } from "./steps.ts";
import { type Rows, type UserRows, first, found, together, written } from "./verbs.ts";

/** Records of one row each. What a batch writes of them is in `graph.ts`. */

/** The item of the row with this id, or another value that is unique for the user. */
function single<Row, T>(statement: string, toItem: (row: Row) => T, parameter = "id") {
  return function* (db: Rows, value: string): Steps<T | null> {
    const row = yield* first<Row>(db, statement, { [parameter]: value });
    return row === undefined ? null : toItem(row);
  };
}

function listed<Row, T, Query extends PageRequest>(list: ListDescription<Row, T, Query>) {
  return (db: UserRows, query: Query): Steps<Page<T>> =>
    pageOf(list, db.user, query, (after, limit) => db.page<Row>(list, query, after, limit));
}

export const conversation = single("read/conversation", rows.toConversation);
export const conversationByExternalId = single(
  "conversations/by-external-id",
  rows.toConversation,
  "external_id",
);
export const conversationPage = listed(LISTS.conversations);

export function branches(db: Rows, id: string): Steps<Conversation[]> {
  return found(db, "conversations/branches", { id, limit: BRANCHES_MAX }, rows.toConversation);
}

export function* patchConversation(
  db: UserRows,
  id: string,
  patch: ConversationPatch,
): Steps<Conversation | null> {
  const set = rows.conversations.toColumns(patch);
  if (Object.keys(set).length > 0) yield* ask(db.update("conversations", [{ id, set }]));
  return yield* conversation(db, id);
}

export const change = single("read/change", rows.toChange);
export const changeRow = single("read/change", (row: rows.ChangeRow) => row);
export const changePage = listed(LISTS.changes);

export const review = single("read/review", rows.toReview);
export const reviewPage = listed(LISTS.reviews);

export function reviewsById(db: Rows, ids: string[]): Steps<Review[]> {
  return found(db, "reviews/by-id", { ids }, rows.toReview);
}

export const rejection = single("read/rejection", rows.toRejection);
export const rejectionPage = listed(LISTS.rejections);

export const dayPage = listed(LISTS.days);

export function* rejectionPatterns(
  db: Rows,
  { from = "", to = "9999", by }: Interval & { by: Bucket },
): Steps<RejectionPatterns> {
  const [groups, proposed] = yield* together(
    db.find<Refusals>("rejections/groups", { from, to }),
    db.find<Proposed>("rejections/proposed-per-day", { from, to }),
  );
  return patternsOf(groups, proposed, by);
}

/** Changes proposed by dry runs: ids and codes. */
export function putDiff(db: Rows, runId: string, steps: DiffStep[]): Steps<void> {
  return written(db, "diffs/put", { run_id: runId, steps: JSON.stringify(steps) });
}

export const diff = single(
  "diffs/read",
  ({ steps }: { steps: string }) => JSON.parse(steps) as DiffStep[],
  "run_id",
);

export function traces(db: Rows, episodeIds: string[]): Steps<Trace[]> {
  return found(db, "traces/read", { ids: episodeIds }, rows.toTrace);
}

export function* modelUse(
  db: Rows,
  since: Instant,
): Steps<{ calls: number; tokens: number; seconds: number }> {
  const none = { calls: 0, tokens: 0, seconds: 0 };
  return (yield* first<typeof none>(db, "traces/model-use", { since })) ?? none;
}

export const communityPage = listed(LISTS.communities);

export const linkPage = listed(LISTS.links);

export function putLinks(db: Rows, asked: readonly Link[]): Steps<void> {
  return written(db, "links/put", { rows: asked.map((link) => ({ ...rows.links.toRow(link) })) });
}

export function deleteLinks(db: Rows, ids: readonly string[]): Answer<number> {
  return db.count("links/delete", { ids });
}

export function dropExpiredLinks(db: Rows, at: Instant): Answer<number> {
  return db.count("links/expired", { at });
}

export function feedbackOn(db: Rows, targetIds: string[]): Steps<Feedback[]> {
  return found(db, "users/feedback-on", { ids: targetIds }, rows.toFeedback);
}

export function recentFeedback(db: Rows, limit: number): Steps<Feedback[]> {
  return found(db, "users/recent-feedback", { limit }, rows.toFeedback);
}

/** Of repeated feedback the last one counts. */
export function recordFeedback(db: Rows, feedback: readonly Feedback[]): Steps<void> {
  const asked = new Map(feedback.map((one) => [`${one.targetId} ${one.at} ${one.basis}`, one]));
  return written(db, "users/feedback", {
    rows: [...asked.values()].map((one) => ({ ...rows.toFeedbackRow(one) })),
  });
}
