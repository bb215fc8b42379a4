import { z } from "zod";
import type { RecalledItem } from "../../domain/model/episode.ts";
import type { ModelEvent } from "../../ports/chat-model.ts";
import type { MemoryAction } from "../intents/types.ts";
import { RECALL_STATES } from "../retrieval/recall-state.ts";

const id = z.string();
const text = z.string();
const recalled = z.array(z.custom<RecalledItem>());
/** The outcome of the memory search; not stored, so a replayed turn has none. */
const recall = z.object({ state: z.enum(RECALL_STATES) }).exactOptional();

/** The events of one turn that every surface sends, in this order: the data of each. */
export const CHAT_EVENTS = {
  accepted: z.object({ conversationId: id, episodeId: id }),
  recall: z.object({ recalled, recall }),
  /** The effect of a user's intent on the memory. */
  memory: z.object({
    action: z.custom<MemoryAction["action"]>((action) => typeof action === "string"),
    ids: z.array(id),
    counts: z.record(text, z.number()),
  }),
  reasoning: z.object({ text }),
  delta: z.object({ text }),
  done: z.object({
    conversationId: id,
    episodeId: id,
    reply: text,
    recalled,
    recall,
    model: text,
    finish: z.enum(["stop", "length", "tool_calls"]),
    usage: z
      .object({ promptTokens: z.number(), cachedTokens: z.number(), completionTokens: z.number() })
      .nullable(),
    /** Spooled on this machine because the store is away. */
    spooled: z.literal(true).optional(),
  }),
};

type Data = typeof CHAT_EVENTS;

/** `tool_calls`, `logprobs` and `choice` are for the routes of OpenAI's API alone. */
export type ChatEvent =
  | { [Type in keyof Data]: { type: Type } & z.infer<Data[Type]> }[keyof Data]
  | { type: "tool_calls"; delta: unknown }
  | Extract<ModelEvent, { type: "logprobs" }>
  /** Of the choices after the first, if a client asks for several. */
  | { type: "choice"; index: number; event: ModelEvent };
