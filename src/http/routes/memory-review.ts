import { z } from "zod";
import { Decided, DECISIONS } from "../../services/review/index.ts";
import type { ReviewItem } from "../../services/review/queue.ts";
import { reviewItems } from "../../services/review/queue.ts";
import { ById, ExternalKeySchema, FactEdit, Id, NAME_CHARS_MAX, PageQuery, personText } from "../schemas.ts";
import { EntityView, FactView, instant, pageOf, TurnView } from "../view-schemas.ts";
import { typesOf } from "../../store/fields.ts";
import { REVIEW } from "../../store/schema.ts";
import { factViewer, factViews } from "../views.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { routes } from "../route.ts";

/** An item's id holds two ids. */
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
    externalKeys: z
      .array(ExternalKeySchema)
      .max(ALIASES_MAX)
      .describe("its ids in other systems, in the place of those it has"),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, "names nothing to change");

const Decision = Decided.meta({ id: "Decision" });

const IDS_MAX = 200;
const Corrected = z.object({ entity: EntityView, runId: z.string().nullable() });

const ReviewRecord = z.object(typesOf(REVIEW));
const asked = {
  id: true,
  state: true,
  reason: true,
  at: true,
  decidedAt: true,
  decidedBy: true,
  runId: true,
} as const;
const Asked = ReviewRecord.pick(asked);

const ReviewItemView = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("dispute"),
      id: z.string(),
      state: z.literal("open"),
      at: instant,
      fact: FactView.describe("said last"),
      against: z.array(FactView),
    }),
    Asked.extend({
      kind: z.literal("merge"),
      entities: z.array(EntityView.extend({ facts: z.array(FactView) })),
    }),
    Asked.extend({
      kind: z.literal("inferred"),
      text: z.string().nullable(),
      predicate: z.string().nullable(),
      entities: z.array(EntityView),
      facts: z.array(FactView).describe("what it follows from"),
    }),
    Asked.omit({ reason: true, runId: true }).extend({
      kind: z.literal("forget"),
      sure: z.boolean().describe("false for what your words could mean too: it is not hidden"),
      text: z.string(),
      askedIn: z.string().describe("id of the turn that asked"),
    }),
    Asked.extend({ kind: z.literal("closing"), fact: FactView, news: FactView.nullable() }),
    Asked.extend({
      kind: z.literal("insight"),
      text: z.string(),
      confidence: z.number().describe("0-1, a lower bound from counts"),
      facts: z.array(FactView).describe("what it rests on"),
      turns: z.array(TurnView.pick({ id: true, conversationId: true, userMessage: true, occurredAt: true })),
    }),
  ])
  .meta({ id: "ReviewItem" });

/** Items for the owner to decide: contradictory statements, entities that may be the same, what would follow, insights. */
export const reviewRoutes = routes(({ read, write }, context) => {
  const { review } = context.engine;
  read("GET /memory/review", {
    summary: "What waits for a decision of yours, with the evidence",
    querystring: PageQuery.extend({
      kind: z.enum(["dispute", "closing", "merge", "inferred", "insight", "forget"]).optional(),
      state: z
        .enum(["open", "accepted", "rejected"])
        .default("open")
        .describe("`accepted` and `rejected`: what was decided, disputes excepted"),
    }),
    response: { 200: pageOf(ReviewItemView) },
    async run({ user, query }) {
      const { items, nextCursor } = await reviewItems(user, query, context.engine.clock.now());
      return { items: await Promise.all(items.map((item) => reviewItemView(user, item))), nextCursor };
    },
  });

  write("POST /memory/review/decide", {
    summary: "Decide many of them alike, in one run that can be undone",
    body: z.strictObject({
      ids: z.array(Params.shape.id).min(1).max(IDS_MAX).describe("each is decided once"),
      decision: z.enum(DECISIONS),
    }),
    response: {
      200: z.object({
        runId: z.string(),
        left: z
          .array(z.object({ id: z.string(), code: z.string() }))
          .describe("not decided, and why; what is to be forgotten is decided alone"),
      }),
    },
    run: async ({ userId, body }) => review.decideAll(userId, [...new Set(body.ids)], body.decision),
  });

  write("POST /memory/review/:id/accept", {
    summary: "This statement holds; these two are one; it is so",
    params: Params,
    response: { 200: Decision },
    run: async ({ userId, params }) => review.accept(userId, params.id),
  });

  write("POST /memory/review/:id/reject", {
    summary: "This statement goes; these two are two; it is not so",
    params: Params,
    response: { 200: Decision },
    run: async ({ userId, params }) => review.reject(userId, params.id),
  });

  write("POST /memory/review/:id/edit", {
    summary: "Accept with a correction: fields of the fact, or a name and type",
    params: Params,
    body: Edit,
    response: { 200: Decision },
    run: async ({ userId, params, body }) => review.accept(userId, params.id, body),
  });

  write("PATCH /memory/entities/:id", {
    summary: "Correct what a thing is called and what it is; taken back by undoing the run",
    params: ById,
    body: EntityPatchBody,
    response: { 200: Corrected.extend({ runId: z.string() }) },
    run: async ({ userId, params, body }) => review.correctEntity(userId, params.id, body),
  });

  write("POST /memory/entities/:id/merge", {
    summary: "Two entities are one; split again by undoing the run",
    params: ById,
    body: z.strictObject({ into: Id.describe("id of the other one") }),
    response: { 200: Corrected },
    run: async ({ userId, params, body }) => review.merge(userId, params.id, body.into),
  });
});

async function reviewItemView(user: UserStore, item: ReviewItem) {
  if (item.kind === "dispute") {
    const view = await factViewer(user, [item.fact, ...item.against]);
    return { ...item, fact: view(item.fact), against: item.against.map(view) };
  }
  if (item.kind === "forget") return item;
  if (item.kind === "closing") {
    const view = await factViewer(user, [item.fact, item.news ?? []].flat());
    return { ...item, fact: view(item.fact), news: item.news && view(item.news) };
  }
  if (item.kind === "inferred" || item.kind === "insight")
    return { ...item, facts: await factViews(user, item.facts) };
  const entities = await Promise.all(
    item.entities.map(async ({ entity, facts }) => ({ ...entity, facts: await factViews(user, facts) })),
  );
  return { ...item, entities };
}
