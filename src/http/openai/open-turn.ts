import type { FastifyReply, FastifyRequest } from "fastify";
import { EngramError, invalidField } from "../../errors.ts";
import type { ChatEvent } from "../../services/chat/events.ts";
import { started } from "../../services/chat/started.ts";
import { clientSignal, type RouteContext } from "../context.ts";
import { ID_CHARS_MAX, IdempotencyKey, MemoryModeSchema } from "../schemas.ts";
import type { Completion } from "./schema.ts";
import {
  isPlaceholder,
  modeOf,
  REQUEST_MODES,
  toTask,
  toTurn,
  type OpenAiHeaders,
  type RequestForm,
} from "./to-turn.ts";

export interface Opened {
  turn: AsyncIterableIterator<ChatEvent>;
  /** Null for a program's own task. */
  episodeId: string | null;
  /** Seconds since 1970. */
  created: number;
}

/** Opens the turn a completion request asks for: one of a conversation, or a program's own task. */
export function turnOpener(context: RouteContext) {
  const { engine } = context;
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: Completion,
    form: RequestForm = {},
  ): Promise<Opened> => {
    const { user } = request;
    const headers = headersOf(request);
    const signal = clientSignal(context, reply);
    const mode = await modeOf(user, body, headers, engine.clock.now());
    const named = mode === "task" ? undefined : (form.goesOn ?? headers.conversation);
    const begin = (events: AsyncGenerator<ChatEvent, void, undefined>) =>
      started(context.inFlight.trackIterator(events));
    const opened = async () => {
      if (mode === "task") return begin(engine.task(toTask(body), signal));
      const input = await toTurn(user, body, { ...headers, ...form }, mode);
      try {
        return await begin(engine.chat(request.userId, input, signal));
      } catch (error) {
        const mayStandAlone = form.goesOn === undefined && input.client?.continues === undefined;
        if (!(error instanceof EngramError) || error.code !== "conversation_busy" || !mayStandAlone)
          throw error;
        // Two replies to one history are requested at the same time: the second becomes a separate conversation.
        const alone = { ...input, conversationId: undefined, replaces: undefined };
        return begin(engine.chat(request.userId, alone, signal));
      }
    };
    // Two concurrent first requests that name the same conversation: the second finds the one opened by the first.
    const { items: turn, first } = await (named === undefined
      ? opened()
      : engine.nameLock.run(`${request.userId}/${named}`, opened));
    const { conversationId = "", episodeId = null } = first?.type === "accepted" ? first : {};
    reply.header("x-engram-conversation", conversationId);
    return { turn, episodeId, created: Math.floor(Date.parse(engine.clock.now()) / 1000) };
  };
}

function headersOf(request: FastifyRequest): OpenAiHeaders {
  const openWebUi = single(request, "x-openwebui-chat-id");
  // Its temporary chats, which nobody is to keep: all of one tab have the same id.
  const isTemporary = openWebUi?.startsWith("local") === true;
  const byDefault = isTemporary ? "read" : "on";
  const memory = MemoryModeSchema.safeParse(single(request, "x-engram-memory") ?? byDefault);
  if (!memory.success) throw invalidField("X-Engram-Memory", "must be on, read or off");
  const conversation =
    single(request, "x-engram-conversation") ??
    (isTemporary ? undefined : openWebUi) ??
    single(request, "x-conversation-id");
  if (conversation !== undefined && conversation.length > ID_CHARS_MAX)
    throw invalidField("X-Engram-Conversation", `at most ${ID_CHARS_MAX} characters`);
  const asked = single(request, "x-engram-mode") ?? (single(request, "x-openwebui-task") && "task");
  const mode = REQUEST_MODES.find((one) => one === asked);
  if (asked !== undefined && mode === undefined)
    throw invalidField("X-Engram-Mode", `must be one of ${REQUEST_MODES.join(", ")}`);
  const key = IdempotencyKey.optional().safeParse(single(request, "idempotency-key"));
  if (!key.success) throw invalidField("Idempotency-Key", "1 to 200 characters");
  return {
    memory: memory.data,
    conversation,
    mode,
    idempotencyKey: key.data,
  };
}

/** Programs send the headers of a template empty, or with a placeholder, where they have nothing for them. */
function single(request: FastifyRequest, name: string): string | undefined {
  const [value = ""] = [request.headers[name]].flat();
  return isPlaceholder(value) ? undefined : value;
}
