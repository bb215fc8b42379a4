import { z } from "zod";
import type { ForgetTarget } from "../../domain/model/tombstone.ts";
import { Id } from "../../http/schemas.ts";
import { ForgottenView } from "../../http/view-schemas.ts";
import { forgottenView } from "../../http/views.ts";
import { invalidField } from "../../errors.ts";
import { tool } from "../tool.ts";

export const forget = tool({
  name: "forget",
  title: "Forget",
  description:
    "Forgets one fact, entity, turn or conversation for good, with its words in every text; it cannot be undone. Only when " +
    "the user asked for it. Find the id with facts, entities or timeline, and tell the user what it is before you do it. An entity " +
    "takes its facts along.",
  right: "write",
  destructive: true,
  input: z.object({
    factId: Id.optional(),
    entityId: Id.optional(),
    episodeId: Id.optional().describe("One turn."),
    conversationId: Id.optional(),
  }),
  output: z.object({
    forgotten: z.record(z.string(), z.number()),
    purged: ForgottenView.shape.purged,
    similar: z.looseObject({}),
  }),
  async run({ engine, userId }, ids) {
    const named = Object.entries(ids).filter(([, id]) => id !== undefined);
    if (named.length !== 1)
      throw invalidField(
        named[1]?.[0] ?? "factId",
        "name exactly one of factId, entityId, episodeId, conversationId",
      );
    return { data: forgottenView(await engine.forget(userId, Object.fromEntries(named) as ForgetTarget)) };
  },
});
