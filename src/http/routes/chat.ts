import { z } from "zod";
import type { ChatEvent } from "../../services/chat/events.ts";
import { started } from "../../services/chat/started.ts";
import type { MemoryEvent } from "../../services/events.ts";
import type { TurnInput } from "../../services/chat/turn-types.ts";
import { RECALL_STATES } from "../../services/retrieval/recall-state.ts";
import { clientSignal, type RouteContext } from "../context.ts";
import { withoutNulls } from "../absent.ts";
import { asEngramError, problemOf } from "../errors.ts";
import { IdempotencyKey, TurnFields } from "../schemas.ts";
import { sendSse, type SseEvent } from "../sse.ts";
import { counts, EventStream, RecalledView } from "../view-schemas.ts";
import { routes } from "../route.ts";

const ChatBody = z.strictObject(TurnFields);

const Headers = z.object({
  "idempotency-key": IdempotencyKey.optional().describe("the same key is one turn however often it is sent"),
});

const ChatReply = z
  .object({
    conversationId: z.string(),
    episodeId: z.string(),
    reply: z.string(),
    recalled: z.array(RecalledView),
    recall: z
      .object({ state: z.enum(RECALL_STATES) })
      .optional()
      .describe(
        "what came of looking into memory; not kept, so the response to a repeated request may lack it",
      ),
    model: z.string(),
    finish: z
      .enum(["stop", "length", "tool_calls"])
      .describe("how the reply ended; `length`: it was cut off"),
    memory: z
      .array(z.object({ action: z.string(), ids: z.array(z.string()), counts }))
      .describe("what your message did to the memory; empty for ordinary turns"),
    spooled: z
      .literal(true)
      .optional()
      .describe("the store is away: the turn is kept, and taken into the memory once it is back"),
  })
  .meta({ id: "ChatReply" });

const ChatResponse = {
  description: "The reply, or its events",
  content: { "application/json": { schema: ChatReply }, ...EventStream.content },
};

/** `POST /chat`: one turn, as JSON, or as server-sent events if the client accepts them. */
export const chatRoutes = routes(({ write }, context) => {
  write("POST /chat", {
    summary: "Say something; the reply comes as JSON or, with Accept: text/event-stream, as events",
    body: z.preprocess(withoutNulls, ChatBody),
    headers: Headers,
    response: { 200: ChatResponse },
    async run({ userId, body, headers }, reply) {
      const input: TurnInput = { ...body, idempotencyKey: headers["idempotency-key"] };
      const signal = clientSignal(context, reply);
      const turn = context.inFlight.trackIterator(context.engine.chat(userId, input, signal));
      const { items: events } = await started(turn);
      if (/\btext\/event-stream\b/i.test(headers.accept ?? ""))
        return sendSse(reply, toSse(events, memoryEvents(context, userId)));
      return collectReply(events);
    },
  });
});

async function collectReply(events: AsyncIterable<ChatEvent>): Promise<z.output<typeof ChatReply>> {
  const memory: z.output<typeof ChatReply>["memory"] = [];
  for await (const event of events) {
    if (event.type === "memory") {
      const { type, ...act } = event;
      memory.push(act);
    }
    if (event.type !== "done") continue;
    const { type, usage, ...said } = event;
    return { ...said, memory };
  }
  throw asEngramError(new Error("a turn ended without done"));
}

/** Memory events a stream buffers until its next own event; older ones are dropped. */
const MEMORY_EVENTS_MAX = 100;

/** Memory events of this user during a reply. */
function memoryEvents({ engine }: RouteContext, userId: string) {
  const heard: MemoryEvent[] = [];
  const stop = engine.events.subscribe(userId, (event) => {
    if (event.type === "run" || event.type === "turn") return;
    heard.push(event);
    if (heard.length > MEMORY_EVENTS_MAX) heard.shift();
  });
  return { take: () => heard.splice(0), stop };
}

async function* toSse(
  events: AsyncIterable<ChatEvent>,
  memory: ReturnType<typeof memoryEvents>,
): AsyncGenerator<SseEvent, void, undefined> {
  try {
    for await (const { type, ...data } of events) {
      for (const event of memory.take()) yield { event: "memory", data: event };
      yield { event: type, data };
    }
  } catch (error) {
    yield { event: "error", data: problemOf(asEngramError(error)) };
  } finally {
    memory.stop();
  }
}
