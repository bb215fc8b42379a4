import { heldAt, validDuring } from "../../domain/belief/validity.ts";
import type { ContextType } from "../../domain/model/context.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { HOUR_MS, plusMs, type Interval } from "../../domain/model/time.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import { contentWords } from "../../language/stems.ts";
import { words } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { TimedContext } from "./lanes.ts";
import { lastMentioned } from "./score.ts";
import type { Candidate, MemoryItem, SearchRequest, SearchResult, SearchScope } from "./types.ts";

export interface ReadItem {
  kind: Candidate["kind"];
  item: MemoryItem;
}

/** Those of the items that may be found: visible, in scope, and in the context asked for (RET-9). */
export async function visibleOf<T extends ReadItem>(
  context: TimedContext,
  items: readonly T[],
): Promise<T[]> {
  const { user, request } = context;
  const isInScope = request.scope === undefined ? null : await scopeTest(user, request.scope, items);
  return items.filter(
    (one) => isVisible(context, one) && isInContext(context, one) && (isInScope === null || isInScope(one)),
  );
}

function isVisible({ request, statuses }: TimedContext, { kind, item }: ReadItem): boolean {
  if (kind === "community") return true;
  if (kind === "episode") return episodeVisible(request, item as Episode);
  if (kind === "entity") return !(item as Entity).isSelf && statuses.includes((item as Entity).status);
  return statuses.includes((item as Fact).status) && heldAt(item as Fact, request);
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
  { request: { contextTypes, maxAgeHours, tags }, now }: TimedContext,
  { kind, item }: ReadItem,
): boolean {
  const type = contextTypeOf(kind, item);
  return (
    (contextTypes === undefined || (type !== undefined && contextTypes.includes(type))) &&
    (maxAgeHours === undefined || (lastMentioned(kind, item) ?? "") >= plusMs(now, -maxAgeHours * HOUR_MS)) &&
    (tags === undefined || tagOverlap(tags, kind, item) > 0)
  );
}

function contextTypeOf(kind: ReadItem["kind"], item: MemoryItem): ContextType | undefined {
  if (kind === "episode") return (item as Episode).contextType;
  return kind === "entity" ? "domain_entity" : kind === "fact" ? "conversation_fact" : undefined;
}

/** Jaccard: the share of their tags that both have. */
export function tagOverlap(tags: readonly string[], kind: ReadItem["kind"], item: MemoryItem): number {
  const own = new Set(tagsOf(kind, item));
  const asked = new Set(tags);
  return asked.intersection(own).size / asked.union(own).size;
}

/** An entity is tagged as one, with its type and the systems that know it (PAT-1). */
function tagsOf(kind: ReadItem["kind"], item: MemoryItem): string[] {
  if (kind === "episode") return (item as Episode).tags?.split(" ") ?? [];
  if (kind !== "entity") return [];
  const { type, externalKeys } = item as Entity;
  return ["entity", ...words(type), ...externalKeys.map(({ system }) => system)];
}

/** Whether an item is in scope: the turn itself, a fact with evidence in such a turn, an entity that one mentions. */
async function scopeTest(
  user: UserStore,
  { conversationIds, occurred }: SearchScope,
  items: readonly ReadItem[],
): Promise<(one: ReadItem) => boolean> {
  const entityIds = items.flatMap(({ kind, item }) => (kind === "entity" ? [item.id] : []));
  const mentions = entityIds.length === 0 ? [] : await user.mentionsOf(entityIds);
  const quotedBy = ({ evidence }: Fact): string[] => evidence.map(({ episodeId }) => episodeId);
  const quoted = items.flatMap(({ kind, item }) => (kind === "fact" ? quotedBy(item as Fact) : []));
  const needed = new Set([...quoted, ...mentions.map(({ episodeId }) => episodeId)]);
  const turns = needed.size === 0 ? [] : await user.episodesById([...needed]);
  const inside = new Set(turns.filter(isInScope).map(({ id }) => id));
  return ({ kind, item }) => {
    if (kind === "episode") return isInScope(item as Episode);
    if (kind === "entity")
      return mentions.some(({ entityId, episodeId }) => entityId === item.id && inside.has(episodeId));
    return kind === "fact" && quotedBy(item as Fact).some((id) => inside.has(id));
  };

  function isInScope(turn: Episode): boolean {
    return (
      (conversationIds === undefined || conversationIds.includes(turn.conversationId)) &&
      (occurred === undefined || isDuring(turn.occurredAt, occurred))
    );
  }
}

function isDuring(at: string, { from, to }: Interval): boolean {
  return (from === undefined || at >= from) && (to === undefined || at < to);
}
