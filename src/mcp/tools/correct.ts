import { z } from "zod";
import { Id, NAME_CHARS_MAX, personText } from "../../http/schemas.ts";
import { invalidField, refuseFields } from "../../errors.ts";
import { tool } from "../tool.ts";
import { entityTold, factTeller } from "./facts.ts";
import { EntityOutput, FactOutput, When } from "./schemas.ts";

const TEXT_CHARS_MAX = 1000;
const ALIASES_MAX = 20;

export const correct = tool({
  name: "correct",
  title: "Correct",
  description:
    "Corrects one fact (its sentence, its object, since when or until when it is true) or one person or thing (name, type, " +
    "other names). Only with the user's own words; find the id with facts or entities. The old state stays in the " +
    "history, and can be restored.",
  right: "write",
  input: z.object({
    factId: Id.optional(),
    text: personText(TEXT_CHARS_MAX).optional().describe("The corrected sentence of the fact."),
    object: personText(NAME_CHARS_MAX)
      .optional()
      .describe("What the fact is about at its far end: a name or value."),
    trueFrom: When.optional().describe("ISO date or time since when the fact is true."),
    trueUntil: When.optional().describe("ISO date or time until when it was."),
    entityId: Id.optional().describe("A person or thing, in place of a fact."),
    name: personText(NAME_CHARS_MAX).optional(),
    type: personText(NAME_CHARS_MAX).optional().describe("For example person, place, project."),
    aliases: z
      .array(personText(NAME_CHARS_MAX))
      .max(ALIASES_MAX)
      .optional()
      .describe("All other names, in place of those it has."),
  }),
  output: z.object({ fact: FactOutput.optional(), entity: EntityOutput.optional() }),
  async run({ engine, user, userId }, asked) {
    const { factId, entityId, text, object, trueFrom, trueUntil, ...ofEntity } = asked;
    const ofFact = { text, object, validAt: trueFrom, invalidAt: trueUntil };
    if ((factId === undefined) === (entityId === undefined))
      throw invalidField("factId", "name exactly one of factId, entityId");
    if (factId !== undefined) {
      refuseFields(ofEntity, "is not known of a fact");
      const fact = await engine.review.correctFact(userId, factId, stated(ofFact));
      return { data: { fact: (await factTeller(user))(fact) } };
    }
    refuseFields({ text, object, trueFrom, trueUntil }, "is not known of a person or thing");
    const { entity } = await engine.review.correctEntity(userId, entityId ?? "", stated(ofEntity));
    return { data: { entity: entityTold(entity) } };
  },
});

/** The fields that were given. */
function stated<T extends object>(fields: T): T {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) throw invalidField("text", "names nothing to correct");
  return Object.fromEntries(given) as T;
}
