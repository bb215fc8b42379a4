import { heldAt, validDuring } from "../../domain/belief/validity.ts";
import type { ContextType } from "../../domain/model/context.ts";
import type { Episode } from "../../domain/model/episode.ts";
import { turnsBehind } from "../../domain/model/fact.ts";
import { HOUR_MS, plusMs } from "../../domain/model/time.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import { contentWords } from "../../language/stems.ts";
import { words } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { SearchContext } from "./lanes.ts";
import type { AskedTimes } from "./query.ts";
import { lastMentioned } from "./score.ts";
import type { Memory, SearchRequest, SearchResult, SearchScope } from "./types.ts";

/** Those of the items that may be found: visible, in scope, and in the context asked for (RET-9). */
export async function visibleOf<T extends Memory>(context: SearchContext, items: readonly T[]): Promise<T[]> {
  const { user, request } = context;
  const isInScope = request.scope === undefined ? null : await scopeTest(user, request.scope, items);
  return items.filter(
    (one) => isVisible(context, one) && isInContext(context, one) && (isInScope === null || isInScope(one)),
  );
}

function isVisible({ request, statuses }: SearchContext, { kind, item }: Memory): boolean {
  if (kind === "community") return true;
  if (kind === "episode") return episodeVisible(request, item);
  return statuses.includes(item.status) && (kind === "entity" ? !item.isSelf : heldAt(item, request));
}

/**
 * A superseded fact that is neither asked for nor valid in a time the question names; a question in a past tense without a time
 * asks for all.
 */
export function isUnasked(
  { statuses, asOf, knownAt }: SearchRequest,
  { about, named, asksThen }: AskedTimes,
  { kind, item }: SearchResult,
): boolean {
  if (kind !== "fact" || item.status !== "superseded") return false;
  if ([statuses, asOf, knownAt].some((one) => one !== undefined)) return false;
  if (asksThen && named.length === 0) return false;
  return !about.some((time) => validDuring(item, time));
}

/** A redacted turn with fewer remaining words than this is not worth showing. */
const REDACTED_WORDS_MIN = 4;

function episodeVisible(request: SearchRequest, episode: Episode): boolean {
  if (request.excludeEpisodeIds?.includes(episode.id)) return false;
  if (episode.contextType === "temporary_state" && isElsewhere(request, episode)) return false;
  if (request.asOf !== undefined && episode.occurredAt > request.asOf) return false;
  if (request.knownAt !== undefined && episode.recordedAt > request.knownAt) return false;
  const left = episode.redacted ? episode.userMessage.replaceAll(REDACTED, " ") : null;
  if (left !== null && contentWords(left).length < REDACTED_WORDS_MIN) return false;
  return episode.memory === "on" && episode.replacedBy === null && episode.consolidatedInto === null;
}

/** In another conversation than the one that asks; a search by a person asks from none. */
export function isElsewhere({ conversationId }: SearchRequest, episode: Episode): boolean {
  return conversationId !== undefined && conversationId !== episode.conversationId;
}

/** By the filters on type, age and tags. */
function isInContext(
  { request: { contextTypes, maxAgeHours, tags }, now }: SearchContext,
  memory: Memory,
): boolean {
  const type = contextTypeOf(memory);
  return (
    (contextTypes === undefined || (type !== undefined && contextTypes.includes(type))) &&
    (maxAgeHours === undefined || lastMentioned(memory) >= plusMs(now, -maxAgeHours * HOUR_MS)) &&
    (tags === undefined || tagOverlap(tags, memory) > 0)
  );
}

function contextTypeOf({ kind, item }: Memory): ContextType | undefined {
  if (kind === "episode") return item.contextType;
  return kind === "entity" ? "domain_entity" : kind === "fact" ? "conversation_fact" : undefined;
}

/** Jaccard: the share of their tags that both have. */
export function tagOverlap(tags: readonly string[], memory: Memory): number {
  const own = new Set(tagsOf(memory));
  const asked = new Set(tags);
  return asked.intersection(own).size / asked.union(own).size;
}

/** An entity is tagged as one, with its type and the systems that know it (PAT-1). */
function tagsOf({ kind, item }: Memory): string[] {
  if (kind === "episode") return item.tags?.split(" ") ?? [];
  if (kind !== "entity") return [];
  return ["entity", ...words(item.type), ...item.externalKeys.map(({ system }) => system)];
}

/** Whether an item is in scope: the turn itself, a fact with evidence in such a turn, an entity that one mentions. */
async function scopeTest(
  user: UserStore,
  { conversationIds, occurred }: SearchScope,
  items: readonly Memory[],
): Promise<(one: Memory) => boolean> {
  const entityIds = items.flatMap(({ kind, item }) => (kind === "entity" ? [item.id] : []));
  const mentions = Map.groupBy(
    entityIds.length === 0 ? [] : await user.mentionsOf(entityIds),
    ({ entityId }) => entityId,
  );
  const turnsOf = ({ kind, item }: Memory): string[] =>
    kind === "fact"
      ? [...turnsBehind([item])]
      : (mentions.get(item.id) ?? []).map(({ episodeId }) => episodeId);
  const isInScope = (turn: Episode): boolean =>
    (conversationIds === undefined || conversationIds.includes(turn.conversationId)) &&
    (occurred?.from === undefined || turn.occurredAt >= occurred.from) &&
    (occurred?.to === undefined || turn.occurredAt < occurred.to);
  const needed = [...new Set(items.flatMap(turnsOf))];
  const turns = needed.length === 0 ? [] : await user.episodesById(needed);
  const inside = new Set(turns.filter(isInScope).map(({ id }) => id));
  return (one) => (one.kind === "episode" ? isInScope(one.item) : turnsOf(one).some((id) => inside.has(id)));
}
