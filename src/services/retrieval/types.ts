import type { ContextType } from "../../domain/model/context.ts";
import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode, RecalledEvidence } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Status } from "../../domain/model/status.ts";
import type { Instant, Interval } from "../../domain/model/time.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import type { SearchDeadline } from "./deadline.ts";

/**
 * The order in which lanes start: the question's vector is computed while the others work, quick lanes must not queue behind full
 * text, and the temporal lane parses dates while the store is busy.
 */
export const LANES = ["vector", "mention", "recent", "text", "graph", "temporal"] as const;
export type Lane = (typeof LANES)[number];

/** A candidate with its score in each lane, 0-1. */
export interface Candidate {
  kind: "fact" | "entity" | "episode" | "community";
  id: string;
  lanes: Partial<Record<Lane, number>>;
  /** How relevant the lanes found it, relative to the best, 0-1. */
  relevance: number;
  /** Its nearness to the question in the vector lane, see `nearness`. */
  nearness?: number;
  /** A turn that no lane matched on the user's own words. */
  onlyReply?: boolean;
}

/** How lanes are fused into one order. Plain data, so callers may bring their own. */
export interface Recipe {
  name: string;
  /** Candidates per lane, for each kind. */
  quotas: Record<Lane, number>;
  fusion:
    | { kind: "sum"; weights: Record<Lane, number> }
    | { kind: "rrf"; k: number; weights: Record<Lane, number> };
  profile: Profile;
  /** Maximum number of hops from a named entity in the graph lane, 1-3; default 2. */
  graphDepth?: number | undefined;
  /** Include communities; otherwise only if a search asks for that kind. */
  communities?: boolean | undefined;
  /** Reranking of the results. */
  rerank?: RerankRule | undefined;
}

/**
 * RER-1 to RER-4. `lambda` 0-1: 1 ranks by relevance alone. `top`: number of results the cross-encoder reads; the rest stay behind
 * them.
 */
export type RerankRule =
  | { kind: "rrf"; k: number }
  | { kind: "mmr"; lambda: number }
  | { kind: "node_distance" }
  | { kind: "episode_mentions" }
  | { kind: "cross_encoder"; top: number };

/** Weights of the fused relevance and of the memory's own traits (SCO-1, SCO-2, SCO-3). */
export interface Profile {
  relevance: number;
  importance: number;
  recency: number;
  mentions: number;
  confidence: number;
  /** How it ended, or of how much use it was: 0 badly, .5 neutral, 1 well (SCO-4). */
  outcome?: number | undefined;
  /** Importance at or above this value forces recency to 1 (SCO-1); 2 switches it off. */
  importanceFloor: number;
  recencyHalfLifeDays: number;
  kindFactor: { fact: number; entity: number; episode: number; community?: number | undefined };
}

/** Restricts a search to some turns, the facts with evidence in them and the entities they mention. */
export interface SearchScope {
  conversationIds?: readonly string[] | undefined;
  occurred?: Interval | undefined;
}

export interface SearchRequest {
  query: string;
  limit: number;
  recipe: Recipe;
  asOf?: Instant | undefined;
  knownAt?: Instant | undefined;
  statuses?: readonly Status[] | undefined;
  kinds?: readonly Candidate["kind"][] | undefined;
  /** Only what has one of these tags; results that share more of them rank higher. */
  tags?: readonly string[] | undefined;
  /** Only context of these types: an entity is a `domain_entity`, a fact a `conversation_fact`. */
  contextTypes?: readonly ContextType[] | undefined;
  /** Only what came up in the last hours. */
  maxAgeHours?: number | undefined;
  /** Only results with this score or a higher one. */
  minRelevance?: number | undefined;
  scope?: SearchScope | undefined;
  /** The conversation that asks: the state of a task in another one is not its business (HIST-4). */
  conversationId?: string | undefined;
  /** Entities treated as if the question named them. */
  origins?: readonly string[] | undefined;
  /** The entity that `node_distance` counts from, instead of those named in the question. */
  center?: string | undefined;
  excludeEpisodeIds?: string[] | undefined;
  /** Its words are as memory spells them. */
  isRespelt?: boolean | undefined;
  /** The user's settings, if the caller already knows them. */
  settings?: Pick<UserSettings, "timeZone" | "ranking"> | undefined;
  /** Ranks as if no feedback had been given, so that the ranking can be learned from it. */
  ignoresFeedback?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Called once the lanes have answered and only reading their results remains. */
  onFound?: (() => void) | undefined;
  /** Parts that miss it count as empty and are recorded in it. */
  deadline?: SearchDeadline | undefined;
  /** Filled while the search runs: what each lane returned, and what became of it. */
  debug?: SearchDebug | undefined;
}

type MemoryRef = Pick<Candidate, "kind" | "id">;

/** A trace of how a search arrived at its results. */
export interface SearchDebug {
  lanes: Partial<Record<Lane, { milliseconds: number; hits: (MemoryRef & { score: number })[] }>>;
  /** Candidates in the order of their fused relevance, and whether they were read. */
  fused: (MemoryRef & { relevance: number; read: boolean })[];
  /** Read, but not among the results: deleted, excluded by time or status, or beyond the limit. */
  dropped: (MemoryRef & { why: "not visible" | "behind the limit" | "not relevant" })[];
}

export interface SearchResult {
  kind: Candidate["kind"];
  id: string;
  text: string;
  status: string;
  score: number;
  /** The parts of the score: lanes, profile parts and marks. */
  components: Record<string, number>;
  evidence: RecalledEvidence[];
  /** A newer first-hand statement that replaces a believed one. */
  isNew: boolean;
  /** A past fact, or a turn whose relevant statements no longer hold. */
  isOutdated: boolean;
  /** What a fact corrects; of a turn, its statements that were corrected or taken back since. */
  untrue: readonly string[];
  /** Included in the recall block because it is relevant to the question. */
  isTold: boolean;
  item: MemoryItem;
}

export type MemoryItem = Fact | Entity | Episode | Community;
