import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { ReviewItem } from "../../services/review/queue.ts";
import { reviewItems } from "../../services/review/queue.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { FactEdit, Id, NAME_CHARS_MAX, PageQuery, personText } from "../schemas.ts";
import { factViews } from "../views.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** Ids of items hold two ids. */
const Params = z.object({ id: z.string().min(1).max(500) });

const Edit = z
  .strictObject({
    ...FactEdit,
    name: personText(NAME_CHARS_MAX).describe("of a merge: name of the entity that stays"),
    type: personText(NAME_CHARS_MAX).describe("of a merge: type of the entity that stays"),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, "names nothing to change");

const ALIASES_MAX = 50;

const EntityPatchBody = z
  .strictObject({
    name: personText(NAME_CHARS_MAX).describe("its facts call it by this one; the old one stays an alias"),
    type: personText(NAME_CHARS_MAX).describe("such as `person`, `place`, `project`"),
    aliases: z
      .array(personText(NAME_CHARS_MAX))
      .max(ALIASES_MAX)
      .describe("its other names, in the place of those it has"),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, "names nothing to change");

/** What waits for the owner: statements that contradict each other, entities that may be one, what would
 * follow. */
export function reviewRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const { review } = context.engine;
  return async (app) => {
    app.get(
      "/memory/review",
      {
        schema: {
          tags: ["memory"],
          summary: "What waits for a decision of yours, with the evidence",
          querystring: PageQuery.extend({
            kind: z.enum(["dispute", "closing", "merge", "inferred", "forget"]).optional(),
            state: z
              .enum(["open", "accepted", "rejected"])
              .default("open")
              .describe("`accepted` and `rejected`: what was decided, disputes excepted"),
          }),
        },
      },
      async (request) => {
        const user = storeOf(context, request);
        const { items, nextCursor } = await reviewItems(user, request.query);
        return { items: await Promise.all(items.map((item) => reviewItemView(user, item))), nextCursor };
      },
    );

    app.post(
      "/memory/review/:id/accept",
      {
        schema: {
          tags: ["memory"],
          summary: "This statement holds; these two are one; it is so",
          params: Params,
        },
      },
      async (request) => review.accept(request.userId, request.params.id),
    );

    app.post(
      "/memory/review/:id/reject",
      {
        schema: {
          tags: ["memory"],
          summary: "This statement goes; these two are two; it is not so",
          params: Params,
        },
      },
      async (request) => review.reject(request.userId, request.params.id),
    );

    app.post(
      "/memory/review/:id/edit",
      {
        schema: {
          tags: ["memory"],
          summary: "Accept with a correction: fields of the fact, or a name and type",
          params: Params,
          body: Edit,
        },
      },
      async (request) => review.accept(request.userId, request.params.id, request.body),
    );

    app.patch(
      "/memory/entities/:id",
      {
        schema: {
          tags: ["memory"],
          summary: "Correct what a thing is called and what it is; taken back by undoing the run",
          params: z.object({ id: Id }),
          body: EntityPatchBody,
        },
      },
      async (request) => review.correctEntity(request.userId, request.params.id, request.body),
    );

    app.post(
      "/memory/entities/:id/merge",
      {
        schema: {
          tags: ["memory"],
          summary: "Two entities are one; split again by undoing the run",
          params: z.object({ id: Id }),
          body: z.strictObject({ into: Id.describe("id of the other one") }),
        },
      },
      async (request) => review.merge(request.userId, request.params.id, request.body.into),
    );
  };
}

export async function reviewItemView(user: UserStore, item: ReviewItem) {
  if (item.kind === "dispute") {
    const [fact, ...against] = await factViews(user, [item.fact, ...item.against]);
    return { ...item, fact, against };
  }
  if (item.kind === "forget") return item;
  if (item.kind === "closing") {
    const [fact, news = null] = await factViews(user, [
      item.fact,
      ...(item.news === null ? [] : [item.news]),
    ]);
    return { ...item, fact, news };
  }
  if (item.kind === "inferred") return { ...item, facts: await factViews(user, item.facts) };
  const entities = await Promise.all(
    item.entities.map(async ({ entity, facts }) => ({ ...entity, facts: await factViews(user, facts) })),
  );
  return { ...item, entities };
}
