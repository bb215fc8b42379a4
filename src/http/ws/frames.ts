import { z } from "zod";
import { MEMORY_EVENTS } from "../../services/events.ts";
import { RECALL_STATES } from "../../services/retrieval/recall-state.ts";
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
const turn = { conversationId: z.string(), episodeId: z.string() };

const Recall = z.object({ state: z.enum(RECALL_STATES) }).optional();

/** Frames the server sends. `seq` counts from 1 within a turn. */
export const ServerFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("chat.accepted"), ...about, ...turn }),
  z.object({
    type: z.literal("chat.recall"),
    ...about,
    recalled: z.array(z.unknown()),
    recall: Recall,
  }),
  z.object({
    type: z.literal("chat.memory"),
    ...about,
    action: z.string(),
    ids: z.array(z.string()),
    counts: z.record(z.string(), z.number()),
  }),
  z.object({ type: z.literal("chat.reasoning"), ...about, text: z.string() }),
  z.object({ type: z.literal("chat.delta"), ...about, text: z.string() }),
  z.object({
    type: z.literal("chat.done"),
    ...about,
    ...turn,
    reply: z.string(),
    recalled: z.array(z.unknown()),
    recall: Recall,
    model: z.string(),
    finish: z.string(),
    usage: z
      .object({ promptTokens: z.number(), cachedTokens: z.number(), completionTokens: z.number() })
      .nullable(),
  }),
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
