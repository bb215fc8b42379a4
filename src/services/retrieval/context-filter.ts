import type { ContextType } from "../../domain/model/context.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import { HOUR_MS, plusMs, type Instant } from "../../domain/model/time.ts";
import { words } from "../../language/text.ts";
import { lastMentioned } from "./score.ts";
import type { Candidate, MemoryItem, SearchRequest } from "./types.ts";

type Kind = Candidate["kind"];

/** The filters on context of a search (RET-9): type, age, and tags. */
export function contextTest(
  { contextTypes, maxAgeHours, tags }: SearchRequest,
  now: Instant,
): (kind: Kind, item: MemoryItem) => boolean {
  const since = maxAgeHours === undefined ? null : plusMs(now, -maxAgeHours * HOUR_MS);
  return (kind, item) => {
    const type = contextTypeOf(kind, item);
    return (
      (contextTypes === undefined || (type !== undefined && contextTypes.includes(type))) &&
      (since === null || (lastMentioned(kind, item) ?? "") >= since) &&
      (tags === undefined || tagOverlap(tags, kind, item) > 0)
    );
  };
}

function contextTypeOf(kind: Kind, item: MemoryItem): ContextType | undefined {
  if (kind === "episode") return (item as Episode).contextType;
  return kind === "entity" ? "domain_entity" : kind === "fact" ? "conversation_fact" : undefined;
}

/** Jaccard: the share of their tags that both have. */
export function tagOverlap(tags: readonly string[], kind: Kind, item: MemoryItem): number {
  const own = new Set(tagsOf(kind, item));
  const asked = new Set(tags);
  const both = asked.intersection(own).size;
  return both === 0 ? 0 : both / asked.union(own).size;
}

/** An entity is tagged as one, with its type and the systems that know it (PAT-1). */
function tagsOf(kind: Kind, item: MemoryItem): string[] {
  if (kind === "episode") return (item as Episode).tags?.split(" ") ?? [];
  if (kind !== "entity") return [];
  const { type, externalKeys } = item as Entity;
  return ["entity", ...words(type), ...externalKeys.map(({ system }) => system)];
}
