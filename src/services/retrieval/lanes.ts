import type { Episode } from "../../domain/model/episode.ts";
import type { Status } from "../../domain/model/status.ts";
import { MINUTE_MS, plusMs } from "../../domain/model/time.ts";
import { searchedIn } from "../../language/forms.ts";
import { words } from "../../language/text.ts";
import type {
  KnownQuery,
  Neighbourhood,
  TextHit,
  TextQuery,
  UserStore,
  VectorHit,
  VectorKind,
} from "../../ports/memory-store.ts";
import type { EmbedQuery, QueryVector } from "../embedding/query-vectors.ts";
import { nearness } from "../embedding/scale.ts";
import type { AskedAbout } from "./asked-about.ts";
import { TERMS_MAX, type AskedTimes, type UnderstoodQuery } from "./query.ts";
import type { Lane, MemoryRef, SearchRequest } from "./types.ts";
import { FIFTH, GRAPH_DEPTH, HALF, RECENT_MINUTES, RECENT_TERMS_MAX } from "./weights.ts";

/** A search in the making; what is read for it is a promise, which all its parts share. */
export interface SearchContext {
  user: UserStore;
  request: SearchRequest;
  query: UnderstoodQuery;
  /** Parsed while the store handles other queries. */
  times: Promise<AskedTimes>;
  settings: NonNullable<SearchRequest["settings"]> | Promise<NonNullable<SearchRequest["settings"]>>;
  statuses: readonly Status[];
  now: string;
  embedQuery: EmbedQuery;
  /** Entities the question names and what is known about them. */
  known: Promise<Neighbourhood>;
  /** The people and things it asks about, if known. */
  asked: Promise<AskedAbout>;
  /** What a part finds, or something instead if it misses the deadline of the search. */
  inTime: <T>(part: string, work: Promise<T>, instead: T) => Promise<T>;
}

/** A lane's results, best first, `score` 0-1 within the lane. */
export interface LaneHit extends MemoryRef {
  score: number;
  /** A turn with a named speaker. */
  spoken?: true;
  /** Vector lane only: nearness to the question, see `nearness`. */
  nearness?: number;
  /** A turn that matched only on the assistant's reply. */
  onlyReply?: true;
}

export type LaneHits = Partial<Record<Lane, LaneHit[]>>;

export type LaneSearch = (context: SearchContext) => Promise<LaneHit[]>;

const KINDS = ["fact", "entity"] as const;

/** The scope as a filter on turns. */
function turnFilter({
  scope,
  excludeEpisodeIds,
}: SearchRequest): Pick<TextQuery, "conversationIds" | "notEpisodeIds" | "occurred"> {
  return { ...scope, notEpisodeIds: excludeEpisodeIds };
}

/** Communities describe the present: a question about another time has no use for them. */
function communitiesIn({ kinds, recipe, asOf, knownAt, scope }: SearchRequest): "community"[] {
  if (asOf !== undefined || knownAt !== undefined || scope !== undefined) return [];
  const areWanted = kinds === undefined ? recipe.communities === true : kinds.includes("community");
  return areWanted ? ["community"] : [];
}

/** Words in memories of these kinds, by BM25. */
export function searched(
  { user, request, query, statuses }: SearchContext,
  some: readonly string[],
  more: Pick<TextQuery, "kinds" | "limit" | "besides">,
): Promise<TextHit[]> {
  const terms = searchedIn(query.language, some).slice(0, TERMS_MAX);
  return user.search({ terms, ...more, statuses, ...turnFilter(request) });
}

/** Words of the question in facts, entities and turns; each kind on its own scale. */
const textLane: LaneSearch = async (context) => {
  const { request, query } = context;
  const said = [...query.terms, ...query.weakTerms];
  if (said.length === 0) return [];
  const limit = request.recipe.quotas.text;
  const kinds = [...KINDS, ...communitiesIn(request)];
  // Tags stand among the words of turns, relations among those of facts.
  const [graph, turns] = await Promise.all([
    searched(context, [...query.terms, ...query.predicateTerms, ...query.weakTerms], { kinds, limit }),
    searched(context, [...(request.tags ?? []).flatMap(words), ...said], {
      kinds: ["episode", "reply"],
      limit,
    }),
  ]);
  return [
    ...kinds.flatMap((kind) => normalised(graph, kind)),
    ...withReplies(normalised(turns, "episode"), normalised(turns, "reply")),
  ];
};

/** A match in the assistant's reply hardly counts beside the user's words. */
function withReplies(turns: LaneHit[], replies: LaneHit[]): LaneHit[] {
  const byId = new Map(turns.map((hit) => [hit.id, { ...hit }]));
  for (const { id, score } of replies) {
    const hit: LaneHit = byId.get(id) ?? { kind: "episode", id, score: 0, onlyReply: true };
    byId.set(id, { ...hit, score: hit.score + FIFTH * score });
  }
  return [...byId.values()];
}

function normalised(hits: TextHit[], kind: LaneHit["kind"] | "reply"): LaneHit[] {
  const found = hits.filter((hit) => hit.kind === kind);
  const best = Math.max(...found.map((hit) => hit.score), 0);
  if (best <= 0) return [];
  return found.map(({ id, score, speaker }) => ({
    kind: kind === "reply" ? "episode" : kind,
    id,
    score: score / best,
    ...(speaker === undefined ? {} : { spoken: true }),
  }));
}

export const NOTHING_KNOWN: Neighbourhood = { entityIds: [], facts: [], around: [] };

