import type { AnsweredEpisode, Episode } from "../../domain/model/episode.ts";
import type {
  EpisodePageQuery,
  EpisodeQuery,
  ExtractionFilter,
  Page,
  PageRequest,
} from "../../ports/memory-store.ts";
import { LISTS } from "../store-core/listing.ts";
import { type BareEpisodeRow, bareColumns, toEpisode } from "../store-core/rows.ts";
import type { Value } from "./connection.ts";
import { type Context, IN_LIST, conditions, list } from "./context.ts";
import { page } from "./cursor.ts";
import {
  FAILED_EXTRACTION,
  FAILED_VERIFICATION,
  RETRIES_EXTRACTION,
  SUSPICIOUSLY_READ,
  WAITS_FOR_EXTRACTION,
  isDue,
} from "./waiting.ts";

export function episodes(ctx: Context, query: EpisodeQuery): Episode[] {
  const [sql, params] = conditionsOf(ctx, query);
  const direction = query.order === "oldest" ? "ASC" : "DESC";
  const order = query.conversationId === undefined ? ["occurred_at", "n"] : ["ordinal"];
  const rows = ctx.db.all<BareEpisodeRow>(
    `SELECT ${bareColumns("episodes")} FROM episodes WHERE ${sql.join(" AND ")}
     ORDER BY ${order.map((column) => `${column} ${direction}`).join(", ")} LIMIT ?`,
    ...params,
    query.limit,
  );
  return rows.map(toEpisode);
}

function conditionsOf(ctx: Context, query: EpisodeQuery): [sql: string[], params: Value[]] {
  const [sql, params, add] = conditions("user_id = ?", ctx.user);
  if (query.includeReplaced !== true) add("replaced_by IS NULL");
  if (query.standing === true) add("consolidated_into IS NULL");
  if (query.conversationId !== undefined) add("conversation_id = ?", query.conversationId);
  if (query.fromOrdinal !== undefined) add("ordinal >= ?", query.fromOrdinal);
  if (query.beforeOrdinal !== undefined) add("ordinal < ?", query.beforeOrdinal);
  if (query.occurred?.from !== undefined) add("occurred_at >= ?", query.occurred.from);
  if (query.occurred?.to !== undefined) add("occurred_at < ?", query.occurred.to);
  if (query.states !== undefined) add(`state ${IN_LIST}`, list(query.states));
  if (query.extraction === "pending") add(WAITS_FOR_EXTRACTION);
  else if (query.extraction !== undefined) add("extraction_state = ?", query.extraction);
  if (query.due !== undefined) add(isDue("?"), query.due);
  if (query.verification !== undefined) add("verification_state = ?", query.verification);
  return [sql, params];
}

const FILTERS: Record<ExtractionFilter | "verification" | "suspicious", string> = {
  pending: WAITS_FOR_EXTRACTION,
  retrying: RETRIES_EXTRACTION,
  failed: FAILED_EXTRACTION,
  verification: FAILED_VERIFICATION,
  suspicious: SUSPICIOUSLY_READ,
};

function filterOf(query: EpisodePageQuery): keyof typeof FILTERS | null {
  if (query.extraction !== undefined) return query.extraction;
  if (query.verification !== undefined) return "verification";
  return query.suspicious === true ? "suspicious" : null;
}

export function episodePage(ctx: Context, query: EpisodePageQuery & PageRequest): Page<AnsweredEpisode> {
  const filter = filterOf(query);
  const { conversationId } = query;
  const [sql, params, add] = conditions("user_id = ?", ctx.user);
  if (filter !== null) add(FILTERS[filter]);
  if (conversationId !== undefined) add("conversation_id = ?", conversationId);
  const list = { select: `SELECT * FROM episodes WHERE ${sql.join(" AND ")}`, params };
  if (filter !== null)
    return page(ctx, query, {
      ...LISTS.episodes,
      ...list,
      kind: "episodes-by-extraction",
      filters: [filter, conversationId ?? null],
    });
  if (conversationId === undefined) return page(ctx, query, { ...LISTS.episodes, ...list });
  return page(ctx, query, {
    ...LISTS.episodesOfConversation,
    ...list,
    filters: [conversationId],
    order: "ASC",
  });
}

/** Neighbours are shown to the model, so replaced and off-the-record turns are skipped. */
export function neighbours(ctx: Context, ids: string[], radius: number): Episode[] {
  const found = new Map<string, Episode>();
  for (const id of ids) {
    for (const row of [...side(ctx, id, radius, "before"), ...side(ctx, id, radius, "after")]) {
      found.set(row.id, toEpisode(row));
    }
  }
  for (const id of ids) found.delete(id);
  return [...found.values()].sort(
    (a, b) => a.conversationId.localeCompare(b.conversationId) || a.ordinal - b.ordinal,
  );
}

function side(ctx: Context, id: string, radius: number, which: "before" | "after"): BareEpisodeRow[] {
  return ctx.db.all<BareEpisodeRow>(
    `SELECT ${bareColumns("e")} FROM episodes s JOIN episodes e ON e.user_id = s.user_id AND e.conversation_id = s.conversation_id
       AND e.ordinal ${which === "before" ? "<" : ">"} s.ordinal
     WHERE s.user_id = ? AND s.id = ? AND e.replaced_by IS NULL AND e.memory = 'on'
     ORDER BY e.ordinal ${which === "before" ? "DESC" : "ASC"} LIMIT ?`,
    ctx.user,
    id,
    radius,
  );
}
