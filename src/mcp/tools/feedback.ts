import { z } from "zod";
import { invalidField } from "../../errors.ts";
import { Id, OutcomeSchema } from "../../http/schemas.ts";
import { rate, recordOutcome } from "../../services/learning/rate.ts";
import { tool } from "../tool.ts";

export const feedback = tool({
  name: "feedback",
  title: "Feedback",
  description:
    "Reports whether a recalled memory helped, or how an attempt ended. Use it when the " +
    "user or a result shows it, not after every recall.",
  right: "write",
  input: z.object({
    id: Id.describe("A recalled memory; with `outcome`, the id of an episode."),
    helpful: z.boolean().optional(),
    turnId: Id.optional().describe("The episode whose question it was recalled for."),
    outcome: OutcomeSchema.optional(),
  }),
  output: z.object({ id: z.string() }),
  async run({ engine, userId }, { id, helpful, turnId, outcome }) {
    if (helpful === undefined && outcome === undefined) throw invalidField("helpful", "or outcome is needed");
    if (helpful !== undefined) await rate(engine, userId, { id, helpful, turnId });
    if (outcome !== undefined) await recordOutcome(engine, userId, { id, outcome });
    return { data: { id } };
  },
});
