import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { heldAt, validDuring } from "../../domain/belief/validity.ts";
import { contentWords } from "../../language/stems.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import type { Candidate, MemoryItem, SearchRequest, SearchResult } from "./types.ts";
import type { TimedContext } from "./lanes.ts";

export function isVisible(context: TimedContext, kind: Candidate["kind"], item: MemoryItem): boolean {
  const { request } = context;
  if (kind === "community") return true;
  if (kind === "episode") return episodeVisible(request, item as Episode);
  if (kind === "entity")
    return !(item as Entity).isSelf && context.statuses.includes((item as Entity).status);
  const fact = item as Fact;
  if (!context.statuses.includes(fact.status)) return false;
  return heldAt(fact, request);
}

/**
 * A superseded fact that is neither asked for nor valid in a time the question names; a question in a past tense without a time
 * asks for all.
 */
export function isUnasked(
  { request, about, asksThen, namesTime }: TimedContext,
  { item }: SearchResult,
): boolean {
  const fact = item as Partial<Fact>;
  if (fact.status !== "superseded" || request.statuses || request.asOf !== undefined) return false;
  if (request.knownAt !== undefined || (asksThen && !namesTime)) return false;
  return !about.some((time) => validDuring(item as Fact, time) === "valid");
}

function episodeVisible(request: SearchRequest, episode: Episode): boolean {
  if (request.excludeEpisodeIds?.includes(episode.id)) return false;
  if (episode.contextType === "temporary_state" && isElsewhere(request, episode)) return false;
  if (request.asOf !== undefined && episode.occurredAt > request.asOf) return false;
  if (request.knownAt !== undefined && episode.recordedAt > request.knownAt) return false;
  if (
    episode.redacted &&
    contentWords(episode.userMessage.replaceAll(REDACTED, " ")).length < REDACTED_WORDS_MIN
  )
    return false;
  return episode.memory === "on" && episode.replacedBy === null && episode.consolidatedInto === null;
}

/** In another conversation than the one that asks; a search by a person asks from none. */
export function isElsewhere({ conversationId }: SearchRequest, episode: Episode): boolean {
  return conversationId !== undefined && conversationId !== episode.conversationId;
}

/** A redacted turn with fewer remaining words than this is not worth showing. */
const REDACTED_WORDS_MIN = 4;
