import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { splitSources, type Trace } from "../../domain/model/trace.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { existing, notFound } from "../../errors.ts";
import { recordOutcome } from "../../services/learning/rate.ts";
import { remember } from "../../services/remember.ts";
import { rootEntity } from "../../services/review/merge.ts";
import { historyOf, timeline } from "../../services/timeline.ts";
import { withoutNulls } from "../absent.ts";
import type { RouteContext } from "../context.ts";
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
import { EpisodeView, FactView, MentionView, pageOf, PassView, TurnView } from "../view-schemas.ts";
import { answeredViews, episodeView, factViewer, factViews, mentionViews } from "../views.ts";
import { needs } from "../contract.ts";

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
  entities: z.array(MentionView),
  passes: z.array(PassView),
}).meta({ id: "EpisodeDetail" });

export const episodeRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  app.post(
    "/memory/episodes",
    needs.write(
      "Remember something that was said elsewhere; extracted in the background",
      { 200: Remembered, 201: Remembered },
      { body: z.preprocess(withoutNulls, NewEpisodeBody) },
    ),
    async ({ userId, body }, reply) => {
      const { speaker, occurredAt, conversationId, externalId, ...given } = body;
      const { episode, isNew } = await remember(context.engine, userId, {
        ...given,
        speaker: speaker ?? null,
        occurredAt: occurredAt ?? null,
        conversationId: conversationId ?? null,
        externalId: externalId ?? null,
      });
      return reply
        .code(isNew ? 201 : 200)
        .send({ ...episodeView(episode), recalled: [], episodeId: episode.id });
    },
  );

  app.get(
    "/memory/episodes",
    needs.read(
      "Episodes, newest first; or those whose extraction waits, is retried or failed, or whose verification failed, with the reason; or those about which a reasoning of the model looked suspicious",
      { 200: pageOf(EpisodeView) },
      {
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
      },
    ),
    async ({ user, query }) => {
      const page = await user.episodePage(query);
      const items = await answeredViews(user, page.items, context.engine.clock.now());
      return { items, nextCursor: page.nextCursor };
    },
  );

  app.put(
    "/memory/episodes/:id/outcome",
    needs.write(
      "Say how something that was tried ended: what was recalled for it is credited",
      { 200: EpisodeView },
      { params: ById, body: z.strictObject({ outcome: OutcomeSchema }) },
    ),
    async ({ user, userId, params, body }) => {
      const asked = { ...params, ...body };
      const episode = await recordOutcome(context.engine, userId, asked);
      const [view] = await answeredViews(user, [episode], context.engine.clock.now());
      if (view === undefined) throw notFound("episode");
      return view;
    },
  );

  app.post(
    "/memory/episodes/extract",
    needs.write(
      "Extract again all episodes whose extraction failed",
      { 202: Count },
      { body: z.strictObject({ state: z.literal("failed") }) },
    ),
    async ({ userId }, reply) => {
      const count = await context.engine.extractFailedAgain(userId);
      return reply.code(202).send({ count });
    },
  );

  app.post(
    "/memory/episodes/verify",
    needs.write(
      "Verify again, with the next pass, all episodes that the model failed at",
      { 202: Count },
      { body: z.strictObject({ state: z.literal("failed") }) },
    ),
    async ({ userId }, reply) => {
      const count = await context.engine.verifyFailedAgain(userId);
      return reply.code(202).send({ count });
    },
  );

  app.post(
    "/memory/episodes/:id/extract",
    needs.write(
      "Extract again one episode whose extraction failed or waits for its next attempt",
      { 202: z.object({ id: z.string() }) },
      { params: ById },
    ),
    async ({ userId, params }, reply) => {
      const { id } = params;
      await context.engine.extractAgain(userId, id);
      return reply.code(202).send({ id });
    },
  );

  app.get(
    "/memory/timeline",
    needs.read(
      "What was said when, newest first, with the facts that rest on it",
      { 200: pageOf(TurnView.extend({ facts: z.array(FactView) })) },
      {
        querystring: PageQuery.extend({
          from: WhenSchema.optional().describe("what was said since"),
          to: WhenSchema.optional().describe("what was said before"),
        }),
      },
    ),
    async ({ user, query }) => {
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
  );

  app.get(
    "/memory/entities/:id/history",
    needs.read(
      "All that was ever true of one entity, in the order in which it began",
      { 200: z.object({ items: z.array(FactView) }) },
      { params: ById },
    ),
    async ({ user, params }) => {
      const entity = existing(await rootEntity(user, params.id), "entity");
      return { items: await factViews(user, await historyOf(user, entity.id, HISTORY_MAX)) };
    },
  );

  app.get(
    "/memory/episodes/:id",
    needs.read(
      "One episode with what it mentions, the facts that rest on it, those that ended as well, and what the model thought of it",
      { 200: EpisodeDetail },
      { params: ById },
    ),
    async ({ user, params }) => {
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
        entities: await mentionViews(user, mentions),
        passes: traces.map(passView),
      };
    },
  );
};

/** One extraction of the turn by a model, with its reasoning. */
function passView(trace: Trace) {
  const { episodeId: _, ballots: __, rulings: ___, ...pass } = trace;
  return { ...pass, reasoning: splitSources(trace).reasoning };
}
