import { z } from "zod";
import { comingUp, DAYS_MAX } from "../../services/plans/coming-up.ts";
import { FactView, instant, pageOf, precision } from "../view-schemas.ts";
import { comingUpView, onePage } from "../views.ts";
import { count } from "../schemas.ts";
import { routes } from "../route.ts";

const ComingUpView = z
  .object({
    ...FactView.pick({ text: true, status: true }).shape,
    factId: z.string(),
    when: instant.nullable().describe("null for an intention without a date"),
    precision: precision.nullable(),
    daysUntil: z.int().nullable().describe("by your calendar; 0 for today and for a month that has begun"),
    isYearly: z.boolean(),
  })
  .meta({ id: "ComingUp" });

/** What lies ahead. */
export const planRoutes = routes(({ read }, context) => {
  read("GET /memory/coming-up", {
    summary: "What lies ahead: dated plans and changes, birthdays, then intentions without a date",
    querystring: z.object({ days: count(0, DAYS_MAX, 30).describe("how far ahead") }),
    response: { 200: pageOf(ComingUpView) },
    async run({ user, query }) {
      const now = context.engine.clock.now();
      const found = await comingUp(user, { now, days: query.days });
      return onePage(found.map(comingUpView));
    },
  });
});