/** Entities named in the question, and their newest facts. */
const mentionLane: LaneSearch = async ({ request, known }) => {
  const { entityIds, facts } = await known;
  const quota = request.recipe.quotas.mention;
  return [
    ...entityIds.slice(0, quota).map((id) => ({ kind: "entity" as const, id, score: 1 })),
    ...facts.map(({ id }) => ({ kind: "fact" as const, id, score: 1 })),
  ];
};

/** What is known of entities and around them; `self`: of the user, too. */
export async function neighbourhood(
  { user, request, statuses }: Pick<SearchContext, "user" | "request" | "statuses">,
  named: Pick<KnownQuery, "names" | "entityIds" | "self">,
): Promise<Neighbourhood> {
  if (named.names.length === 0 && named.entityIds?.length === 0 && !named.self) return NOTHING_KNOWN;
  const { asOf, knownAt, recipe } = request;
  const { mention: limit, graph: around } = recipe.quotas;
  return user.known({
    ...named,
    statuses,
    asOf,
    knownAt,
    limit,
    around,
    depth: recipe.graphDepth ?? GRAPH_DEPTH,
  });
}

/** Facts a few hops from the named entities; their words count once they are read. */
const graphLane: LaneSearch = async ({ known }) => {
  const { around } = await known;
  return around.map(({ fact, distance }) => ({ kind: "fact", id: fact.id, score: 1 / (1 + distance) }));
};

const TIMES_MAX = 3;

/** Events and turns in the times the question names. */
const temporalLane: LaneSearch = async ({ user, request, times, statuses }) => {
  const limit = request.recipe.quotas.temporal;
  const found = (await times).named.slice(0, TIMES_MAX).map(async (time): Promise<LaneHit[]> => {
    const [episodes, facts] = await Promise.all([
      user.episodes({ occurred: time, standing: true, order: "newest", limit }),
      user.facts({ valid: time, statuses, limit }),
    ]);
    return [
      ...episodes.map(({ id }) => ({ kind: "episode" as const, id, score: HALF })),
      ...facts.map(({ id }) => ({ kind: "fact" as const, id, score: 1 })),
    ];
  });
  return (await Promise.all(found)).flat();
};

/** Recent turns from other conversations, for messages that refer back to them: "go on with that". */
const recentLane: LaneSearch = async ({ user, request, query, now }) => {
  if (query.terms.length > RECENT_TERMS_MAX || request.recipe.quotas.recent === 0) return [];
  const episodes = await user.episodes({
    occurred: { from: plusMs(now, -RECENT_MINUTES * MINUTE_MS) },
    standing: true,
    order: "newest",
    limit: request.recipe.quotas.recent,
  });
  const found = episodes.map(({ id }, n): LaneHit => ({ kind: "episode", id, score: 1 / (1 + n) }));
  return [...found, ...(await askedBefore(user, request, episodes))];
};

/** In a new conversation, for "continue with that": what the last turn of another one was answered with (HIST-3). */
async function askedBefore(
  user: UserStore,
  { conversationId, recipe, excludeEpisodeIds = [] }: SearchRequest,
  recent: readonly Episode[],
): Promise<LaneHit[]> {
  const last = recent.find(({ id, source }) => source === "chat" && !excludeEpisodeIds.includes(id));
  if (conversationId === undefined || last === undefined || last.conversationId === conversationId) return [];
  const { recalled = [] } = (await user.episode(last.id)) ?? {};
  return recalled
    .slice(0, recipe.quotas.recent)
    .map(({ kind, id }, index) => ({ kind, id, score: 1 / (2 + index) }));
}

/**
 * Nearest neighbours of the question's vector. The scale is the model's own, independent of the results (F8); scores are relative
 * to the last hit, otherwise every hit would rank a step above the first miss. Each kind has its own last hit: sentences of facts
 * lie nearer to questions than turns do.
 */
const vectorLane: LaneSearch = async ({ user, request, statuses, embedQuery }) => {
  const limit = request.recipe.quotas.vector;
  if (limit === 0) return [];
  const kinds: VectorKind[] = [...KINDS, "episode", ...communitiesIn(request)];
  const nearestTo = async (question: QueryVector | null): Promise<VectorHit[] | null> => {
    if (question === null) return [];
    const hits = await user.nearest({ ...question, kinds, limit, statuses, ...turnFilter(request) });
    return hits?.map((hit) => ({ ...hit, score: nearness(question.scale, hit.score) })) ?? null;
  };
  const question = await embedQuery(request.query, request.signal);
  let hits = await nearestTo(question);
  if (hits === null) {
    // While vectors are being rebuilt by another model, those of the old one serve as long as its server still offers it.
    const serving = await user.servingTag();
    const isOther = serving !== null && serving !== question?.tag;
    hits = isOther ? await nearestTo(await embedQuery(request.query, request.signal, serving)) : null;
  }
  return kinds.flatMap((kind) => {
    const found = hits?.filter((hit) => hit.kind === kind && hit.score > 0) ?? [];
    // With fewer hits than the limit, the last one means little, so less is subtracted.
    const last = Math.min(...found.map(({ score }) => score)) * (found.length / limit);
    return found.map((hit) => ({ ...hit, score: hit.score - last, nearness: hit.score }));
  });
};

export const LANE_SEARCHES: Record<Lane, LaneSearch> = {
  vector: vectorLane,
  mention: mentionLane,
  text: textLane,
  temporal: temporalLane,
  recent: recentLane,
  graph: graphLane,
};
