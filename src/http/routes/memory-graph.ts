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
import { routes } from "../route.ts";

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
export const graphRoutes = routes(({ read, write }, context) => {
  read("GET /memory/facts", {
    summary: "Facts, newest first or sorted, of one entity (its id or name) or all",
    querystring: FactsQuery,
    response: { 200: pageOf(FactView) },
    async run({ user, query }) {
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
  });

  write("POST /memory/facts", {
    summary: "State a fact by hand; it is verified",
    body: NewFact,
    response: { 201: FactView },
    async run({ user, body }) {
      const fact = await context.engine.review.state(user.userId, body);
      return oneFactView(user, fact);
    },
  });

  read("GET /memory/facts/:id", {
    summary: "One fact with its evidence",
    params: ById,
    response: { 200: FactView },
    run: async ({ user, params }) => oneFactView(user, existing(await user.fact(params.id), "fact")),
  });

  read("GET /memory/facts/:id/trace", {
    summary: "Why a fact is believed: all that went into it",
    params: ById,
    response: { 200: ProvenanceView.extend({ fact: FactView }) },
    async run({ user, params }) {
      const story = await traceFact(user, params.id);
      return { ...story, fact: await oneFactView(user, story.fact) };
    },
  });

  write("PATCH /memory/facts/:id", {
    summary: "Correct a fact",
    params: ById,
    body: FactPatchBody,
    response: { 200: FactView },
    async run({ user, params, body }) {
      const fact = await context.engine.review.correctFact(user.userId, params.id, body);
      return oneFactView(user, fact);
    },
  });

  read("GET /memory/entities", {
    summary: "Entities, newest first or sorted; with `q` those first that have just that name",
    querystring: EntitiesQuery,
    response: { 200: pageOf(EntityView) },
    async run({ user, query }) {
      const { sort, order = defaultOrder(sort) } = query;
      const { items, nextCursor } = await user.entityPage({ ...query, order });
      return { items: await withBelievedSummaries(user, items, context.engine.clock.now()), nextCursor };
    },
  });

  read("GET /memory/graph", {
    summary: "Things and what joins them, for drawing: around one (its id or name), or those joined most",
    querystring: GraphQuery,
    response: { 200: GraphView },
    async run({ user, query }) {
      const { entity, limit, minDegree, asOf, knownAt } = query;
      const entityId = entity === undefined ? undefined : (await namedEntity(user, "entity", entity)).id;
      return graphView(await graphOf(user, { entityId, limit, degreeMin: minDegree, asOf, knownAt }));
    },
  });

  read("GET /memory/schema", {
    summary: "Kinds of things and relations that are in use, most used first",
    response: { 200: Vocabulary },
    async run({ user }) {
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
  });

  read("GET /memory/communities", {
    summary: "Topics: things that are known and talked of together, newest first",
    querystring: PageQuery,
    response: { 200: pageOf(CommunityView) },
    async run({ user, query }) {
      const { items, nextCursor } = await user.communityPage(query);
      return { items: items.map(await communityViewer(user, items)), nextCursor };
    },
  });

  read("GET /memory/communities/:id", {
    summary: "One topic with its members and the facts it tells",
    params: ById,
    response: { 200: CommunityView.extend({ facts: z.array(FactView) }) },
    async run({ user, params }) {
      const community = existing(await user.community(params.id), "community");
      const view = await communityViewer(user, [community], MEMBERS_SHOWN_MAX);
      return { ...view(community), facts: await factViews(user, await user.factsById(community.factIds)) };
    },
  });

  read("GET /memory/entities/:id/status", {
    summary:
      "What stands around one entity: the things linked to it by type, last actions, plans, newest facts, turns",
    params: ById,
    response: { 200: EntityStatusView },
    async run({ user, params }) {
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
  });

  read("GET /memory/entities/:id", {
    summary:
      "One entity with its facts, those of a time with asOf or knownAt; of a merged one, the entity it is now",
    params: ById,
    querystring: z.object(Moment),
    response: { 200: EntityView.extend({ facts: z.array(FactView) }) },
    async run({ user, params, query }) {
      const entity = existing(await rootEntity(user, params.id), "entity");
      const facts = await user.facts({ ...query, entityIds: [entity.id], role: "either", limit: 200 });
      const [shown = entity] = await withBelievedSummaries(user, [entity], context.engine.clock.now());
      return { ...shown, facts: await factViews(user, facts) };
    },
  });
});
