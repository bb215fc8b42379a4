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
import { HIGHEST, counted, found, listed, page, single } from "./cursor.ts";

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

export function branches(ctx: Context, id: string): Promise<Conversation[]> {
  return found(ctx, "conversations/branches", { id, limit: BRANCHES_MAX }, rows.toConversation);
}

export async function patchConversation(
  ctx: Context,
  id: string,
  patch: ConversationPatch,
): Promise<Conversation | null> {
  const params = { id, set: rows.conversations.toColumns(patch) };
  const [patched] = await found(ctx, "conversations/patch", params, rows.toConversation);
  return patched ?? null;
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
  return found(ctx, "reviews/by-id", { ids }, rows.toReview);
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
  const known = JSON.parse(proposal) as { predicate?: unknown; origin?: unknown } | null;
  const plain = (value: unknown): string | null =>
    typeof value === "string" || typeof value === "number" ? String(value) : null;
  return { predicate: plain(known?.predicate)?.toUpperCase() ?? null, origin: plain(known?.origin) };
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

export function traces(ctx: Context, episodeIds: string[]): Promise<Trace[]> {
  return found(ctx, "traces/read", { ids: episodeIds }, rows.toTrace);
}

export async function modelUse(
  { tx }: Context,
  since: Instant,
): Promise<{ calls: number; tokens: number; seconds: number }> {
  const use = await tx.one<{ calls: number; tokens: number; seconds: number }>("traces/model-use", { since });
  return use ?? { calls: 0, tokens: 0, seconds: 0 };
}

export async function readSummaries({ tx }: Context, ids: string[]): Promise<SummaryLog[]> {
  const summaries = await tx.run<SummaryLog>("summaries/read", { ids });
  return summaries.map(({ id, occurredAt, sources }) => ({ id, occurredAt, sources: [...sources].sort() }));
}

export async function putLinks({ tx }: Context, asked: readonly Link[]): Promise<void> {
  if (asked.length > 0)
    await tx.run("links/put", { rows: asked.map((link) => ({ ...rows.links.toRow(link) })) });
}

export function deleteLinks(ctx: Context, ids: readonly string[]): Promise<number> {
  return counted(ctx, "links/delete", { ids: [...ids] });
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

export function dropExpiredLinks(ctx: Context, at: Instant): Promise<number> {
  return counted(ctx, "links/expired", { at });
}
