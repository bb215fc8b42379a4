import { z } from "zod";
import { text, time } from "../loose.ts";

/**
 * The ChatGPT data export, parsed as loosely as possible: its format has no specification and changes without notice,
 * so an unexpected field counts as missing, and only a conversation without a message tree is rejected.
 */
const ChatGptMessage = z.object({
  id: text,
  author: z.object({ role: text }).nullish().catch(null),
  create_time: time,
  recipient: text,
  channel: text,
  content: z
    .object({ content_type: text, parts: z.array(z.unknown()).nullish().catch(null) })
    .nullish()
    .catch(null),
  metadata: z
    .object({
      is_visually_hidden_from_conversation: z.boolean().nullish().catch(null),
      attachments: z.array(z.unknown()).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
export type ChatGptMessage = z.infer<typeof ChatGptMessage>;

export const ChatGptNode = z.object({
  parent: text,
  children: z.array(z.string()).nullish().catch(null),
  message: ChatGptMessage.nullish().catch(null),
});

export const ChatGptConversation = z.object({
  id: text,
  conversation_id: text,
  title: text,
  create_time: time,
  update_time: time,
  current_node: text,
  mapping: z.record(z.string(), z.unknown()),
});
export type ChatGptConversation = z.infer<typeof ChatGptConversation>;
