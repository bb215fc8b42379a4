import { z } from "zod";
import { notFound } from "../../errors.ts";
import type { DeadLetter } from "../../ports/job-queue.ts";
import { ById } from "../schemas.ts";
import { instant, pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { routes } from "../route.ts";

const Letter = z
  .object({
    id: z.string(),
    job: z.string(),
    conversationId: z.string().optional(),
    code: z.string(),
    attempts: z.int(),
    failedAt: instant,
  })
  .meta({ id: "DeadLetter" });

/** A user's background jobs that failed for good: codes and ids, and a way to retry them. */
export const deadLetterRoutes = routes(({ read, admin }, context) => {
  const { queue } = context.engine;
  const ofUser = async (userId: string): Promise<DeadLetter[]> =>
    (await queue.deadLetters()).filter(({ payload }) => payload.userId === userId);
  read("GET /maintenance/dead-letters", {
    summary: "Background jobs that failed for good, newest first",
    response: { 200: pageOf(Letter) },
    run: async ({ userId }) => onePage((await ofUser(userId)).map(viewOf)),
  });

  admin("POST /maintenance/dead-letters/:id/retry", {
    summary: "Try a failed job again",
    params: ById,
    response: { 202: z.object({ id: z.string() }) },
    async run({ userId, params: { id } }) {
      const isOwn = (await ofUser(userId)).some((letter) => letter.id === id);
      if (!isOwn || !(await queue.retry(id))) throw notFound("dead letter");
      return { id };
    },
  });
});

function viewOf({ id, name, payload: { conversationId }, code, attempts, failedAt }: DeadLetter) {
  return { id, job: name, conversationId, code, attempts, failedAt };
}
