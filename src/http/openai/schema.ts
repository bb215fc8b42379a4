import { z } from "zod";
import { MESSAGE_CHARS_MAX, personText } from "../schemas.ts";

const MESSAGES_MAX = 4000;
/** Longest text of a message that is not the last user message, characters. */
const HISTORY_CHARS_MAX = 2_000_000;

const plain = z
  .string()
  .max(HISTORY_CHARS_MAX)
  .refine((text) => text.isWellFormed(), "must be valid Unicode");
const Part = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: plain }),
  z.looseObject({ type: z.literal("input_text"), text: plain }),
]);
const Content = z.union([plain, z.array(Part).max(1000)], {
  error: "must be a string or an array of text parts; images and audio are not supported",
});

const Message = z.discriminatedUnion("role", [
  z.looseObject({ role: z.enum(["system", "developer"]), content: Content }),
  z.looseObject({ role: z.literal("user"), content: Content, name: z.string().max(200).optional() }),
  z.looseObject({
    role: z.literal("assistant"),
    content: Content.nullish(),
    tool_calls: z
      .array(z.looseObject({ id: z.string(), type: z.string() }))
      .max(128)
      .optional(),
  }),
  z.looseObject({ role: z.literal("tool"), content: Content, tool_call_id: z.string().max(200) }),
]);

/** What `/v1/chat/completions` reads; unknown fields are ignored, as stock clients send many. */
export const CompletionBody = z.looseObject({
  model: z.string().max(200).optional(),
  messages: z.array(Message).min(1).max(MESSAGES_MAX),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.number().int().min(1).max(1_000_000).nullish(),
  max_completion_tokens: z.number().int().min(1).max(1_000_000).nullish(),
  n: z.literal(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(16)]).nullish(),
  seed: z.number().int().nullish(),
  presence_penalty: z.number().nullish(),
  frequency_penalty: z.number().nullish(),
  tools: z
    .array(z.looseObject({ type: z.string() }))
    .max(128)
    .nullish(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
});

export type Completion = z.output<typeof CompletionBody>;
export type CompletionMessage = Completion["messages"][number];

/** The last user message, which becomes the turn. */
export const LastUserText = personText(MESSAGE_CHARS_MAX);

export function textOf(content: CompletionMessage["content"]): string {
  if (content === null || content === undefined) return "";
  return typeof content === "string" ? content : content.map((part) => part.text).join("\n");
}
