import { z } from "zod";
import { ContextFields, Id, personText } from "../../http/schemas.ts";
import { remember as store } from "../../services/remember.ts";
import { tool } from "../tool.ts";
import { When } from "./schemas.ts";

/** Longest text of one episode, characters. */
const TEXT_CHARS_MAX = 200_000;
const SPEAKER_CHARS_MAX = 200;

export const remember = tool({
  name: "remember",
  title: "Remember",
  description:
    "Stores what was said so that it can be recalled later. Give the user's own words, not a summary and nothing of your " +
    "own: facts are read from them in the background and rest on these words. Never store what the user asked to keep off " +
    "the record.",
  right: "write",
  additive: true,
  input: z.object({
    text: personText(TEXT_CHARS_MAX).describe("What was said, word for word."),
    speaker: personText(SPEAKER_CHARS_MAX).optional().describe("Who said it, by name; without it, the user."),
    occurredAt: When.optional().describe("When it was said (ISO); without it, now."),
    conversationId: Id.optional().describe("The conversation it belongs to; without it, one of its own."),
    externalId: Id.optional().describe("Your own id for it: told twice, it is stored once."),
    ...ContextFields,
  }),
  output: z.object({ episodeId: z.string(), conversationId: z.string(), isNew: z.boolean() }),
  async run({ engine, userId }, told) {
    const { episode, isNew } = await store(engine, userId, told);
    return { data: { episodeId: episode.id, conversationId: episode.conversationId, isNew } };
  },
});
