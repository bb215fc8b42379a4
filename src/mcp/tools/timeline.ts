import { z } from "zod";
import { invalidField } from "../../errors.ts";
import { intervalOf } from "../../http/schemas.ts";
import { clip } from "../../language/text.ts";
import { historyOf, timeline as momentsOf } from "../../services/timeline.ts";
import { tool } from "../tool.ts";
import { factTeller } from "./facts.ts";
import { namedEntity } from "../../services/named-entity.ts";
import { Cursor, EntityName, FactOutput, limit, NextCursor, When } from "./schemas.ts";

/** Longest turn returned, characters. */
const TURN_MAX = 600;

export const timeline = tool({
  name: "timeline",
  title: "Timeline",
  description:
    "What was said when, newest first, with the facts that were learned from it. With `entity` instead: all that was ever " +
    "true of that person or thing, in the order in which it began, with what it was replaced by.",
  right: "read",
  input: z.object({
    from: When.optional().describe("ISO date or time; without it, from the beginning."),
    to: When.optional().describe("Only before then."),
    entity: EntityName,
    limit: limit(20),
    cursor: Cursor,
  }),
  output: z.object({
    turns: z.array(z.looseObject({ at: z.string(), episodeId: z.string(), said: z.string() })).optional(),
    nextCursor: NextCursor.optional(),
    entity: z.looseObject({ id: z.string(), name: z.string() }).optional(),
    facts: z.array(FactOutput).optional(),
  }),
  async run({ user }, { from, to, entity, limit, cursor }) {
    if (entity !== undefined) {
      if (from !== undefined || to !== undefined)
        throw invalidField("entity", "stands alone: its whole history is told");
      const about = await namedEntity(user, "entity", entity);
      const facts = await historyOf(user, about.id, limit);
      const told = facts.map(await factTeller(user));
      return { data: { entity: { id: about.id, name: about.name }, facts: told } };
    }
    const { items, nextCursor } = await momentsOf(user, {
      occurred: intervalOf(from, to) ?? {},
      limit,
      cursor,
    });
    return {
      data: {
        turns: items.map(({ episode, facts }) => ({
          at: episode.occurredAt,
          episodeId: episode.id,
          conversationId: episode.conversationId,
          by: episode.speaker ?? "user",
          said: clip(episode.userMessage, TURN_MAX),
          ...(episode.assistantReply ? { answered: clip(episode.assistantReply, TURN_MAX) } : {}),
          facts: facts.map(({ id, text, status }) => ({ id, text, status })),
        })),
        nextCursor,
      },
    };
  },
});
