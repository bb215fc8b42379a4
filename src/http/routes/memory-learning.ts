import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { resetRanking } from "../../services/learning/learn.ts";
import { FACTOR_MAX, LearnedRankingSchema } from "../../services/learning/ranking.ts";
import { usefulness } from "../../services/learning/use.ts";
import { Id } from "../schemas.ts";
import type { RouteContext } from "../context.ts";
import { FeedbackView } from "../view-schemas.ts";
import { needs } from "../contract.ts";

const Ranking = z
  .object({ ranking: LearnedRankingSchema.nullable(), factorMax: z.number() })
  .meta({ id: "LearnedRanking" });
const Use = z.object({
  usefulness: z.number(),
  lastUsedAt: z.string().nullable(),
  events: z.array(FeedbackView),
});

/** What use taught: the learned ranking, and the feedback it rests on. */
export const learningRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  app.get(
    "/memory/ranking",
    needs.read(
      "What your questions taught the ranking: a weight for each part of the score, and how well the memories that were of use rank with it (`learned`) and without (`shipped`), as mean reciprocal rank. No score changes by more than the factor `factorMax`",
      { 200: Ranking },
    ),
    async ({ user }) => {
      const { ranking } = await user.settings();
      return { ranking, factorMax: FACTOR_MAX };
    },
  );

  app.delete(
    "/memory/ranking",
    needs.write("Return to the shipped ranking; feedback until now no longer teaches it", { 200: Ranking }),
    async ({ user }) => {
      const ranking = await resetRanking(user, context.engine.clock.now());
      return { ranking, factorMax: FACTOR_MAX };
    },
  );

  app.get(
    "/memory/feedback/:id",
    needs.read(
      "Whether a memory was of use: its newest feedback, and the sum of it from -1 to 1, older events counting less",
      { 200: Use },
      { params: z.object({ id: Id.describe("of a fact, an entity, an episode or a community") }) },
    ),
    async ({ user, params }) => {
      const events = await user.feedbackOn([params.id]);
      const helped = events.filter(({ helpful }) => helpful).map(({ at }) => at);
      return {
        usefulness: usefulness(events, context.engine.clock.now()),
        lastUsedAt: helped.toSorted().at(-1) ?? null,
        events,
      };
    },
  );
};
