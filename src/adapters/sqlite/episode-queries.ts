import type { AnsweredEpisode, Episode } from "../../domain/model/episode.ts";
import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import type {
  EpisodePageQuery,
  EpisodeQuery,
  EpisodeTypeQuery,
  ExtractionFilter,
  Mention,
  Page,
  PageRequest,
} from "../../ports/memory-store.ts";
import type { Value } from "./connection.ts";
import { keyedChain } from "../store-core/hash-key.ts";
import { type Context, IN_LIST, conditions, list, saltOf } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS, MENTIONS_MAX } from "../store-core/listing.ts";
import { type BareEpisodeRow, type EpisodeRow, bareColumns, toEpisode } from "../store-core/rows.ts";

/** Must repeat the condition of the partial indexes on waiting turns verbatim: otherwise SQLite does not use them. */
const MAY_WAIT_FOR_EXTRACTION = "extraction_state IN ('pending', 'failed')";
export const MAY_WAIT_FOR_VERIFICATION = "verification_state IN ('pending', 'deferred', 'failed')";

/** An episode ready for extraction: complete, on the record, not replaced. */
const MAY_BE_EXTRACTED = `${MAY_WAIT_FOR_EXTRACTION}
  AND state IN ('complete', 'interrupted') AND memory = 'on' AND replaced_by IS NULL`;
export const WAITS_FOR_EXTRACTION = `${MAY_BE_EXTRACTED} AND extraction_state = 'pending'`;
export const RETRIES_EXTRACTION = `${WAITS_FOR_EXTRACTION} AND extraction_attempts > 0`;
export const FAILED_EXTRACTION = `${MAY_BE_EXTRACTED} AND extraction_state = 'failed'`;
/** Excludes those left open by the votes. */
export const FAILED_VERIFICATION = `${MAY_WAIT_FOR_VERIFICATION} AND verification_state = 'failed'
  AND verification_error IS NOT NULL AND replaced_by IS NULL`;
const SUSPICIOUSLY_READ = `replaced_by IS NULL AND id IN (
  SELECT t.episode_id FROM traces t WHERE t.user_id = episodes.user_id AND t.suspicion > ${SUSPICIOUS})`;
/** Its only parameter is the time by which it may be retried. */
export const IS_DUE = "(extraction_retry_at IS NULL OR extraction_retry_at <= ?)";
export const WAITS_FOR_VERIFICATION = `${MAY_WAIT_FOR_VERIFICATION} AND verification_state = 'pending'
  AND replaced_by IS NULL`;

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

export function episodesOfType(ctx: Context, { contextType, recorded, limit }: EpisodeTypeQuery): Episode[] {
  const rows = ctx.db.all<BareEpisodeRow>(
    `SELECT ${bareColumns("episodes")} FROM episodes
     WHERE user_id = ? AND context_type = ? AND recorded_at >= ? AND recorded_at < ? ORDER BY recorded_at LIMIT ?`,
    ctx.user,
    contextType,
    recorded.from ?? "",
    recorded.to ?? "9",
    limit,
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
  if (query.due !== undefined) add(IS_DUE, query.due);
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

/** The same exchange may occur in several conversations: newest first. */
export function episodesByChainHash(ctx: Context, hash: string, limit: number): Episode[] {
  const rows = ctx.db.all<EpisodeRow>(
    `SELECT * FROM episodes WHERE user_id = ? AND chain_hash = ? AND replaced_by IS NULL
     ORDER BY recorded_at DESC, n DESC LIMIT ?`,
    ctx.user,
    keyedChain(ctx.hashKey, saltOf(ctx), hash),
    limit,
  );
  return rows.map(toEpisode);
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

/** Mentions of a merged entity are mentions of its survivor. */
export function mentions(ctx: Context, episodeIds: string[]): Mention[] {
  return ctx.db.all<Mention>(
    `SELECT DISTINCT m.episode_id AS episodeId, coalesce(e.merged_into, e.id) AS entityId,
       m.span_start AS start, m.span_end AS "end"
     FROM mentions m JOIN entities e ON e.user_id = m.user_id AND e.id = m.entity_id
     WHERE m.user_id = ? AND m.episode_id ${IN_LIST} ORDER BY 1, 2, 3`,
    ctx.user,
    list(episodeIds),
  );
}

export function mentionsOf(
  ctx: Context,
  entityIds: string[],
): { entityId: string; episodeId: string; conversationId: string }[] {
  return ctx.db.all(
    `SELECT DISTINCT m.entity_id AS entityId, m.episode_id AS episodeId, e.conversation_id AS conversationId
     FROM mentions m JOIN episodes e ON e.user_id = m.user_id AND e.id = m.episode_id
     WHERE m.user_id = ? AND m.entity_id ${IN_LIST} ORDER BY e.occurred_at DESC, 2 LIMIT ${MENTIONS_MAX}`,
    ctx.user,
    list(entityIds),
  );
}
