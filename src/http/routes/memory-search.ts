import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { RELEVANCE } from "../../services/retrieval/relevance.ts";
import { judged, type AskedSearch } from "../../services/retrieval/search-asked.ts";
import { LANES, type Lane, type SearchDebug, type SearchResult } from "../../services/retrieval/types.ts";
import { type RouteContext } from "../context.ts";
import { Id, intervalOf, listOf, personText, StatusList, StatusSchema, WhenSchema } from "../schemas.ts";

const QUERY_CHARS_MAX = 20_000;
const KindSchema = z.enum(["fact", "entity", "episode", "community"]);
const weight = z.number().min(0).max(10);
/** A lane that is not named brings nothing. */
const lanes = (value: z.ZodType<number>) =>
  z
    .partialRecord(z.enum(LANES), value)
    .transform(
      (given) => Object.fromEntries(LANES.map((lane) => [lane, given[lane] ?? 0])) as Record<Lane, number>,
    );

/** A caller's own recipe: the same data as a shipped one. */
const RecipeSchema = z.strictObject({
  name: z.string().max(60).default("custom"),
  quotas: lanes(z.number().int().min(0).max(200)),
  fusion: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("sum"), weights: lanes(weight) }),
    z.strictObject({ kind: z.literal("rrf"), k: z.number().min(1).max(1000), weights: lanes(weight) }),
  ]),
  profile: z.strictObject({
    relevance: weight,
    importance: weight,
    recency: weight,
    mentions: weight,
    confidence: weight,
    outcome: weight.optional(),
    importanceFloor: z.number().min(0).max(2),
    recencyHalfLifeDays: z.number().positive().max(100_000),
    kindFactor: z.strictObject({
      fact: weight,
      entity: weight,
      episode: weight,
      community: weight.optional(),
    }),
  }),
  graphDepth: z.number().int().min(1).max(3).optional(),
  communities: z.boolean().optional(),
  rerank: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("rrf"), k: z.number().min(1).max(1000) }),
      z.strictObject({ kind: z.literal("mmr"), lambda: z.number().min(0).max(1) }),
      z.strictObject({ kind: z.literal("node_distance") }),
      z.strictObject({ kind: z.literal("episode_mentions") }),
      z.strictObject({ kind: z.literal("cross_encoder"), top: z.number().int().min(1).max(100) }),
    ])
    .optional(),
});

const common = {
  q: personText(QUERY_CHARS_MAX),
  asOf: WhenSchema.optional(),
  knownAt: WhenSchema.optional(),
  from: WhenSchema.optional(),
  to: WhenSchema.optional(),
  relevance: z.enum(RELEVANCE).default("relevant"),
};

/** Conversations a search may be held to. */
const CONVERSATIONS_MAX = 100;
const ORIGINS_MAX = 20;

const SearchQuery = z.object({
  ...common,
  limit: z.coerce.number().int().min(1).max(200).default(10),
  recipe: z.string().max(60).optional(),
  status: StatusList.optional(),
  kind: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(KindSchema))
    .optional(),
  conversationId: listOf(Id).pipe(z.array(z.string()).max(CONVERSATIONS_MAX)).optional(),
  debug: z.stringbool().default(false),
});

const SearchBody = z.strictObject({
  ...common,
  limit: z.number().int().min(1).max(200).default(10),
  recipe: z.union([z.string().max(60), RecipeSchema]).optional(),
  status: z.array(StatusSchema).min(1).optional(),
  kind: z.array(KindSchema).min(1).optional(),
  conversationId: z.union([Id.transform((id) => [id]), z.array(Id).min(1).max(CONVERSATIONS_MAX)]).optional(),
  origins: z.array(Id).min(1).max(ORIGINS_MAX).optional(),
  center: Id.optional(),
  debug: z.boolean().default(false),
});

type Asked = z.output<typeof SearchQuery> | z.output<typeof SearchBody>;

export function searchRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const run = async (userId: string, asked: Asked) => {
    const debug: SearchDebug | undefined = asked.debug ? { lanes: {}, fused: [], dropped: [] } : undefined;
    const request = {
      query: asked.q,
      limit: asked.limit,
      recipe: asked.recipe,
      asOf: asked.asOf,
      knownAt: asked.knownAt,
      statuses: asked.status,
      kinds: asked.kind,
      within: withinOf(asked),
      origins: "origins" in asked ? asked.origins : undefined,
      center: "center" in asked ? asked.center : undefined,
      debug,
    };
    const search = (wider: AskedSearch) => context.engine.search(userId, wider);
    const { results, ...rest } = await judged(search, request, asked.relevance);
    return { results: results.map(resultView), ...rest, ...(debug === undefined ? {} : { debug }) };
  };
  return async (app) => {
    app.get(
      "/memory/search",
      {
        schema: {
          tags: ["memory"],
          summary: "Find memories; every result explains its score",
          querystring: SearchQuery,
        },
      },
      async (request) => run(request.userId, request.query),
    );
    app.post(
      "/memory/search",
      {
        schema: {
          tags: ["memory"],
          summary: "The same as a body, with a recipe of one's own",
          body: SearchBody,
        },
      },
      async (request) => run(request.userId, request.body),
    );
  };
}

function withinOf({ conversationId, from, to }: Asked) {
  const occurred = intervalOf(from, to);
  if (conversationId === undefined && occurred === undefined) return undefined;
  return { conversationIds: conversationId, occurred };
}

export function resultView({ item, isNew, ...result }: SearchResult) {
  return { ...result, ...(isNew ? { isNew } : {}) };
}
