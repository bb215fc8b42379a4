import type {
  ConversationPageQuery,
  ConversationPatch,
  LinkPageQuery,
  Page,
} from "../../ports/memory-store.ts";
import { BRANCHES_MAX, type Conversation } from "../../domain/model/conversation.ts";
import type { DiffStep } from "../../domain/model/diff.ts";
import type { Link } from "../../domain/model/link.ts";
import type { RejectionPatterns } from "../../domain/model/rejection.ts";
import type { Review } from "../../domain/model/review.ts";
import type { Instant, Interval } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { LISTS } from "../store-core/listing.ts";
import { type Bucket, type Refusals, type Proposed, patternsOf } from "../store-core/rejection-patterns.ts";
import * as rows from "../store-core/rows.ts";
import { insertSql, upsertSql } from "./connection.ts";
import { type Context, IN_LIST, deleteIn, list } from "./context.ts";
import { listed, page, single } from "./cursor.ts";

/** Records of one row each. What a batch writes of them is in `graph.ts`. */

export const readConversation = single("conversations", rows.toConversation);
export const conversationByExternalId = single("conversations", rows.toConversation, "external_id");

export function conversationPage(ctx: Context, request: ConversationPageQuery): Page<Conversation> {
  const { shelf, archivedBefore } = request;
  const sql = shelf === undefined ? "WHERE user_id = ?" : `WHERE user_id = ? AND ${ON_SHELF[shelf]}`;
  const isByAge = shelf === "listed" || shelf === "archived";
  return page(ctx, request, {
    ...LISTS.conversations,
    select: `SELECT * FROM conversations ${sql}`,
    params: [ctx.user, ...(isByAge ? [archivedBefore ?? ""] : [])],
  });
}

export function branches({ db, user }: Context, id: string): Conversation[] {
  const sql = `SELECT * FROM conversations WHERE user_id = ? AND branch_of = ? ORDER BY started_at, id LIMIT ${BRANCHES_MAX}`;
  return db.all<rows.ConversationRow>(sql, user, id).map(rows.toConversation);
}

const ON_SHELF = {
  pinned: "shelf = 'pinned'",
  listed: "coalesce(shelf, iif(last_message_at < ?, 'archived', '')) <> 'archived'",
  archived: "coalesce(shelf, iif(last_message_at < ?, 'archived', '')) = 'archived'",
};

export function patchConversation(ctx: Context, id: string, patch: ConversationPatch): Conversation | null {
  for (const [column, value] of Object.entries(rows.conversations.toColumns(patch)))
    ctx.db.run(`UPDATE conversations SET ${column} = ? WHERE user_id = ? AND id = ?`, value, ctx.user, id);
  return readConversation(ctx, id);
}

export const findChangeRow = single("changes", (row: rows.ChangeRow) => row);
export const readChange = single("changes", rows.toChange);
export const changePage = listed(LISTS.changes);

export const readReview = single("reviews", rows.toReview);
export const reviewPage = listed(LISTS.reviews);

export function reviewsById({ db, user }: Context, ids: string[]): Review[] {
  const sql = `SELECT * FROM reviews WHERE user_id = ? AND id ${IN_LIST} ORDER BY n`;
  return db.all<rows.ReviewRow>(sql, user, list(ids)).map(rows.toReview);
}

export const readRejection = single("rejections", rows.toRejection);
export const rejectionPage = listed(LISTS.rejections, { from: "at >= ?", to: "at < ?" });

export function rejectionPatterns(
  { db, user }: Context,
  query: Interval & { by: Bucket },
): RejectionPatterns {
  const interval = [user, query.from ?? "", query.to ?? "9999"] as const;
  const groups = db.all<Refusals>(
    `SELECT reason, stage, upper(json_extract(proposal, '$.predicate')) AS predicate,
       json_extract(proposal, '$.origin') AS origin, overruled_at IS NOT NULL AS overruled,
       substr(at, 1, 10) AS day, count(*) AS count
     FROM rejections WHERE user_id = ? AND at >= ? AND at < ? GROUP BY 1, 2, 3, 4, 5, 6`,
    ...interval,
  );
  const proposed = db.all<Proposed>(
    `SELECT substr(created_at, 1, 10) AS day, count(*) AS count FROM facts
     WHERE user_id = ? AND created_at >= ? AND created_at < ? AND origin IS NOT NULL GROUP BY 1`,
    ...interval,
  );
  return patternsOf(groups, proposed, query.by);
}

/** Changes proposed by dry runs: ids and codes. */
export function putDiff(ctx: Context, runId: string, steps: DiffStep[]): void {
  ctx.db.run(upsertSql("run_diffs", ["user_id", "run_id", "steps"], ["user_id", "run_id"]), {
    user_id: ctx.user,
    run_id: runId,
    steps: JSON.stringify(steps),
  });
}

export const diff = single(
  "run_diffs",
  ({ steps }: { steps: string }) => JSON.parse(steps) as DiffStep[],
  "run_id",
);

export function traces(ctx: Context, episodeIds: string[]): Trace[] {
  const found = ctx.db.all<rows.TraceRow>(
    `SELECT * FROM traces WHERE user_id = ? AND episode_id ${IN_LIST} ORDER BY at, purpose`,
    ctx.user,
    list(episodeIds),
  );
  return found.map(rows.toTrace);
}

export function modelUse(ctx: Context, since: Instant): { calls: number; tokens: number; seconds: number } {
  const row = ctx.db.get<{ calls: number; tokens: number; seconds: number }>(
    `SELECT count(*) AS calls, coalesce(sum(prompt_tokens + completion_tokens), 0) AS tokens,
       coalesce(sum(seconds), 0) AS seconds
     FROM traces WHERE user_id = ? AND at >= ? AND purpose NOT IN ('reply', 'tools', 'extract')`,
    ctx.user,
    since,
  );
  return row ?? { calls: 0, tokens: 0, seconds: 0 };
}

const PUT_LINK = insertSql("links", ["user_id", ...rows.links.columns], "OR REPLACE");

export function putLinks({ db, user }: Context, asked: readonly Link[]): void {
  for (const link of asked) db.run(PUT_LINK, { user_id: user, ...rows.links.toRow(link) });
}

export function deleteLinks(ctx: Context, ids: readonly string[]): number {
  return deleteIn(ctx, "links", "id", ids);
}

/** Links with one of these at either end. */
export function deleteLinksOf(ctx: Context, ids: readonly string[]): void {
  for (const end of ["from_id", "to_id"]) deleteIn(ctx, "links", end, ids);
}

export function linkPage(ctx: Context, query: LinkPageQuery): Page<Link> {
  const { endIds, type } = query;
  const ends = endIds === undefined ? [] : [list(endIds), list(endIds)];
  const ofEnds = endIds === undefined ? "" : ` AND (from_id ${IN_LIST} OR to_id ${IN_LIST})`;
  return page(ctx, query, {
    ...LISTS.links,
    select: `SELECT * FROM links WHERE user_id = ?${ofEnds}${type === undefined ? "" : " AND type = ?"}
      AND (expires_at IS NULL OR expires_at > ?)`,
    params: [ctx.user, ...ends, ...(type === undefined ? [] : [type]), ctx.now],
  });
}

export function dropExpiredLinks({ db, user }: Context, at: Instant): number {
  return db.run("DELETE FROM links WHERE user_id = ? AND expires_at <= ?", user, at);
}
