import type { Episode } from "../../domain/model/episode.ts";
import type { Status } from "../../domain/model/status.ts";
import { toMs } from "../../domain/model/time.ts";
import { searchedIn } from "../../language/forms.ts";
import { words } from "../../language/text.ts";
import type {
  Neighbourhood,
  SearchKind,
  TextHit,
  TextQuery,
  UserStore,
  VectorHit,
  VectorKind,
} from "../../ports/memory-store.ts";
import type { EmbedQuery, QueryVector } from "../embedding/query-vectors.ts";
import { nearness } from "../embedding/scale.ts";
import type { AskedAbout } from "./asked-about.ts";
import { TERMS_MAX, type TimeSpan, type UnderstoodQuery } from "./query.ts";
import type { Candidate, Lane, SearchRequest } from "./types.ts";
import { FIFTH, GRAPH_DEPTH, HALF, RECENT_MINUTES, RECENT_TERMS_MAX, SELF_TERMS_MAX } from "./weights.ts";

export interface LaneContext {
  user: UserStore;
  request: SearchRequest;
  query: UnderstoodQuery;
  /** Times the question names; parsed while the store handles other queries. */
  times: Promise<TimeSpan[]>;
  settings: NonNullable<SearchRequest["settings"]> | Promise<NonNullable<SearchRequest["settings"]>>;
  statuses: readonly Status[];
  now: string;
  embedQuery: EmbedQuery;
  /** Entities the question names and what is known about them; looked up once for all lanes. */
  known: Promise<Neighbourhood>;
  /** The people and things it asks about, if known. */
  asked: Promise<AskedAbout>;
}

/** Adds the times the question is about: those it names, otherwise now. */
export interface TimedContext extends LaneContext {
  about: TimeSpan[];
  namesTime: boolean;
  /** It asks about the past: it names a time or is in a past tense. */
  asksThen: boolean;
}

/** A lane's results, best first, `score` 0-1 within the lane. */
export interface LaneHit {
  kind: Candidate["kind"];
  id: string;
  score: number;
  /** A turn with a named speaker. */
  spoken?: true;
  /** Vector lane only: nearness to the question, see `nearness`. */
  nearness?: number;
  /** A turn that matched only on the assistant's reply. */
  onlyReply?: true;
}

export type LaneHits = Partial<Record<Lane, LaneHit[]>>;

export type LaneSearch = (context: LaneContext) => Promise<LaneHit[]>;

const KINDS = ["fact", "entity"] as const;

