import type { Link } from "../../domain/model/link.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { LinkPageQuery, Page } from "../../ports/memory-store.ts";
import { links } from "../store-core/rows.ts";
import { insertSql } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";

const PUT = insertSql("links", ["user_id", ...links.columns]).replace("INSERT", "INSERT OR REPLACE");

export function putLinks({ db, user }: Context, asked: readonly Link[]): void {
  for (const link of asked) db.runNamed(PUT, { user_id: user, ...links.toRow(link) });
}

export function deleteLinks({ db, user }: Context, ids: readonly string[]): number {
  return db.run(`DELETE FROM links WHERE user_id = ? AND id ${IN_LIST}`, user, list([...ids]));
}

/** Links with one of these at either end. */
export function deleteLinksOf({ db, user }: Context, ids: readonly string[]): void {
  for (const end of ["from_id", "to_id"])
    db.run(`DELETE FROM links WHERE user_id = ? AND ${end} ${IN_LIST}`, user, list([...ids]));
}

export function linkPage(ctx: Context, query: LinkPageQuery): Page<Link> {
  const { endIds, type } = query;
  const ends = endIds === undefined ? null : list([...endIds]);
  const ofEnds = ends === null ? "" : ` AND (from_id ${IN_LIST} OR to_id ${IN_LIST})`;
  return page(ctx, query, {
    ...LISTS.links,
    filters: [type ?? null, endIds === undefined ? null : [...endIds].sort()],
    select: `SELECT * FROM links WHERE user_id = ?${ofEnds}${type === undefined ? "" : " AND type = ?"}
      AND (expires_at IS NULL OR expires_at > ?)`,
    params: [
      ctx.user,
      ...(ends === null ? [] : [ends, ends]),
      ...(type === undefined ? [] : [type]),
      ctx.now,
    ],
  });
}

export function dropExpiredLinks({ db, user }: Context, at: Instant): number {
  return db.run("DELETE FROM links WHERE user_id = ? AND expires_at <= ?", user, at);
}
