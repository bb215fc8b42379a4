import type { AnsweredEpisode, Episode } from "../../domain/model/episode.ts";
import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import type {
  EpisodePageQuery,
  EpisodeQuery,
  ExtractionFilter,
  Page,
  PageRequest,
} from "../../ports/memory-store.ts";
import { toEpisode } from "../store-core/rows.ts";
import type { Context } from "./context.ts";
import { HIGHEST, LOWEST, found, page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";
import type { Params } from "./parameters.ts";

/** Episodes in these states are few: they are looked up by state, instead of scanning all others. */
const RARE_EXTRACTION = ["pending", "failed"];
const RARE_VERIFICATION = ["pending", "deferred", "failed"];

export function episodes(ctx: Context, query: EpisodeQuery): Promise<Episode[]> {
  return found(ctx, `episodes/${pathOf(query)}-${query.order}`, filtersOf(query), toEpisode);
}

function pathOf(query: EpisodeQuery): string {
  if (RARE_EXTRACTION.includes(query.extraction ?? "")) return "waiting-extraction";
  if (RARE_VERIFICATION.includes(query.verification ?? "")) return "waiting-verification";
  return query.conversationId === undefined ? "in-time" : "in-conversation";
}

/** Waiting for extraction: complete, on the record, not replaced. */
const WAITING_STATES = ["complete", "interrupted"];

function filtersOf(query: EpisodeQuery): Params {
  const waits = query.extraction === "pending";
  const states = query.states ?? (waits ? WAITING_STATES : null);
  return {
    conversation_id: query.conversationId ?? null,
    from_ordinal: query.fromOrdinal ?? LOWEST.number,
    before_ordinal: query.beforeOrdinal ?? HIGHEST.number,
    from: query.occurred?.from ?? LOWEST.text,
    to: query.occurred?.to ?? HIGHEST.text,
    standing: query.standing === true,
    replaced: query.includeReplaced === true && !waits,
    states: waits && states !== null ? states.filter((state) => WAITING_STATES.includes(state)) : states,
    memory: waits ? "on" : null,
    extraction: query.extraction ?? null,
    verification: query.verification ?? null,
    due: query.due ?? null,
    limit: query.limit,
  };
}

export function episodePage(
  ctx: Context,
  query: EpisodePageQuery & PageRequest,
): Promise<Page<AnsweredEpisode>> {
  const { extraction, verification, suspicious } = query;
  const conversation_id = query.conversationId ?? null;
  const stage = extraction !== undefined ? "extraction" : verification !== undefined ? "verification" : null;
  if (stage !== null) {
    const filter: ExtractionFilter = extraction ?? "failed";
    return page(ctx, query, {
      ...LISTS.episodes,
      kind: `episodes-by-${stage}`,
      filters: [filter, conversation_id],
      statement: `episodes/page-by-${stage}`,
      params: {
        state: filter === "failed" ? "failed" : "pending",
        attempts_min: filter === "retrying" ? 1 : 0,
        conversation_id,
      },
    });
  }
  if (suspicious === true)
    return page(ctx, query, {
      ...LISTS.episodes,
      kind: "suspicious-episodes",
      filters: [conversation_id],
      statement: "episodes/page-suspicious",
      params: { suspicious: SUSPICIOUS, conversation_id },
    });
  if (conversation_id === null) return page(ctx, query, { ...LISTS.episodes, statement: "episodes/page" });
  return page(ctx, query, {
    ...LISTS.episodesOfConversation,
    filters: [conversation_id],
    statement: "episodes/page-of-conversation",
    params: { conversation_id },
    first: [LOWEST.number],
  });
}

/** Neighbours are shown to the model, so replaced and off-the-record turns are skipped. */
export async function neighbours(ctx: Context, ids: string[], radius: number): Promise<Episode[]> {
  const beside = await found(ctx, "episodes/neighbours", { ids, radius }, toEpisode);
  return beside.sort((a, b) => a.conversationId.localeCompare(b.conversationId) || a.ordinal - b.ordinal);
}
