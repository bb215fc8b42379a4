import { z } from "zod";
import { toInstant, type Instant } from "../../domain/model/time.ts";

/**
 * The ChatGPT data export, as loosely as can be: its format has no specification and changes without notice, so a
 * field that is not as expected is taken for missing, and only a conversation without a tree of messages is refused.
 */
const text = z.string().nullish().catch(null);

/** Instants keep string order up to this year's end. */
const MS_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/** Unix seconds with fractions; in some exports an ISO string. Zero is how a missing time is written. */
const time = z
  .unknown()
  .optional()
  .transform((value): Instant | null => {
    const ms = msOf(value);
    return ms > 0 && ms <= MS_MAX ? toInstant(ms) : null;
  });

function msOf(value: unknown): number {
  if (typeof value === "number") return Math.round(value * 1000);
  return typeof value === "string" && ISO_WITH_ZONE.test(value) ? Date.parse(value) : 0;
}

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
    .object({ is_visually_hidden_from_conversation: z.boolean().nullish().catch(null) })
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