/** The scope as a filter on turns. */
export function turnFilter({
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

/** Words of the question in facts, entities and turns, by BM25; each kind on its own scale. */
const textLane: LaneSearch = async ({ user, request, query, statuses }) => {
  const said = [...query.terms, ...query.weakTerms];
  if (said.length === 0) return [];
  const search = (kinds: SearchKind[], some: string[]): Promise<TextHit[]> => {
    const terms = searchedIn(query.language, some).slice(0, TERMS_MAX);
    return user.search({ terms, kinds, limit: request.recipe.quotas.text, statuses, ...turnFilter(request) });
  };
  const kinds = [...KINDS, ...communitiesIn(request)];
  // Tags stand among the words of turns, relations among those of facts.
  const [graph, turns] = await Promise.all([
    search(kinds, [...query.terms, ...query.predicateTerms, ...query.weakTerms]),
    search(["episode", "reply"], [...(request.tags ?? []).flatMap(words), ...said]),
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

export async function neighbourhood(
  user: UserStore,
  query: Pick<UnderstoodQuery, "terms" | "nGrams" | "aboutSelf">,
  { asOf, knownAt, recipe, origins = [] }: SearchRequest,
  statuses: readonly Status[],
): Promise<Neighbourhood> {
  // With more words, the text lane finds the user's own facts.
  const self = query.aboutSelf && query.terms.length <= SELF_TERMS_MAX;
  if (query.nGrams.length === 0 && origins.length === 0 && !self) return NOTHING_KNOWN;
  return user.known({
    names: query.nGrams,
    entityIds: origins,
    self,
    statuses,
    asOf,
    knownAt,
    limit: recipe.quotas.mention,
    around: recipe.quotas.graph,
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
  const found = (await times).slice(0, TIMES_MAX).map(async (time): Promise<LaneHit[]> => {
    const [episodes, facts] = await Promise.all([
      user.episodes({ occurred: time, standing: true, order: "newest", limit }),
      user.facts({ valid: time, statuses, limit }),
    ]);
    return [
      ...episodes.filter(recallable).map(({ id }) => ({ kind: "episode" as const, id, score: HALF })),
      ...facts.map(({ id }) => ({ kind: "fact" as const, id, score: 1 })),
    ];
  });
  return (await Promise.all(found)).flat();
};

function recallable(episode: { memory: string }): boolean {
  return episode.memory === "on";
}

/** Recent turns from other conversations, for messages that refer back to them: "go on with that". */
const recentLane: LaneSearch = async ({ user, request, query, now }) => {
  if (query.terms.length > RECENT_TERMS_MAX || request.recipe.quotas.recent === 0) return [];
  const from = new Date(toMs(now) - RECENT_MINUTES * 60_000).toISOString();
  const episodes = await user.episodes({
    occurred: { from },
    standing: true,
    order: "newest",
    limit: request.recipe.quotas.recent,
  });
  const found = episodes
    .filter(recallable)
    .map(({ id }, n): LaneHit => ({ kind: "episode", id, score: 1 / (1 + n) }));
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
 * While vectors are being rebuilt by another model, the question is embedded by the old model as long as its server still offers
 * it; the search switches once all vectors are done.
 */
async function nearestTo(
  { user, request, embedQuery }: LaneContext,
  near: (question: QueryVector) => Promise<VectorHit[] | null>,
): Promise<VectorHit[]> {
  const question = await embedQuery(request.query, request.signal);
  if (question === null) return [];
  const hits = await near(question);
  if (hits !== null) return onScale(question, hits);
  const serving = await user.servingTag();
  if (serving === null || serving === question.tag) return [];
  const earlier = await embedQuery(request.query, request.signal, serving);
  return earlier === null ? [] : onScale(earlier, (await near(earlier)) ?? []);
}

function onScale({ scale }: QueryVector, hits: VectorHit[]): VectorHit[] {
  return hits.map((hit) => ({ ...hit, score: nearness(scale, hit.score) }));
}

/**
 * Nearest neighbours of the question's vector. The scale is the model's own, independent of the results (F8); scores are relative
 * to the last hit, otherwise every hit would rank a step above the first miss. Each kind has its own last hit: sentences of facts
 * lie nearer to questions than turns do.
 */
const vectorLane: LaneSearch = async (context) => {
  const { user, request, statuses } = context;
  const limit = request.recipe.quotas.vector;
  if (limit === 0) return [];
  const kinds: VectorKind[] = [...KINDS, "episode", ...communitiesIn(request)];
  const hits = await nearestTo(context, (question) =>
    user.nearest({ ...question, kinds, limit, statuses, ...turnFilter(request) }),
  );
  const found = hits.filter((hit) => hit.score > 0);
  return kinds.flatMap((kind) => aboveLast(found, kind, limit));
};

/** With fewer hits than the limit, the last hit means little, so less is subtracted. */
function aboveLast(hits: LaneHit[], kind: LaneHit["kind"], limit: number): LaneHit[] {
  const found = hits.filter((hit) => hit.kind === kind);
  const last = Math.min(...found.map(({ score }) => score)) * (found.length / limit);
  return found.map((hit) => ({ ...hit, score: hit.score - last, nearness: hit.score }));
}

export const LANE_SEARCHES: Record<Lane, LaneSearch> = {
  vector: vectorLane,
  mention: mentionLane,
  text: textLane,
  temporal: temporalLane,
  recent: recentLane,
  graph: graphLane,
};
