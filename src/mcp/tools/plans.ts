import { z } from "zod";
import { comingUpView } from "../../http/views.ts";
import { comingUp as found, DAYS_MAX } from "../../services/plans/coming-up.ts";
import { tool } from "../tool.ts";

export const comingUp = tool({
  name: "coming_up",
  title: "Coming up",
  description:
    'What lies ahead: plans, appointments, birthdays, then undated intentions. "staged" was not checked yet.',
  right: "read",
  input: z.object({
    days: z.number().int().min(0).max(DAYS_MAX).default(30),
  }),
  output: z.object({
    items: z.array(
      z.looseObject({
        factId: z.string(),
        text: z.string(),
        status: z.string(),
        when: z.string().nullable(),
      }),
    ),
  }),
  async run({ engine, user }, { days }) {
    const items = await found(user, { now: engine.clock.now(), days });
    return { data: { items: items.map(comingUpView) } };
  },
});
