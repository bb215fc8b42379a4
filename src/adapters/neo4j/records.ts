import { BRANCHES_MAX, type Conversation } from "../../domain/model/conversation.ts";
import type { DiffStep } from "../../domain/model/diff.ts";
import type { Link } from "../../domain/model/link.ts";
import type { RejectionPatterns } from "../../domain/model/rejection.ts";
import { REVIEW_KINDS, type Review } from "../../domain/model/review.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import type { Instant, Interval } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";
import type {
  ConversationPageQuery,
  ConversationPatch,
  LinkPageQuery,
  Page,
  ReviewPageQuery,
} from "../../ports/memory-store.ts";
import { LISTS } from "../store-core/listing.ts";
import { type Bucket, type Refusals, type Proposed, patternsOf } from "../store-core/rejection-patterns.ts";
import * as rows from "../store-core/rows.ts";
import type { Context } from "./context.ts";
import { HIGHEST, listed, page, single } from "./cursor.ts";

/** Records of one node each. What a batch writes of them is in `unit-of-work-flush.ts`. */

export const readConversation = single("read/conversation", rows.toConversation);
export const conversationByExternalId = single(
  "conversations/by-external-id",
  rows.toConversation,
  "external_id",
);

export function conversationPage(ctx: Context, request: ConversationPageQuery): Promise<Page<Conversation>> {
  return page(ctx, request, {
    ...LISTS.conversations,
    statement: "conversations/page",
    params: { shelf: request.shelf ?? "", archived_before: request.archivedBefore ?? "" },
  });
}

export async function branches({ tx }: Context, id: string): Promise<Conversation[]> {
  const params = { id, limit: BRANCHES_MAX };
  const found = await tx.run<{ row: rows.ConversationRow }>("conversations/branches", params);
  return found.map(({ row }) => rows.toConversation(row));
}

export async function patchConversation(
  { tx }: Context,
  id: string,
  patch: ConversationPatch,
): Promise<Conversation | null> {
  const params = { id, set: rows.conversations.toColumns(patch) };
  const found = await tx.one<{ row: rows.ConversationRow }>("conversations/patch", params);
  return found ? rows.toConversation(found.row) : null;
}

export const findChangeRow = single("read/change", (row: rows.ChangeRow) => row);
export const readChange = single("read/change", rows.toChange);
export const changePage = listed(LISTS.changes, ({ targetId, runId }) => {
  if (targetId !== undefined) return "changes/page-of-target";
  return runId === undefined ? "changes/page" : "changes/page-of-run";
});

export async function readReview(ctx: Context, id: string): Promise<Review | null> {
  return (await reviewsById(ctx, [id]))[0] ?? null;
}

export async function reviewsById(ctx: Context, ids: string[]): Promise<Review[]> {
  if (ids.length === 0) return [];
  const found = await ctx.tx.run<{ row: rows.ReviewRow }>("reviews/by-id", { ids });
  return found.map(({ row }) => rows.toReview(row));
}

export function reviewPage(ctx: Context, query: ReviewPageQuery): Promise<Page<Review>> {
  const { kind, state } = query;
  return page(ctx, query, {
    ...LISTS.reviews,
    statement: state === undefined ? "reviews/page" : "reviews/page-by-state",
    params:
      state === undefined
        ? { kind: kind ?? null }
        : { state, kinds: kind === undefined ? REVIEW_KINDS : [kind] },
  });
}

export const readRejection = single("read/rejection", rows.toRejection);
export const rejectionPage = listed(LISTS.rejections, ({ episodeId }) =>
  episodeId === undefined ? "rejections/page" : "rejections/page-of-episode",
);

/** Countable fields of a proposal; stored separately, since the database cannot look into it. */
export function countedIn(proposal: string): { predicate: string | null; origin: string | null } {
  const found = JSON.parse(proposal) as { predicate?: unknown; origin?: unknown } | null;
  const plain = (value: unknown): string | null =>
    typeof value === "string" || typeof value === "number" ? String(value) : null;
  return { predicate: plain(found?.predicate)?.toUpperCase() ?? null, origin: plain(found?.origin) };
}

export async function rejectionPatterns(
  ctx: Context,
  query: Interval & { by: Bucket },
): Promise<RejectionPatterns> {
  const interval = { from: query.from ?? "", to: query.to ?? HIGHEST.text };
  const [groups, proposed] = await Promise.all([
    ctx.tx.run<Refusals>("rejections/groups", interval),
    ctx.tx.run<Proposed>("rejections/proposed-per-day", interval),
  ]);
  return patternsOf(groups, proposed, query.by);
}

/** Changes proposed by dry runs: ids and codes. */
export async function putDiff({ tx }: Context, runId: string, steps: DiffStep[]): Promise<void> {
  await tx.run("diffs/put", { run_id: runId, steps: JSON.stringify(steps) });
}

export async function diff({ tx }: Context, runId: string): Promise<DiffStep[] | null> {
  const row = await tx.one<{ steps: string }>("diffs/read", { run_id: runId });
  return row ? (JSON.parse(row.steps) as DiffStep[]) : null;
}

export async function traces({ tx }: Context, episodeIds: string[]): Promise<Trace[]> {
  const found = await tx.run<{ row: rows.TraceRow }>("traces/read", { ids: episodeIds });
  return found.map(({ row }) => rows.toTrace(row));
}

export async function modelUse(
  { tx }: Context,
  since: Instant,
): Promise<{ calls: number; tokens: number; seconds: number }> {
  const use = await tx.one<{ calls: number; tokens: number; seconds: number }>("traces/model-use", { since });
  return use ?? { calls: 0, tokens: 0, seconds: 0 };
}

export async function readSummaries({ tx }: Context, ids: string[]): Promise<SummaryLog[]> {
  const found = await tx.run<SummaryLog>("summaries/read", { ids });
  return found.map(({ id, occurredAt, sources }) => ({ id, occurredAt, sources: [...sources].sort() }));
}

export async function putLinks({ tx }: Context, asked: readonly Link[]): Promise<void> {
  if (asked.length > 0)
    await tx.run("links/put", { rows: asked.map((link) => ({ ...rows.links.toRow(link) })) });
}

export async function deleteLinks({ tx }: Context, ids: readonly string[]): Promise<number> {
  return (await tx.one<{ count: number }>("links/delete", { ids: [...ids] }))?.count ?? 0;
}

/** Links with one of these at either end. */
export async function deleteLinksOf({ tx }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.run("links/delete-of", { ids: [...ids] });
}

export function linkPage(ctx: Context, query: LinkPageQuery): Promise<Page<Link>> {
  const { endIds, type = null } = query;
  return page(ctx, query, {
    ...LISTS.links,
    statement: endIds === undefined ? "links/page" : "links/page-of-ends",
    params: { type, now: ctx.now, ...(endIds === undefined ? {} : { ends: [...endIds] }) },
  });
}

export async function dropExpiredLinks({ tx }: Context, at: Instant): Promise<number> {
  return (await tx.one<{ count: number }>("links/expired", { at }))?.count ?? 0;
}
