import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { EngramError } from "../../errors.ts";
import type { RouteContext } from "../context.ts";
import { needs } from "../contract.ts";

const Sent = z.object({ channel: z.string(), error: z.string().nullable().describe("why it was not sent") });

/** How the owner receives reports and alerts, and whether it works. */
export const notificationRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, { engine, notifier }) => {
  app.get(
    "/maintenance/notifications",
    needs.read("Ways reports and alerts are sent by", {
      200: z.object({ channels: z.array(z.string()).readonly() }),
    }),
    async () => ({ channels: notifier.channels }),
  );

  app.post(
    "/maintenance/notifications/test",
    needs.admin("Send a test by every channel, once", { 200: z.object({ items: z.array(Sent) }) }),
    async () => {
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
  );
};
