import type { Change } from "../../domain/model/change.ts";
import type { ChangePageQuery, Page } from "../../ports/memory-store.ts";
import type { Kind, MentionSpan, RowNumber } from "../store-core/graph.ts";
import { type ChangeRow, RECORDS, toChange } from "../store-core/rows.ts";
import { type Value, insertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";

const INSERT = insertSql("changes", ["user_id", "target_n", ...RECORDS.change.columns]);

export function addChange(ctx: Context, change: Omit<ChangeRow, "n">): void {
  ctx.db.runNamed(INSERT, { user_id: ctx.user, ...change });
}

export function markUndone(ctx: Context, changeId: string): void {
  ctx.db.run("UPDATE changes SET undone = 1 WHERE user_id = ? AND id = ?", ctx.user, changeId);
}

const TABLE_OF = { entity: "entities", fact: "facts" } as const;

/** Communities are listed by id. */

export function rowNumber(ctx: Context, kind: Kind, id: string): number | null {
  if (kind === "episode" || kind === "community") return null;
  const row = ctx.db.get<{ n: number }>(
    `SELECT n FROM ${TABLE_OF[kind]} WHERE user_id = ? AND id = ?`,
    ctx.user,
    id,
  );
  return row?.n ?? null;
}

/** The position for a restored row: its old one, unless taken. */
export function rowNumberAt(ctx: Context, kind: Kind, n: number): RowNumber {
  if (kind === "episode" || kind === "community") return {};
  const taken = ctx.db.get(`SELECT 1 FROM ${TABLE_OF[kind]} WHERE n = ?`, n);
  return taken === undefined ? { n } : {};
}

export function mentionsOf(ctx: Context, entityId: string): MentionSpan[] {
  return ctx.db.all<MentionSpan>(
    `SELECT episode_id AS episodeId, entity_id AS entityId, span_start AS start, span_end AS end
     FROM mentions WHERE user_id = ? AND entity_id = ?`,
    ctx.user,
    entityId,
  );
}

export function findChangeRow(ctx: Context, id: string): ChangeRow | undefined {
  return ctx.db.get<ChangeRow>("SELECT * FROM changes WHERE user_id = ? AND id = ?", ctx.user, id);
}

export function readChange(ctx: Context, id: string): Change | null {
  const row = findChangeRow(ctx, id);
  return row ? toChange(row) : null;
}

export function changePage(ctx: Context, query: ChangePageQuery): Page<Change> {
  const asked = { target_id: query.targetId, run_id: query.runId };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const values = given.map(([, value]) => value as Value);
  return page(ctx, query, {
    ...LISTS.changes,
    filters: [query.targetId ?? null, query.runId ?? null],
    select: `SELECT * FROM changes WHERE user_id = ?${given.map(([column]) => ` AND ${column} = ?`).join("")}`,
    params: [ctx.user, ...values],
  });
}
