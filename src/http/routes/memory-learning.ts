import { z } from "zod";
import { resetRanking } from "../../services/learning/learn.ts";
import { FACTOR_MAX, LearnedRankingSchema } from "../../services/learning/ranking.ts";
import { usefulness } from "../../services/learning/use.ts";
import { Id } from "../schemas.ts";
import { FeedbackView } from "../view-schemas.ts";
import { routes } from "../route.ts";

const Ranking = z
  .object({ ranking: LearnedRankingSchema.nullable(), factorMax: z.number() })
  .meta({ id: "LearnedRanking" });
const Use = z.object({
  usefulness: z.number(),
  lastUsedAt: z.string().nullable(),
  events: z.array(FeedbackView),
});

/** What use taught: the learned ranking, and the feedback it rests on. */
export const learningRoutes = routes(({ read, write }, context) => {
  read("GET /memory/ranking", {
    summary:
      "What your questions taught the ranking: a weight for each part of the score, and how well the memories that were of use rank with it (`learned`) and without (`shipped`), as mean reciprocal rank. No score changes by more than the factor `factorMax`",
    response: { 200: Ranking },
    async run({ user }) {
      const { ranking } = await user.settings();
      return { ranking, factorMax: FACTOR_MAX };
    },
  });

  write("DELETE /memory/ranking", {
    summary: "Return to the shipped ranking; feedback until now no longer teaches it",
    response: { 200: Ranking },
    async run({ user }) {
      const ranking = await resetRanking(user, context.engine.clock.now());
      return { ranking, factorMax: FACTOR_MAX };
    },
  });

  read("GET /memory/feedback/:id", {
    summary:
      "Whether a memory was of use: its newest feedback, and the sum of it from -1 to 1, older events counting less",
    params: z.object({ id: Id.describe("of a fact, an entity, an episode or a community") }),
    response: { 200: Use },
    async run({ user, params }) {
      const events = await user.feedbackOn([params.id]);
      const helped = events.filter(({ helpful }) => helpful).map(({ at }) => at);
      return {
        usefulness: usefulness(events, context.engine.clock.now()),
        lastUsedAt: helped.toSorted().at(-1) ?? null,
        events,
      };
    },
  });
});
