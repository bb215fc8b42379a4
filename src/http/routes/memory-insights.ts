import { z } from "zod";
import { namedEntity } from "../../services/named-entity.ts";
import { Id, count } from "../schemas.ts";
import { CommunityView, FactView, NameView, NotedView, instant, pageOf, precision } from "../view-schemas.ts";
import { communityViewer, factViewer, nameOf, notedView, comingUpView, onePage } from "../views.ts";
import { routes } from "../route.ts";
import { portraitOf, PortraitText } from "../../services/portraits/portrait.ts";
import { comingUp, DAYS_MAX } from "../../services/plans/coming-up.ts";

const TOPICS = 10;
const PATHS_MAX = 20;

const named = (what: string) =>
  Id.describe(`${what}: its id, its name, or \`user\`. A name that several bear is refused with their ids`);

const Scored = NameView.extend({ score: z.number() });
const Group = z.object({ size: z.int(), members: z.array(NameView).describe("those linked most") });
const Pattern = z.object({
  pattern: z.string().describe("for example `(person)-[WORKS_AT]->(company)`"),
  shape: z.enum(["link", "chain", "triangle"]),
  count: z.int(),
  example: z.array(NotedView),
});

const InsightsView = z
  .object({
    things: z.int(),
    facts: z.int().describe("those that link two things, or one and the user"),
    important: z.array(Scored).describe("by personalised PageRank"),
    bridges: z
      .array(Scored)
      .describe("by the share of shortest ways between two others that lead through it"),
    cutPoints: z.array(Scored).describe("`score` others are no longer linked to the rest without it"),
    cutLinks: z.array(z.object({ fact: NotedView, score: z.int() })).describe("facts of that kind"),
    groups: z.int().describe("sets of linked things with no link between them"),
    largest: z.array(Group),
    patterns: z
      .array(Pattern)
      .describe("kinds of links, most frequent first: one, two in a row, three in a ring"),
    topics: z.array(CommunityView),
  })
  .meta({ id: "GraphInsights" });

const PathsView = z
  .object({
    from: NameView,
    to: NameView,
    distance: z.int().nullable().describe("links of the shortest way; null: nothing connects them"),
    paths: z
      .array(z.array(FactView))
      .describe("shortest first, at most six facts long; through the user only if there is no other"),
  })
  .meta({ id: "GraphPaths" });

const PortraitView = PortraitText.extend({ entity: NameView }).meta({ id: "Portrait" });

const ComingUpView = z
  .object({
    ...FactView.pick({ text: true, status: true }).shape,
    factId: z.string(),
    when: instant.nullable().describe("null for an intention without a date"),
    precision: precision.nullable(),
    daysUntil: z.int().nullable().describe("by your calendar; 0 for today and for a month that has begun"),
    isYearly: z.boolean(),
  })
  .meta({ id: "ComingUp" });

/** What memory as a whole says: the shape of its graph, a portrait of someone, what lies ahead. */
export const insightRoutes = routes(({ read }, { engine }) => {
  read("GET /memory/graph/insights", {
    summary: "The shape of the graph: what is important, what links the rest, what occurs often",
    querystring: z.object({
      entity: named("what is important seen from this one instead of from the user").optional(),
    }),
    response: { 200: InsightsView },
    async run({ user, query }) {
      const { entity } = query;
      const center = entity === undefined ? null : await namedEntity(user, "entity", entity);
      const { important, bridges, cutPoints, cutLinks, largest, patterns, ...counts } =
        await engine.graph.insights(user);
      const ranked =
        center === null || center.isSelf ? important : await engine.graph.around(user, center.id);
      const topics = await user.communityPage({ limit: TOPICS });
      return {
        ...counts,
        important: ranked.map(scoredView),
        bridges: bridges.map(scoredView),
        cutPoints: cutPoints.map(scoredView),
        cutLinks: cutLinks.map(({ fact, score }) => ({ fact: notedView(fact), score })),
        largest: largest.map(({ size, members }) => ({ size, members: members.map(nameOf) })),
        patterns: patterns.map(({ example, ...pattern }) => ({
          ...pattern,
          example: example.map(notedView),
        })),
        topics: topics.items.map(await communityViewer(user, topics.items)),
      };
    },
  });

  read("GET /memory/graph/paths", {
    summary: "How two things are connected: the facts on the ways from one to the other",
    querystring: z.object({
      from: named("one end"),
      to: named("the other end"),
      limit: count(1, PATHS_MAX, 5).describe("paths at most"),
    }),
    response: { 200: PathsView },
    async run({ user, query }) {
      const { limit } = query;
      const from = await namedEntity(user, "from", query.from);
      const to = await namedEntity(user, "to", query.to);
      const { distance, paths } = await engine.graph.paths(user, { from: from.id, to: to.id }, limit);
      const view = await factViewer(user, paths.flat());
      return { from: nameOf(from), to: nameOf(to), distance, paths: paths.map((path) => path.map(view)) };
    },
  });

  read("GET /memory/portrait", {
    summary:
      "What is known about you, or about one entity, as prose: each sentence with the verified facts it states",
    querystring: z.object({ entity: Id.default("user").describe("its id or its name, or `user`") }),
    response: { 200: PortraitView },
    async run({ user, query }) {
      const entity = await namedEntity(user, "entity", query.entity);
      return { entity: nameOf(entity), ...(await portraitOf(user, entity, engine.clock.now())) };
    },
  });

  read("GET /memory/coming-up", {
    summary: "What lies ahead: dated plans and changes, birthdays, then intentions without a date",
    querystring: z.object({ days: count(0, DAYS_MAX, 30).describe("how far ahead") }),
    response: { 200: pageOf(ComingUpView) },
    async run({ user, query }) {
      const now = engine.clock.now();
      const found = await comingUp(user, { now, days: query.days });
      return onePage(found.map(comingUpView));
    },
  });
});

function scoredView({ entity, score }: { entity: Parameters<typeof nameOf>[0]; score: number }) {
  return { ...nameOf(entity), score };
}
