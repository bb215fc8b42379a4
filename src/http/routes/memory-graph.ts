import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { cardinality, normalisePredicate, predicateFamily } from "../../domain/belief/predicate.ts";
import { existing } from "../../errors.ts";
import { entityStatus } from "../../services/entity-status.ts";
import { graphOf } from "../../services/graph-view.ts";
import { rootEntity } from "../../services/review/merge.ts";
import { withBelievedSummaries } from "../../services/retrieval/memory-items.ts";
import { namedEntity } from "../../services/named-entity.ts";
import { traceFact } from "../../services/review/trace.ts";
import { ENTITY_SORTS, FACT_SORTS, type EntitySort, type FactSort } from "../../ports/memory-store.ts";
import type { RouteContext } from "../context.ts";
import {
  ById,
  FactEdit,
  Id,
  NAME_CHARS_MAX,
  PREDICATE_CHARS_MAX,
  PageQuery,
  StatusList,
  StatusSchema,
  WhenSchema,
  count,
  intervalOf,
  listOf,
  personText,
} from "../schemas.ts";
import {
  CommunityView,
  EntityView,
  FactView,
  GraphView,
  pageOf,
  ProvenanceView,
  TurnView,
} from "../view-schemas.ts";
import { communityViewer, episodeView, factViewer, factViews, graphView, oneFactView } from "../views.ts";
import { needs } from "../contract.ts";

/** Members of one topic that are named; a list names far fewer. */
const MEMBERS_SHOWN_MAX = 100;

const order = z
  .enum(["asc", "desc"])
  .optional()
  .describe("without it `asc` by `name` and `predicate`, else `desc`");

/** World time and system time: without a date, a fact is valid from when it was said. */
const Moment = {
  asOf: WhenSchema.optional().describe("what was true then"),
  knownAt: WhenSchema.optional().describe("what was believed then"),
};

const FactsQuery = PageQuery.extend({
  entity: Id.optional().describe(
    "facts about one entity: its id, its name, or `user`. A name that several bear is refused with their ids",
  ),
  status: StatusList.optional().describe("facts of these statuses, comma separated"),
  predicate: listOf(personText(PREDICATE_CHARS_MAX))
    .optional()
    .describe("facts of these predicates, comma separated"),
  q: personText(NAME_CHARS_MAX)
    .optional()
    .describe("facts with this in their sentence, their predicate or the names at their ends"),
  from: WhenSchema.optional().describe("what memory learned since"),
  to: WhenSchema.optional().describe("what memory learned before"),
  minConfidence: z.coerce.number().min(0).max(1).optional().describe("facts of at least this confidence"),
  ...Moment,
  sort: z
    .enum(FACT_SORTS)
    .optional()
    .describe("without it `learned`, newest first; `valid`: when it began to be true"),
  order,
});

const EntitiesQuery = PageQuery.extend({
  type: z.string().max(NAME_CHARS_MAX).optional().describe("things of this type"),
  status: StatusSchema.optional(),
  q: z.string().max(NAME_CHARS_MAX).optional().describe("part of a name"),
  asOf: WhenSchema.optional().describe("those of which something was true then"),
  knownAt: WhenSchema.optional().describe("those of which something was believed then"),
  sort: z
    .enum(ENTITY_SORTS)
    .optional()
    .describe("without it `learned`, newest first; `mentioned`: when last"),
  order,
});

const NODES_MAX = 5000;

const GraphQuery = z.object({
  entity: Id.optional().describe(
    "what is around this one (its id or name); without it the things that most statements join, and the user",
  ),
  limit: count(1, NODES_MAX, 100).describe("nodes at most"),
  minDegree: count(0, 1000, 0).describe("leaves out what fewer statements join"),
  ...Moment,
});

/** Half-open: an interval that ends when it begins was never valid. */
const endsAfterBegin = ({
  validAt,
  invalidAt,
}: {
  validAt?: string | null | undefined;
  invalidAt?: string | null | undefined;
}): boolean => !validAt || !invalidAt || validAt < invalidAt;
const BACKWARDS = { path: ["invalidAt"], error: "must be later than validAt" };

