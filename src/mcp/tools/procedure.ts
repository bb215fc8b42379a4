import { z } from "zod";
import { Id, OutcomeReport, ProcedureBody } from "../../http/schemas.ts";
import { procedures, reportOutcome, saveProcedure } from "../../services/procedures.ts";
import { invalidField } from "../../errors.ts";
import { tool } from "../tool.ts";
import { Cursor, NextCursor } from "./schemas.ts";

const LISTED_MAX = 50;
const { name, steps } = ProcedureBody;
const { outcome, note } = OutcomeReport;

export const procedure = tool({
  name: "procedure",
  title: "How-tos",
  description:
    "How-tos with steps and how often they worked: save, list, or report how a use ended; recall finds them.",
  right: "write",
  additive: true,
  input: z.object({
    action: z.enum(["save", "list", "report"]),
    name: name.optional(),
    steps: steps.optional(),
    id: Id.optional(),
    outcome: outcome.optional(),
    note: note.describe("The user's words."),
    cursor: Cursor,
  }),
  output: z.object({
    procedures: z.array(z.looseObject({ id: z.string(), name: z.string(), steps: z.array(z.string()) })),
    nextCursor: NextCursor,
  }),
  async run({ engine, user, userId }, { action, ...asked }) {
    if (action === "list") {
      const { items, nextCursor } = await procedures(user, { cursor: asked.cursor, limit: LISTED_MAX });
      return { data: { procedures: items, nextCursor } };
    }
    const one =
      action === "save"
        ? await saveProcedure(engine, userId, {
            name: needed("name", asked.name),
            steps: needed("steps", asked.steps),
            tags: [],
          })
        : await reportOutcome(engine, userId, {
            id: needed("id", asked.id),
            outcome: needed("outcome", asked.outcome),
            note: asked.note,
          });
    return { data: { procedures: [one], nextCursor: null } };
  },
});

function needed<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw invalidField(field, "is needed for this action");
  return value;
}
