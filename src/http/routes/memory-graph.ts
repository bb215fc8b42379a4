import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Fact } from "../../domain/fact.ts";
import { notFound } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { correctFact, stateFact } from "../../services/review/facts.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { Id, PageQuery, personText, StatusList, StatusSchema, WhenSchema } from "../schemas.ts";
import { factView } from "../views.ts";

const Params = z.object({ id: Id });
const NAME_CHARS_MAX = 200;
const VALUE_CHARS_MAX = 500;
const TEXT_CHARS_MAX = 1000;

/** Half-open: what ends when it begins never held. */
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
    /** Name of an entity, or "user". */
    subject: personText(NAME_CHARS_MAX),
    predicate: personText(64),
    object: personText(VALUE_CHARS_MAX),
    objectKind: z.enum(["entity", "value"]).default("value"),
    polarity: z.enum(["positive", "negative"]).default("positive"),
    text: personText(TEXT_CHARS_MAX),
    validAt: WhenSchema.nullable().default(null),
    invalidAt: WhenSchema.nullable().default(null),
  })
  .refine(endsAfterBegin, BACKWARDS);

const FactPatchBody = z
  .strictObject({
    predicate: personText(64).optional(),
    object: personText(VALUE_CHARS_MAX).optional(),
    polarity: z.enum(["positive", "negative"]).optional(),
    text: personText(TEXT_CHARS_MAX).optional(),
    validAt: WhenSchema.nullable().optional(),
    invalidAt: WhenSchema.nullable().optional(),
    status: StatusSchema.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, "names nothing to change")
  .refine(endsAfterBegin, BACKWARDS);

/** Facts, entities and episodes as they stand in memory, and the owner's own corrections. */
export function graphRoutes(context: RouteContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/memory/facts",
      {
        schema: {
          tags: ["memory"],
          summary: "Facts, newest first",
          querystring: PageQuery.extend({ entity: Id.optional(), status: StatusList.optional() }),
        },
      },
      async (request) => {
        const { entity, status, ...page } = request.query;
        const user = storeOf(context, request);
        const found = await user.factPage({ ...page, entityId: entity, statuses: status });
        return { items: await withNames(user, found.items), nextCursor: found.nextCursor };
      },
    );

    app.post(
      "/memory/facts",
      { schema: { tags: ["memory"], summary: "State a fact by hand; it is verified", body: NewFact } },
      async (request, reply) => {
        const user = storeOf(context, request);
        const fact = await stateFact(context.engine, user, request.body);
        return reply.code(201).send((await withNames(user, [fact]))[0]);
      },
    );

    app.get(
      "/memory/facts/:id",
      { schema: { tags: ["memory"], summary: "One fact with its evidence", params: Params } },
      async (request) => {
        const user = storeOf(context, request);
        const fact = await user.fact(request.params.id);
        if (!fact) throw notFound("fact");
        return (await withNames(user, [fact]))[0];
      },
    );

    app.patch(
      "/memory/facts/:id",
      { schema: { tags: ["memory"], summary: "Correct a fact", params: Params, body: FactPatchBody } },
      async (request) => {
        const user = storeOf(context, request);
        const fact = await correctFact(context.engine, user, request.params.id, request.body);
        return (await withNames(user, [fact]))[0];
      },
    );

    app.get(
      "/memory/entities",
      {
        schema: {
          tags: ["memory"],
          summary: "Entities, newest first",
          querystring: PageQuery.extend({
            type: z.string().max(NAME_CHARS_MAX).optional(),
            status: StatusSchema.optional(),
            q: z.string().max(NAME_CHARS_MAX).optional(),
          }),
        },
      },
      async (request) => storeOf(context, request).entityPage(request.query),
    );

    app.get(
      "/memory/entities/:id",
      { schema: { tags: ["memory"], summary: "One entity with its facts", params: Params } },
      async (request) => {
        const user = storeOf(context, request);
        const entity = await user.entity(request.params.id);
        if (!entity) throw notFound("entity");
        const facts = await user.facts({ entityIds: [entity.id], role: "either", limit: 200 });
        return { ...entity, facts: await withNames(user, facts) };
      },
    );
  };
}

async function withNames(user: UserStore, facts: Fact[]) {
  const ids = [
    ...new Set(facts.flatMap((fact) => [fact.subjectId, ...(fact.objectId ? [fact.objectId] : [])])),
  ];
  const names = new Map((await user.entitiesById(ids)).map((entity) => [entity.id, entity]));
  return facts.map((fact) => factView(fact, names));
}