const NewFact = z
  .strictObject({
    subject: personText(NAME_CHARS_MAX).describe("name or id of an entity, or `user`"),
    predicate: FactEdit.predicate,
    object: FactEdit.object,
    objectKind: z.enum(["entity", "value"]).default("value").describe("what `object` is"),
    polarity: FactEdit.polarity.default("positive"),
    text: FactEdit.text,
    validAt: FactEdit.validAt.default(null),
    invalidAt: FactEdit.invalidAt.default(null),
  })
  .refine(endsAfterBegin, BACKWARDS);

const FactPatchBody = z
  .strictObject(FactEdit)
  .partial()
  .refine((body) => Object.keys(body).length > 0, "names nothing to change")
  .refine(endsAfterBegin, BACKWARDS);

const Vocabulary = z
  .object({
    types: z.array(z.object({ type: z.string(), count: z.int() })),
    predicates: z.array(
      z.object({
        predicate: z.string(),
        count: z.int(),
        family: z.string().describe("the name under which other spellings of it are compared"),
        values: z.enum(["one", "many", "unknown"]).describe("how many hold at once"),
      }),
    ),
  })
  .meta({ id: "Vocabulary" });

/** Names sort from A, everything else from the highest. */
function defaultOrder(sort: FactSort | EntitySort | undefined): "asc" | "desc" {
  return sort === "name" || sort === "predicate" ? "asc" : "desc";
}

const EntityStatusView = z
  .object({
    entity: EntityView,
    things: z.array(
      z.object({
        type: z.string(),
        items: z.array(
          z.object({
            entity: EntityView,
            factIds: z.array(z.string()).describe("facts that link them"),
            episodeIds: z.array(z.string()).describe("turns about both"),
          }),
        ),
      }),
    ),
    actions: z.array(TurnView).describe("completed actions, newest first"),
    plans: z.array(FactView).describe("facts that begin later"),
    facts: z.array(FactView).describe("newest first"),
    turns: z.array(TurnView).describe("other turns about it, newest first"),
  })
  .meta({ id: "EntityStatus" });

