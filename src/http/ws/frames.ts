import { z } from "zod";
import { CHAT_EVENTS } from "../../services/chat/events.ts";
import { MEMORY_EVENTS } from "../../services/events.ts";
import { IdempotencyKey, TurnFields } from "../schemas.ts";

/** The client's name for a turn; echoed in every frame about it. */
const FrameId = z.string().min(1).max(100);

/** Frames a client may send. `docs/protocol.md` describes both directions. */
export const ClientFrame = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("chat.send"),
    id: FrameId,
    ...TurnFields,
    idempotencyKey: IdempotencyKey.optional(),
  }),
  z.strictObject({ type: z.literal("chat.cancel"), id: FrameId }),
  /** Resends the frames after `seq` of this user's turn, which a lost connection cut off. */
  z.strictObject({ type: z.literal("chat.resume"), id: FrameId, seq: z.number().int().min(0).default(0) }),
  z.strictObject({ type: z.literal("ping"), id: FrameId.optional() }),
]);
export type ClientFrame = z.output<typeof ClientFrame>;

const problem = {
  code: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
};
const about = { id: FrameId, seq: z.number().int().positive() };

/** Frames the server sends. `seq` counts from 1 within a turn. */
export const ServerFrame = z.discriminatedUnion("type", [
  CHAT_EVENTS.accepted.extend({ type: z.literal("chat.accepted"), ...about }),
  CHAT_EVENTS.recall.extend({ type: z.literal("chat.recall"), ...about }),
  CHAT_EVENTS.memory.extend({ type: z.literal("chat.memory"), ...about }),
  CHAT_EVENTS.reasoning.extend({ type: z.literal("chat.reasoning"), ...about }),
  CHAT_EVENTS.delta.extend({ type: z.literal("chat.delta"), ...about }),
  CHAT_EVENTS.done.extend({ type: z.literal("chat.done"), ...about }),
  z.object({
    type: z.literal("chat.error"),
    ...about,
    ...problem,
    conversationId: z.string().optional(),
    episodeId: z.string().optional(),
  }),
  z.object({ type: z.literal("error"), id: FrameId.optional(), ...problem }),
  MEMORY_EVENTS.turn.extend({ type: z.literal("memory.turn") }),
  MEMORY_EVENTS.conversation.extend({ type: z.literal("memory.conversation") }),
  MEMORY_EVENTS.staged.extend({ type: z.literal("memory.staged") }),
  MEMORY_EVENTS.verified.extend({ type: z.literal("memory.verified") }),
  MEMORY_EVENTS.linked.extend({ type: z.literal("memory.linked") }),
  MEMORY_EVENTS.put_away.extend({ type: z.literal("memory.put_away") }),
  MEMORY_EVENTS.forgotten.extend({ type: z.literal("memory.forgotten") }),
  MEMORY_EVENTS.run.extend({ type: z.literal("maintenance.run") }),
  z.object({ type: z.literal("pong"), id: FrameId.optional() }),
]);
export type ServerFrame = z.output<typeof ServerFrame>;
