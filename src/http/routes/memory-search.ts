import { z } from "zod";
import { CONTEXT_TYPES } from "../../domain/model/context.ts";
import { judgeResults, RELEVANCE } from "../../services/retrieval/client-search.ts";
import { RecipeSchema, SearchDebug, type SearchResult } from "../../services/retrieval/types.ts";
import { counts, kind as KindSchema, RecalledView } from "../view-schemas.ts";
import {
  Id,
  StatusList,
  StatusSchema,
  TAGS_MAX,
  Tag,
  WhenSchema,
  count,
  scopeOf,
  listOf,
  personText,
} from "../schemas.ts";
import { routes } from "../route.ts";

const QUERY_CHARS_MAX = 20_000;
const common = {
  q: personText(QUERY_CHARS_MAX).describe("the question"),
  asOf: WhenSchema.optional().describe("what was true then (world time)"),
  knownAt: WhenSchema.optional().describe("what was believed then (system time)"),
  from: WhenSchema.optional().describe(
    "only what was said since: turns, facts and things as with `conversationId`",
  ),
  to: WhenSchema.optional().describe("only what was said before"),
  relevance: z
    .enum(RELEVANCE)
    .default("relevant")
    .describe(
      "`relevant`: nothing when nothing that was found speaks of the question; `any`: the nearest there is, however far",
    ),
};

/** Fields written differently in a query string and a body. */
const MEANS = {
  kind: "communities (topics) are found only when named here, or by a recipe with `communities`",
  status: "statuses of facts and entities; without it `verified`, `staged` and `disputed`",
  conversationId:
    "only what was said there: those turns, facts that rest on one of them, things one of them mentions",
  debug:
    "the answer has a `debug` too: what each lane brought with its score and its milliseconds, the order by fused relevance, and what was read and dropped",
};

/** Conversations a search may be limited to. */
const CONVERSATIONS_MAX = 100;
const ORIGINS_MAX = 20;

const ContextTypeSchema = z.enum(CONTEXT_TYPES);
const FILTERS = {
  tags: "only turns and things with one of these tags; a thing has `entity`, its type and its systems as tags",
  contextTypes:
    "only context of these types; things are `domain_entity`, facts `conversation_fact`; what was simply said has none",
};
const MaxAgeHours = z.number().positive().max(1_000_000).describe("only what came up in the last hours");
const MinRelevance = z.number().min(0).max(1).describe("only results with this score or a higher one");

const SearchQuery = z.object({
  ...common,
  tags: listOf(Tag)
    .pipe(z.array(z.string()).max(TAGS_MAX))
    .optional()
    .describe(`${FILTERS.tags}; comma separated`),
  contextTypes: listOf(ContextTypeSchema).optional().describe(`${FILTERS.contextTypes}; comma separated`),
  maxAgeHours: z.coerce
    .number()
    .pipe(MaxAgeHours)
    .optional()
    .describe(MaxAgeHours.description ?? ""),
  minRelevance: z.coerce
    .number()
    .pipe(MinRelevance)
    .optional()
    .describe(MinRelevance.description ?? ""),
  limit: count(1, 200, 10),
  recipe: z.string().max(60).optional().describe("name of the recipe that makes the scores"),
  status: StatusList.optional().describe(`${MEANS.status}; comma separated`),
  kind: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(KindSchema))
    .optional()
    .describe(`\`fact\`, \`entity\`, \`episode\`, \`community\`, comma separated; ${MEANS.kind}`),
  conversationId: listOf(Id)
    .pipe(z.array(z.string()).max(CONVERSATIONS_MAX))
    .optional()
    .describe(`one or several (at most ${CONVERSATIONS_MAX}, comma separated): ${MEANS.conversationId}`),
  debug: z.stringbool().default(false).describe(`\`true\`: ${MEANS.debug}`),
});

const SearchBody = z.strictObject({
  ...common,
  tags: z.array(Tag).min(1).max(TAGS_MAX).optional().describe(FILTERS.tags),
  contextTypes: z.array(ContextTypeSchema).min(1).optional().describe(FILTERS.contextTypes),
  maxAgeHours: MaxAgeHours.optional(),
  minRelevance: MinRelevance.optional(),
  limit: z.number().int().min(1).max(200).default(10),
  recipe: z
    .union([z.string().max(60), RecipeSchema])
    .optional()
    .describe("name of the recipe that makes the scores, or one of your own"),
  status: z.array(StatusSchema).min(1).optional().describe(MEANS.status),
  kind: z.array(KindSchema).min(1).optional().describe(MEANS.kind),
  conversationId: z
    .union([Id.transform((id) => [id]), z.array(Id).min(1).max(CONVERSATIONS_MAX)])
    .optional()
    .describe(MEANS.conversationId),
  origins: z
    .array(Id)
    .min(1)
    .max(ORIGINS_MAX)
    .optional()
    .describe(
      "ids of entities that count as named in the question: what is known of them and around them is looked at",
    ),
  center: Id.optional().describe(
    "id of the entity that `node_distance` counts from, instead of what the question names",
  ),
  debug: z.boolean().default(false).describe(MEANS.debug),
});

type Asked = z.output<typeof SearchQuery> | z.output<typeof SearchBody>;

const ResultView = RecalledView.omit({ n: true })
  .extend({
    components: counts,
    isNew: z
      .literal(true)
      .exactOptional()
      .describe("newer words of yours that take the place of something believed"),
    isOutdated: z.literal(true).exactOptional().describe("it is over"),
    isTold: z.boolean().describe("a chat would be given it: it speaks of the question"),
  })
  .meta({ id: "SearchResult" });

const Found = z
  .object({
    results: z.array(ResultView),
    weak: z.boolean().describe("little of what was found speaks of the question"),
    leftOut: z.int().describe("results that `relevance=any` would bring"),
    debug: SearchDebug.optional(),
  })
  .meta({ id: "Found" });

export const searchRoutes = routes(({ read }, context) => {
  const run = async (userId: string, asked: Asked) => {
    const debug: SearchDebug | undefined = asked.debug ? { lanes: {}, fused: [], dropped: [] } : undefined;
    const {
      q: query,
      status: statuses,
      kind: kinds,
      relevance,
      conversationId,
      from,
      to,
      ...filters
    } = asked;
    const scope = scopeOf(conversationId, from, to);
    const request = { ...filters, query, statuses, kinds, scope, debug };
    const all = await context.engine.search(userId, request);
    const { results, ...rest } = judgeResults(all, request, relevance);
    return { results: results.map(resultView), ...rest, debug };
  };
  read("GET /memory/search", {
    summary: "Find memories; every result explains its score",
    querystring: SearchQuery,
    response: { 200: Found },
    run: async ({ userId, query }) => run(userId, query),
  });
  read("POST /memory/search", {
    summary: "The same as a body, with a recipe of one's own",
    body: SearchBody,
    response: { 200: Found },
    run: async ({ userId, body }) => run(userId, body),
  });
});

function resultView({ item, isNew, isOutdated, untrue, isTold, ...result }: SearchResult) {
  return {
    ...result,
    ...(isNew ? { isNew: true as const } : {}),
    ...(isOutdated ? { isOutdated: true as const } : {}),
    isTold,
  };
}
