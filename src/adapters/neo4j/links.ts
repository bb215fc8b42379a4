import type { Link } from "../../domain/model/link.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { LinkPageQuery, Page } from "../../ports/memory-store.ts";
import { links } from "../store-core/rows.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";

export async function putLinks({ tx }: Context, asked: readonly Link[]): Promise<void> {
  if (asked.length > 0) await tx.run("links/put", { rows: asked.map((link) => ({ ...links.toRow(link) })) });
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
    filters: [type, endIds === undefined ? null : [...endIds].sort()],
    statement: endIds === undefined ? "links/page" : "links/page-of-ends",
    params: { type, now: ctx.now, ...(endIds === undefined ? {} : { ends: [...endIds] }) },
  });
}

export async function dropExpiredLinks({ tx }: Context, at: Instant): Promise<number> {
  return (await tx.one<{ count: number }>("links/expired", { at }))?.count ?? 0;
}
