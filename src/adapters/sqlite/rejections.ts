import type { Rejection } from "../../domain/rejection.ts";
import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type Value, insertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { findEpisodeRow } from "./episodes.ts";
import { type RejectionRow, toRejection } from "./rows.ts";
import { redactJson } from "./tombstones.ts";

const COLUMNS = [
  "user_id",
  "id",
  "episode_id",
  "fact_id",
  "stage",
  "reason",
  "detail",
  "proposal",
  "reasoning",
  "at",
];

/** A proposal that was refused because it was forgotten must not be kept in its own words. */
export function putRejection(ctx: Context, asked: Rejection): void {
  const said = asked.episodeId === null ? undefined : findEpisodeRow(ctx, asked.episodeId)?.occurred_at;
  const { detail, proposal, reasoning } = asked;
  const kept = redactJson(ctx, { detail, proposal: proposal ?? null, reasoning }, said ?? asked.at);
  ctx.db.runNamed(insertSql("rejections", COLUMNS).replace("INSERT", "INSERT OR IGNORE"), {
    user_id: ctx.user,
    id: asked.id,
    episode_id: asked.episodeId,
    fact_id: asked.factId,
    stage: asked.stage,
    reason: asked.reason,
    detail: kept.detail,
    proposal: JSON.stringify(kept.proposal),
    reasoning: kept.reasoning,
    at: asked.at,
  });
}

export function rejectionPage(
  ctx: Context,
  query: {
    reason?: string | undefined;
    stage?: string | undefined;
    episodeId?: string | undefined;
  } & PageRequest,
): Page<Rejection> {
  const sql = ["user_id = ?"];
  const params: Value[] = [ctx.user];
  const filters = { reason: query.reason, stage: query.stage, episode_id: query.episodeId };
  for (const [column, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    sql.push(`${column} = ?`);
    params.push(value);
  }
  return page<RejectionRow, Rejection>(
    ctx,
    query,
    {
      kind: "rejections",
      filters: [query.reason ?? null, query.stage ?? null, query.episodeId ?? null],
      select: `SELECT * FROM rejections WHERE ${sql.join(" AND ")}`,
      params,
      key: ["n"],
      order: "DESC",
      keyOf: (row) => [row.n],
    },
    (rows) => rows.map(toRejection),
  );
}
