import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode, RecalledEvidence } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Status } from "../../domain/model/status.ts";
import type { Instant, Interval } from "../../domain/model/time.ts";
import type { SearchDeadline } from "./deadline.ts";

/**
 * In this order they ask: the question's vector is on its way while the others work, the quick ones must not queue
 * behind full text, and the temporal lane reads the dates off the question while the store is busy for the others.
 */
export const LANES = ["vector", "mention", "recent", "text", "graph", "temporal"] as const;
export type Lane = (typeof LANES)[number];

/** A candidate with what each lane gave it, 0-1 per lane. */
export interface Candidate {
  kind: "fact" | "entity" | "episode" | "community";
  id: string;
  lanes: Partial<Record<Lane, number>>;
  /** Where the vector lane found it: to the question, see `nearness`. */
  nearness?: number;
  /** A turn that no lane found by the user's own words. */
  onlyReply?: boolean;
}

/** How lanes become one order: data, so that a caller may bring its own. */
export interface Recipe {
  name: string;
  /** Candidates a lane may bring, each kind. */
  quotas: Record<Lane, number>;
  fusion:
    | { kind: "sum"; weights: Record<Lane, number> }
    | { kind: "rrf"; k: number; weights: Record<Lane, number> };
  profile: Profile;
  /** How many facts may lie between what is named and what the graph lane finds, 1-3; 2 when not given. */
  graphDepth?: number | undefined;
  /** Topics as well; else only where a search asks for that kind. */
  communities?: boolean | undefined;
  /** A second look at the results. */
  rerank?: RerankRule | undefined;
}

/**
 * RER-1 to RER-4. `lambda` 0-1: 1 looks at relevance alone. `top`: results that a cross-encoder reads; the others stay
 * behind them.
 */
export type RerankRule =
  | { kind: "rrf"; k: number }
  | { kind: "mmr"; lambda: number }
  | { kind: "node_distance" }
  | { kind: "episode_mentions" }
  | { kind: "cross_encoder"; top: number };

/** Weights of the fused relevance and of what is known about the memory itself (SCO-1, SCO-2, SCO-3). */
export interface Profile {
  relevance: number;
  importance: number;
  recency: number;
  mentions: number;
  confidence: number;
  /** How it went, by the valence of the turn: 0 painful, .5 neutral, 1 joyful (SCO-4). */
  outcome?: number | undefined;
  /** Importance at or above it forces recency 1 (SCO-1); 2 switches it off. */
  importanceFloor: number;
  recencyHalfLifeDays: number;
  kindFactor: { fact: number; entity: number; episode: number; community?: number | undefined };
}

/** Limits a search to some turns: these, facts with evidence in one of them, entities that one of them mentions. */
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
  /** Turns of this time alone; facts and things of any. */
  occurred?: Interval | undefined;
  scope?: SearchScope | undefined;
  /** Entities taken as named in the question. */
  origins?: readonly string[] | undefined;
  /** The entity that `node_distance` counts from, instead of what the question names. */
  center?: string | undefined;
  excludeEpisodeIds?: string[] | undefined;
  /** The user's zone when the caller knows it already. */
  timeZone?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called once the lanes have answered: what is left is to read what they found. */
  onFound?: (() => void) | undefined;
  /** Parts that miss it count as empty and are noted in it. */
  deadline?: SearchDeadline | undefined;
  /** Filled while the search runs: what each lane brought, and what became of it. */
  debug?: SearchDebug | undefined;
}

type MemoryRef = Pick<Candidate, "kind" | "id">;

/** How a search came to its results. */
export interface SearchDebug {
  lanes: Partial<Record<Lane, { milliseconds: number; hits: (MemoryRef & { score: number })[] }>>;
  /** Candidates in the order of their fused relevance, and whether they were read. */
  fused: (MemoryRef & { relevance: number; read: boolean })[];
  /** Read, but not among the results: gone, over by time or status, or behind the limit. */
  dropped: (MemoryRef & { why: "not visible" | "behind the limit" | "not relevant" })[];
}

export interface SearchResult {
  kind: Candidate["kind"];
  id: string;
  text: string;
  status: string;
  score: number;
  /** What the score is made of: lanes, profile parts, and marks. */
  components: Record<string, number>;
  evidence: RecalledEvidence[];
  /** A newer first-hand statement that replaces a believed one. */
  isNew: boolean;
  /** A fact that is over, or a turn of which what is asked for no longer holds. */
  isOutdated: boolean;
  /** A line of the recall block: it speaks of the question. */
  isTold: boolean;
  item: MemoryItem;
}

export type MemoryItem = Fact | Entity | Episode | Community;
