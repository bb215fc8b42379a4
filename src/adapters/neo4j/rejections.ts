import type { Rejection, RejectionPatterns } from "../../domain/model/rejection.ts";
import type { Interval } from "../../domain/model/time.ts";
import type { Page, PageRequest, RejectionQuery } from "../../ports/memory-store.ts";
import { type Bucket, type Refusals, type Proposed, patternsOf } from "../store-core/rejection-patterns.ts";
import { type RejectionRow, toRejection } from "../store-core/rows.ts";
import type { Context } from "./context.ts";
import { HIGHEST, page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";

export async function readRejection(ctx: Context, id: string): Promise<Rejection | null> {
  const found = await ctx.tx.one<{ row: RejectionRow }>("read/rejection", { id });
  return found ? toRejection(found.row) : null;
}

export function rejectionPage(ctx: Context, query: RejectionQuery & PageRequest): Promise<Page<Rejection>> {
  const { episodeId } = query;
  const asked = {
    reason: query.reason ?? null,
    stage: query.stage ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  };
  return page(ctx, query, {
    ...LISTS.rejections,
    filters: [asked.reason, asked.stage, episodeId ?? null, asked.from, asked.to],
    statement: episodeId === undefined ? "rejections/page" : "rejections/page-of-episode",
    params: { ...asked, ...(episodeId === undefined ? {} : { episode_id: episodeId }) },
  });
}

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