/** Facts, entities and episodes in memory, and the owner's corrections. */
export const graphRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  app.get(
    "/memory/facts",
    needs.read(
      "Facts, newest first or sorted, of one entity (its id or name) or all",
      { 200: pageOf(FactView) },
      { querystring: FactsQuery },
    ),
    async ({ user, query }) => {
      const { entity, status, predicate, q, from, to, minConfidence, sort, order, ...page } = query;
      const found = await user.factPage({
        ...page,
        entityId: entity === undefined ? undefined : (await namedEntity(user, "entity", entity)).id,
        statuses: status,
        predicates: predicate?.map(normalisePredicate),
        words: q,
        learned: intervalOf(from, to),
        confidenceMin: minConfidence,
        sort,
        order: order ?? defaultOrder(sort),
      });
      return { items: await factViews(user, found.items), nextCursor: found.nextCursor };
    },
  );

  app.post(
    "/memory/facts",
    needs.write("State a fact by hand; it is verified", { 201: FactView }, { body: NewFact }),
    async ({ user, body }, reply) => {
      const fact = await context.engine.review.state(user.userId, body);
      return reply.code(201).send(await oneFactView(user, fact));
    },
  );

  app.get(
    "/memory/facts/:id",
    needs.read("One fact with its evidence", { 200: FactView }, { params: ById }),
    async ({ user, params }) => oneFactView(user, existing(await user.fact(params.id), "fact")),
  );

  app.get(
    "/memory/facts/:id/trace",
    needs.read(
      "Why a fact is believed: all that went into it",
      { 200: ProvenanceView.extend({ fact: FactView }) },
      { params: ById },
    ),
    async ({ user, params }) => {
      const story = await traceFact(user, params.id);
      return { ...story, fact: await oneFactView(user, story.fact) };
    },
  );

  app.patch(
    "/memory/facts/:id",
    needs.write("Correct a fact", { 200: FactView }, { params: ById, body: FactPatchBody }),
    async ({ user, params, body }) => {
      const fact = await context.engine.review.correctFact(user.userId, params.id, body);
      return oneFactView(user, fact);
    },
  );

  app.get(
    "/memory/entities",
    needs.read(
      "Entities, newest first or sorted; with `q` those first that have just that name",
      { 200: pageOf(EntityView) },
      { querystring: EntitiesQuery },
    ),
    async ({ user, query }) => {
      const { sort, order = defaultOrder(sort) } = query;
      const { items, nextCursor } = await user.entityPage({ ...query, order });
      return { items: await withBelievedSummaries(user, items, context.engine.clock.now()), nextCursor };
    },
  );

  app.get(
    "/memory/graph",
    needs.read(
      "Things and what joins them, for drawing: around one (its id or name), or those joined most",
      { 200: GraphView },
      { querystring: GraphQuery },
    ),
    async ({ user, query }) => {
      const { entity, limit, minDegree, asOf, knownAt } = query;
      const entityId = entity === undefined ? undefined : (await namedEntity(user, "entity", entity)).id;
      return graphView(await graphOf(user, { entityId, limit, degreeMin: minDegree, asOf, knownAt }));
    },
  );

  app.get(
    "/memory/schema",
    needs.read("Kinds of things and relations that are in use, most used first", { 200: Vocabulary }),
    async ({ user }) => {
      const { types, predicates } = await user.stats();
      return {
        types,
        predicates: predicates.map(({ predicate, count }) => ({
          predicate,
          count,
          family: predicateFamily(predicate),
          values: cardinality(predicate),
        })),
      };
    },
  );

  app.get(
    "/memory/communities",
    needs.read(
      "Topics: things that are known and talked of together, newest first",
      { 200: pageOf(CommunityView) },
      { querystring: PageQuery },
    ),
    async ({ user, query }) => {
      const { items, nextCursor } = await user.communityPage(query);
      return { items: items.map(await communityViewer(user, items)), nextCursor };
    },
  );

  app.get(
    "/memory/communities/:id",
    needs.read(
      "One topic with its members and the facts it tells",
      { 200: CommunityView.extend({ facts: z.array(FactView) }) },
      { params: ById },
    ),
    async ({ user, params }) => {
      const community = existing(await user.community(params.id), "community");
      const view = await communityViewer(user, [community], MEMBERS_SHOWN_MAX);
      return { ...view(community), facts: await factViews(user, await user.factsById(community.factIds)) };
    },
  );

  app.get(
    "/memory/entities/:id/status",
    needs.read(
      "What stands around one entity: the things linked to it by type, last actions, plans, newest facts, turns",
      { 200: EntityStatusView },
      { params: ById },
    ),
    async ({ user, params }) => {
      const entity = existing(await rootEntity(user, params.id), "entity");
      const now = context.engine.clock.now();
      const status = await entityStatus(user, entity, now);
      const view = await factViewer(user, [...status.facts, ...status.plans]);
      const [shown = entity] = await withBelievedSummaries(user, [entity], now);
      return {
        ...status,
        entity: shown,
        facts: status.facts.map(view),
        plans: status.plans.map(view),
        actions: status.actions.map(episodeView),
        turns: status.turns.map(episodeView),
      };
    },
  );

  app.get(
    "/memory/entities/:id",
    needs.read(
      "One entity with its facts, those of a time with asOf or knownAt; of a merged one, the entity it is now",
      { 200: EntityView.extend({ facts: z.array(FactView) }) },
      { params: ById, querystring: z.object(Moment) },
    ),
    async ({ user, params, query }) => {
      const entity = existing(await rootEntity(user, params.id), "entity");
      const facts = await user.facts({ ...query, entityIds: [entity.id], role: "either", limit: 200 });
      const [shown = entity] = await withBelievedSummaries(user, [entity], context.engine.clock.now());
      return { ...shown, facts: await factViews(user, facts) };
    },
  );
};
