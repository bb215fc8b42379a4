import { z } from "zod";
import { existing, invalidField } from "../../errors.ts";
import { ScheduledJob } from "../../services/maintenance/schedule.ts";
import { Id } from "../schemas.ts";
import { pageOf } from "../view-schemas.ts";
import { routes } from "../route.ts";

const Paused = z.strictObject({
  paused: z.boolean().describe("`true` lets the times go by until `false`; they are not made up for"),
});

const ScheduledJobView = ScheduledJob.meta({ id: "ScheduledJob" });
const Listed = pageOf(ScheduledJobView).extend({ paused: z.boolean() });

/** The schedule of jobs. Applies to all users: pausing needs the right `admin`. */
export const scheduleRoutes = routes(({ read, admin }, { schedule }) => {
  read("GET /maintenance/schedule", {
    summary: "Jobs, when they are due, and whether they are paused",
    response: { 200: Listed },
    run: async () => ({ ...(await schedule.list()), nextCursor: null }),
  });

  admin("PUT /maintenance/schedule", {
    summary: "Pause or resume all scheduled jobs",
    body: Paused,
    response: { 200: Listed },
    async run({ userId, body }) {
      await schedule.pause(null, body.paused, userId);
      return { ...(await schedule.list()), nextCursor: null };
    },
  });

  admin("PUT /maintenance/schedule/:job", {
    summary: "Pause or resume one scheduled job; a run on demand goes on",
    params: z.object({ job: Id.describe("a job of `GET /maintenance/schedule`") }),
    body: Paused,
    response: { 200: ScheduledJobView },
    async run({ userId, params, body }) {
      const { job } = params;
      if (!schedule.isKnown(job)) throw invalidField("job", "there is no such job", "not_found");
      await schedule.pause(job, body.paused, userId);
      const { items } = await schedule.list();
      return existing(
        items.find((item) => item.job === job),
        "job",
      );
    },
  });
});
