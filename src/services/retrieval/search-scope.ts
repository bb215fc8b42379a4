import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Interval } from "../../domain/model/time.ts";
import type { TextQuery, UserStore } from "../../ports/memory-store.ts";
import type { LaneHits } from "./rescore-dialogues.ts";
import type { LaneContext, LaneHit } from "./lanes.ts";
import type { Candidate, MemoryItem, Recipe, SearchRequest, SearchScope } from "./types.ts";

/** The scope as a filter on turns for the lanes. */
export function turnFilter({
  scope,
  excludeEpisodeIds,
}: SearchRequest): Pick<TextQuery, "conversationIds" | "notEpisodeIds" | "occurred"> {
  return {
    conversationIds: scope?.conversationIds,
    notEpisodeIds: excludeEpisodeIds,
    occurred: scope?.occurred,
  };
}

/** Most facts and entities found by the lanes lie outside the scope, so quotas are raised. */
const WIDER = 5;
const QUOTA_MAX = 200;
/** Candidates read beyond the limit. */
export const SCOPED_SPARE = 200;

export function withWiderQuotas(recipe: Recipe): Recipe {
  const quotas = Object.entries(recipe.quotas).map(([lane, quota]) => [
    lane,
    Math.min(QUOTA_MAX, WIDER * quota),
  ]);
  return { ...recipe, quotas: Object.fromEntries(quotas) as Recipe["quotas"] };
}

/** Number of best turns whose facts are added. */
const TURNS_MAX = 100;
/** A fact's share of the score of the turn that is its evidence. */
const FACT_SHARE = 0.9;

/** Adds the facts of the turns found: by their own words they may rank far down. */
export async function withFactsOfTurns({ user, statuses }: LaneContext, found: LaneHits): Promise<LaneHits> {
  const text = found.text ?? [];
  const turns = text.filter(({ kind }) => kind === "episode").sort((a, b) => b.score - a.score);
  const scores = new Map(turns.slice(0, TURNS_MAX).map(({ id, score }) => [id, score]));
  if (scores.size === 0) return found;
  const facts = await user.facts({ episodeIds: [...scores.keys()], statuses, limit: QUOTA_MAX });
  const known = new Map(text.map((hit) => [`${hit.kind} ${hit.id}`, hit.score]));
  const resting = facts.flatMap(({ id, evidence }): LaneHit[] => {
    const best = Math.max(...evidence.map(({ episodeId }) => scores.get(episodeId) ?? 0));
    return FACT_SHARE * best > (known.get(`fact ${id}`) ?? 0)
      ? [{ kind: "fact", id, score: FACT_SHARE * best }]
      : [];
  });
  const better = new Set(resting.map(({ id }) => id));
  return {
    ...found,
    text: [...text.filter(({ kind, id }) => kind !== "fact" || !better.has(id)), ...resting],
  };
}

/** Returns a test of whether an item is in scope. */
export async function scopeTest(
  user: UserStore,
  { conversationIds, occurred }: SearchScope,
  items: readonly { kind: Candidate["kind"]; item: MemoryItem }[],
): Promise<(kind: Candidate["kind"], item: MemoryItem) => boolean> {
  const of = <T>(wanted: Candidate["kind"]): T[] =>
    items.flatMap(({ kind, item }) => (kind === wanted ? [item as T] : []));
  const facts = of<Fact>("fact");
  const entities = of<Entity>("entity");
  const mentions = entities.length === 0 ? [] : await user.mentionsOf(entities.map(({ id }) => id));
  const quoted = facts.flatMap(({ evidence }) => evidence.map(({ episodeId }) => episodeId));
  const needed = new Set([...quoted, ...mentions.map(({ episodeId }) => episodeId)]);
  const turns = needed.size === 0 ? [] : await user.episodesById([...needed]);
  const inside = new Set(turns.filter(isInScope).map(({ id }) => id));
  const mentioned = new Set(
    mentions.flatMap(({ entityId, episodeId }) => (inside.has(episodeId) ? [entityId] : [])),
  );
  return (kind, item) => {
    if (kind === "episode") return isInScope(item as Episode);
    if (kind === "entity") return mentioned.has((item as Entity).id);
    return kind === "fact" && (item as Fact).evidence.some(({ episodeId }) => inside.has(episodeId));
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
