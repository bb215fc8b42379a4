import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { notFound } from "../../errors.ts";
import type { DeadLetter } from "../../ports/job-queue.ts";
import type { RouteContext } from "../context.ts";
import { ById } from "../schemas.ts";
import { instant, pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { needs } from "../contract.ts";

const Letter = z
  .object({
    id: z.string(),
    job: z.string(),
    conversationId: z.string().exactOptional(),
    code: z.string(),
    attempts: z.int(),
    failedAt: instant,
  })
  .meta({ id: "DeadLetter" });

/** A user's background jobs that failed for good: codes and ids, and a way to retry them. */
export const deadLetterRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  const { queue } = context.engine;
  const ofUser = async (userId: string): Promise<DeadLetter[]> =>
    (await queue.deadLetters()).filter(({ payload }) => payload.userId === userId);
  app.get(
    "/maintenance/dead-letters",
    needs.read("Background jobs that failed for good, newest first", { 200: pageOf(Letter) }),
    async ({ userId }) => onePage((await ofUser(userId)).map(viewOf)),
  );

  app.post(
    "/maintenance/dead-letters/:id/retry",
    needs.admin("Try a failed job again", { 202: z.object({ id: z.string() }) }, { params: ById }),
    async ({ userId, params: { id } }, reply) => {
      const isOwn = (await ofUser(userId)).some((letter) => letter.id === id);
      if (!isOwn || !(await queue.retry(id))) throw notFound("dead letter");
      return reply.code(202).send({ id });
    },
  );
};

function viewOf({ id, name, payload, code, attempts, failedAt }: DeadLetter) {
  const { conversationId } = payload;
  return {
    id,
    job: name,
    ...(conversationId === undefined ? {} : { conversationId }),
    code,
    attempts,
    failedAt,
  };
}
