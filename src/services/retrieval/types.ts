import { z } from "zod";
import type { ContextType } from "../../domain/model/context.ts";
import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode, RecalledEvidence } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Status } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import type { TextQuery } from "../../ports/memory-store.ts";
import type { SearchDeadline } from "./deadline.ts";

/**
 * The order in which lanes start: the question's vector is computed while the others work, quick lanes must not queue behind full
 * text, and the temporal lane parses dates while the store is busy.
 */
export const LANES = ["vector", "mention", "recent", "text", "graph", "temporal"] as const;
export type Lane = (typeof LANES)[number];

/** Kinds of memories that are found. */
export const KINDS = ["fact", "entity", "episode", "community"] as const;

/** A memory of any kind. */
export type Memory =
  | { kind: "fact"; item: Fact }
  | { kind: "entity"; item: Entity }
  | { kind: "episode"; item: Episode }
  | { kind: "community"; item: Community };

export interface MemoryRef {
  kind: Memory["kind"];
  id: string;
}

/** A candidate with its score in each lane, 0-1. */
export interface Candidate extends MemoryRef {
  lanes: Partial<Record<Lane, number>>;
  /** How relevant the lanes found it, relative to the best, 0-1. */
  relevance: number;
  /** Its nearness to the question in the vector lane, see `nearness`. */
  nearness?: number;
  /** A turn that no lane matched on the user's own words. */
  onlyReply?: boolean;
}

const weight = z.number().min(0).max(10);
/** A lane that is not named returns nothing. */
const lanes = (value: z.ZodType<number>) =>
  z
    .partialRecord(z.enum(LANES), value)
    .transform(
      (given) => Object.fromEntries(LANES.map((lane) => [lane, given[lane] ?? 0])) as Record<Lane, number>,
    );

/** How lanes are fused into one order, and results scored. Plain data, so callers may bring their own. */
export const RecipeSchema = z.strictObject({
  name: z.string().max(60).default("custom"),
  quotas: lanes(z.number().int().min(0).max(200)).describe(
    "candidates of each lane; one that is not named brings nothing",
  ),
  fusion: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("sum"), weights: lanes(weight) }),
      z.strictObject({ kind: z.literal("rrf"), k: z.number().min(1).max(1000), weights: lanes(weight) }),
    ])
    .describe("how lanes become one relevance: `sum` of their scores, or `rrf` of their ranks, by weights"),
  profile: z
    .strictObject({
      relevance: weight,
      importance: weight,
      recency: weight,
      mentions: weight,
      confidence: weight,
      /** How it ended, or of how much use it was (SCO-4). */
      outcome: weight.optional(),
      /** Importance at or above this value forces recency to 1 (SCO-1); 2 switches it off. */
      importanceFloor: z.number().min(0).max(2),
      recencyHalfLifeDays: z.number().positive().max(100_000),
      kindFactor: z.strictObject({
        fact: weight,
        entity: weight,
        episode: weight,
        community: weight.optional(),
      }),
    })
    .describe("weights of the parts of a score"),
  graphDepth: z
    .number()
    .int()
    .min(1)
    .max(3)
    .optional()
    .describe("facts between what is named and what the graph lane finds; 2 when not given"),
  communities: z.boolean().optional().describe("finds topics as well; they have the status `derived`"),
  /** RER-1 to RER-4. `lambda`: 1 ranks by relevance alone. `top`: results that the cross-encoder reads; the rest stay behind. */
  rerank: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("rrf"), k: z.number().min(1).max(1000) }),
      z.strictObject({ kind: z.literal("mmr"), lambda: z.number().min(0).max(1) }),
      z.strictObject({ kind: z.literal("node_distance") }),
      z.strictObject({ kind: z.literal("episode_mentions") }),
      z.strictObject({ kind: z.literal("cross_encoder"), top: z.number().int().min(1).max(100) }),
    ])
    .optional()
    .describe("by what the first are put into another order at the end"),
});

export type Recipe = z.output<typeof RecipeSchema>;
export type Profile = Recipe["profile"];
export type RerankRule = NonNullable<Recipe["rerank"]>;

/** Restricts a search to some turns, the facts with evidence in them and the entities they mention. */
export type SearchScope = Pick<TextQuery, "conversationIds" | "occurred">;

export interface SearchRequest {
  query: string;
  limit: number;
  recipe: Recipe;
  asOf?: Instant | undefined;
  knownAt?: Instant | undefined;
  statuses?: readonly Status[] | undefined;
  kinds?: readonly Memory["kind"][] | undefined;
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

const ref = { kind: z.enum(KINDS), id: z.string() };

/** A trace of how a search arrived at its results. */
export const SearchDebug = z.object({
  lanes: z.partialRecord(
    z.enum(LANES),
    z.object({ milliseconds: z.number(), hits: z.array(z.object({ ...ref, score: z.number() })) }),
  ),
  /** Candidates in the order of their fused relevance, and whether they were read. */
  fused: z.array(z.object({ ...ref, relevance: z.number(), read: z.boolean() })),
  /** Read, but not among the results: deleted, excluded by time or status, or beyond the limit. */
  dropped: z.array(z.object({ ...ref, why: z.enum(["not visible", "behind the limit", "not relevant"]) })),
});
export type SearchDebug = z.output<typeof SearchDebug>;

export type SearchResult = Memory & {
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
};
