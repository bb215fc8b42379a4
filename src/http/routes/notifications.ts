import { z } from "zod";
import { EngramError } from "../../errors.ts";
import { routes } from "../route.ts";

const Sent = z.object({ channel: z.string(), error: z.string().nullable().describe("why it was not sent") });

/** How the owner receives reports and alerts, and whether it works. */
export const notificationRoutes = routes(({ read, admin }, { engine, notifier }) => {
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
});
