import { z } from "zod";
import { splitSources, type Trace } from "../../domain/model/trace.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { existing, notFound } from "../../errors.ts";
import { recordOutcome } from "../../services/learning/rate.ts";
import { remember } from "../../services/remember.ts";
import { rootEntity } from "../../services/review/merge.ts";
import { historyOf, timeline } from "../../services/timeline.ts";
import { withoutNulls } from "../absent.ts";
import {
  ById,
  ContextFields,
  Id,
  OutcomeSchema,
  PageQuery,
  WhenSchema,
  intervalOf,
  personText,
} from "../schemas.ts";
import {
  EpisodeView,
  FactView,
  MentionView,
  NotedView,
  pageOf,
  PassView,
  TurnView,
} from "../view-schemas.ts";
import { answeredViews, episodeView, factViewer, factViews, mentionViews, notedView } from "../views.ts";
import { routes } from "../route.ts";

/** Longest text of one episode that does not come from chat, characters. */
const TEXT_CHARS_MAX = 200_000;

/** Facts in an entity's history. */
const HISTORY_MAX = 500;
/** Facts supported by one episode. */
const FACTS_MAX = 500;

const NewEpisodeBody = z.strictObject({
  text: personText(TEXT_CHARS_MAX).describe("what was said"),
  speaker: personText(200).optional().describe("who said it, when it was not the user"),
  occurredAt: WhenSchema.optional().describe("when it was said; without it, or in the future, now"),
  conversationId: Id.optional().describe("of an existing one; without it a new one begins"),
  source: z.enum(["api", "import", "document"]).default("api"),
  externalId: Id.optional().describe("your own id; the same one is stored once"),
  ...ContextFields,
});

const Remembered = EpisodeView.extend({ episodeId: z.string() });
const Count = z.object({ count: z.int() });
const EpisodeDetail = EpisodeView.extend({
  factIds: z.array(z.string()),
  noted: z.array(NotedView).describe("the same facts in words"),
  entities: z.array(MentionView),
  passes: z.array(PassView),
}).meta({ id: "EpisodeDetail" });

export const episodeRoutes = routes(({ read, write }, context) => {
  write("POST /memory/episodes", {
    summary: "Remember something that was said elsewhere; extracted in the background",
    body: z.preprocess(withoutNulls, NewEpisodeBody),
    response: { 200: Remembered, 201: Remembered },
    async run({ userId, body }, reply) {
      const { episode, isNew } = await remember(context.engine, userId, body);
      if (isNew) reply.code(201);
      return { ...episodeView(episode), recalled: [], episodeId: episode.id };
    },
  });

  read("GET /memory/episodes", {
    summary:
      "Episodes, newest first; or those whose extraction waits, is retried or failed, or whose verification failed, with the reason; or those about which a reasoning of the model looked suspicious",
    querystring: PageQuery.extend({
      conversationId: Id.optional(),
      extraction: z
        .enum(["pending", "retrying", "failed"])
        .optional()
        .describe(
          "turns that are still to be extracted: `pending` waits, `retrying` waits and an attempt failed, `failed` is set aside after its last attempt",
        ),
      verification: z
        .literal("failed")
        .optional()
        .describe("those that the model failed at while it verified them"),
      suspicious: z
        .stringbool()
        .optional()
        .describe(
          "`true`: those about which the model, reading or voting, thought doubtfully: it hedged, contradicted itself or gave no grounds",
        ),
    }),
    response: { 200: pageOf(EpisodeView) },
    async run({ user, query }) {
      const page = await user.episodePage(query);
      const items = await answeredViews(user, page.items, context.engine.clock.now());
      return { items, nextCursor: page.nextCursor };
    },
  });

  write("PUT /memory/episodes/:id/outcome", {
    summary: "Say how something that was tried ended: what was recalled for it is credited",
    params: ById,
    body: z.strictObject({ outcome: OutcomeSchema }),
    response: { 200: EpisodeView },
    async run({ user, userId, params, body }) {
      const asked = { ...params, ...body };
      const episode = await recordOutcome(context.engine, userId, asked);
      const [view] = await answeredViews(user, [episode], context.engine.clock.now());
      if (view === undefined) throw notFound("episode");
      return view;
    },
  });

  write("POST /memory/episodes/extract", {
    summary: "Extract again all episodes whose extraction failed",
    body: z.strictObject({ state: z.literal("failed") }),
    response: { 202: Count },
    async run({ userId }) {
      const count = await context.engine.extractFailedAgain(userId);
      return { count };
    },
  });

  write("POST /memory/episodes/verify", {
    summary: "Verify again, with the next pass, all episodes that the model failed at",
    body: z.strictObject({ state: z.literal("failed") }),
    response: { 202: Count },
    async run({ userId }) {
      const count = await context.engine.verifyFailedAgain(userId);
      return { count };
    },
  });

  write("POST /memory/episodes/:id/extract", {
    summary: "Extract again one episode whose extraction failed or waits for its next attempt",
    params: ById,
    response: { 202: z.object({ id: z.string() }) },
    async run({ userId, params }) {
      const { id } = params;
      await context.engine.extractAgain(userId, id);
      return { id };
    },
  });

  read("GET /memory/timeline", {
    summary: "What was said when, newest first, with the facts that rest on it",
    querystring: PageQuery.extend({
      from: WhenSchema.optional().describe("what was said since"),
      to: WhenSchema.optional().describe("what was said before"),
    }),
    response: { 200: pageOf(TurnView.extend({ facts: z.array(FactView) })) },
    async run({ user, query }) {
      const { from, to, ...page } = query;
      const { items, nextCursor } = await timeline(user, { occurred: intervalOf(from, to) ?? {}, ...page });
      const view = await factViewer(
        user,
        items.flatMap((moment) => moment.facts),
      );
      return {
        items: items.map(({ episode, facts: resting }) => ({
          ...episodeView(episode),
          facts: resting.map(view),
        })),
        nextCursor,
      };
    },
  });

  read("GET /memory/entities/:id/history", {
    summary: "All that was ever true of one entity, in the order in which it began",
    params: ById,
    response: { 200: z.object({ items: z.array(FactView) }) },
    async run({ user, params }) {
      const entity = existing(await rootEntity(user, params.id), "entity");
      return { items: await factViews(user, await historyOf(user, entity.id, HISTORY_MAX)) };
    },
  });

  read("GET /memory/episodes/:id", {
    summary:
      "One episode with what it mentions, the facts that rest on it, those that ended as well, and what the model thought of it",
    params: ById,
    response: { 200: EpisodeDetail },
    async run({ user, params }) {
      const episode = existing(await user.episode(params.id), "episode");
      const [[view], facts, mentions, traces] = await Promise.all([
        answeredViews(user, [episode], context.engine.clock.now()),
        user.facts({ episodeIds: [episode.id], statuses: STATUSES, limit: FACTS_MAX }),
        user.mentions([episode.id]),
        user.traces([episode.id]),
      ]);
      if (!view) throw notFound("episode");
      return {
        ...view,
        factIds: facts.map((fact) => fact.id),
        noted: facts.map(notedView),
        entities: await mentionViews(user, mentions),
        passes: traces.map(passView),
      };
    },
  });
});

/** One extraction of the turn by a model, with its reasoning. */
function passView(trace: Trace) {
  const { episodeId: _, ballots: __, rulings: ___, ...pass } = trace;
  return { ...pass, reasoning: splitSources(trace).reasoning };
}
