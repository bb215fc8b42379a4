import { z } from "zod";
import { notFound, EngramError } from "../../errors.ts";
import type { DeadLetter } from "../../ports/job-queue.ts";
import { ById, count } from "../schemas.ts";
import { instant, pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { routes } from "../route.ts";
import { typesOf } from "../../store/fields.ts";
import { AUDIT } from "../../store/schema.ts";
import { AUDITS_MAX } from "../../services/audit.ts";

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

const Sent = z.object({ channel: z.string(), error: z.string().nullable().describe("why it was not sent") });

/** What the operator of the service looks after: jobs that failed for good, notices, and the record of acts. */
export const operationRoutes = routes(({ read, admin }, { engine, notifier }) => {
  const { queue } = engine;
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

  read("GET /maintenance/notifications", {
    summary: "Ways reports and alerts are sent by",
    response: {
      200: z.object({ channels: z.array(z.string()).readonly() }),
    },
    run: async () => ({ channels: notifier.channels }),
  });

  admin("POST /maintenance/notifications/test", {
    summary: "Send a test by every channel, once",
    response: { 200: z.object({ items: z.array(Sent) }) },
    async run() {
      if (notifier.channels.length === 0)
        throw new EngramError(
          "not_implemented",
          "No channel is set up: set NOTIFY_WEBHOOK_URL, or SMTP_URL with ALERT_EMAIL",
        );
      const items = await notifier.test({
        id: engine.newId(),
        kind: "test",
        subject: "Engram: a test",
        text: "Reports and alerts of your Engram will arrive like this.\n",
        data: {},
      });
      return { items };
    },
  });

  admin("GET /maintenance/audit", {
    summary: "Administrative acts, newest first; needs the right admin",
    querystring: z.object({
      limit: count(1, AUDITS_MAX, 50).describe("rows at most; older ones are kept"),
    }),
    response: { 200: pageOf(z.object(typesOf(AUDIT)).meta({ id: "AuditRecord" })) },
    run: async ({ userId, query }) => onePage(await engine.store.system.audits(userId, query.limit)),
  });
});

function viewOf({ id, name, payload: { conversationId }, code, attempts, failedAt }: DeadLetter) {
  return { id, job: name, conversationId, code, attempts, failedAt };
}
