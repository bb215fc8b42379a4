import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { invalidField } from "../../errors.ts";
import { ScheduledJob } from "../../services/maintenance/schedule.ts";
import type { RouteContext } from "../context.ts";
import { Id } from "../schemas.ts";
import { pageOf } from "../view-schemas.ts";
import { needs } from "../contract.ts";

const Paused = z.strictObject({
  paused: z.boolean().describe("`true` lets the times go by until `false`; they are not made up for"),
});

const ScheduledJobView = ScheduledJob.meta({ id: "ScheduledJob" });
const Listed = pageOf(ScheduledJobView).extend({ paused: z.boolean() });

/** The schedule of jobs. Applies to all users: pausing needs the right `admin`. */
export const scheduleRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, { schedule }) => {
  app.get(
    "/maintenance/schedule",
    needs.read("Jobs, when they are due, and whether they are paused", { 200: Listed }),
    async () => ({ ...(await schedule.list()), nextCursor: null }),
  );

  app.put(
    "/maintenance/schedule",
    needs.admin("Pause or resume all scheduled jobs", { 200: Listed }, { body: Paused }),
    async ({ userId, body }) => {
      await schedule.pause(null, body.paused, userId);
      return { ...(await schedule.list()), nextCursor: null };
    },
  );

  app.put(
    "/maintenance/schedule/:job",
    needs.admin(
      "Pause or resume one scheduled job; a run on demand goes on",
      { 200: ScheduledJobView },
      { params: z.object({ job: Id.describe("a job of `GET /maintenance/schedule`") }), body: Paused },
    ),
    async ({ userId, params, body }) => {
      const { job } = params;
      if (!schedule.isKnown(job)) throw invalidField("job", "there is no such job", "not_found");
      await schedule.pause(job, body.paused, userId);
      const { items } = await schedule.list();
      return items.find((item) => item.job === job);
    },
  );
};
