import { EngramError, existing } from "../../errors.ts";
import { conversationGraph, type ConversationGraph } from "../../services/conversation-graph.ts";
import type { MemoryEvent } from "../../services/events.ts";
import { clientSignal, type RouteContext } from "../context.ts";
import { ById } from "../schemas.ts";
import { sendSse, type SseEvent } from "../sse.ts";
import { EventStream } from "../view-schemas.ts";
import { edgeView, graphView, nodeView } from "../views.ts";
import { routes } from "../route.ts";

/** Events an observer may lag behind before the oldest are dropped. */
const BACKLOG_MAX = 1000;

/** Live memory events of this user: all, or those of one conversation. */
export const eventRoutes = routes(({ read }, context) => {
  read("GET /events", {
    options: { exposeHeadRoute: false },
    summary: "Server-sent events of memory",
    response: { 200: EventStream },
    async run({ userId }, reply) {
      const heard = listen(context, userId, clientSignal(context, reply));
      return sendSse(reply, context.inFlight.trackIterator(told(heard)));
    },
  });

  read("GET /conversations/:id/graph/events", {
    options: { exposeHeadRoute: false },
    summary: "Server-sent events of the graph that one conversation makes",
    params: ById,
    response: { 200: EventStream },
    async run({ user, userId, params, log }, reply) {
      const conversation = existing(await user.conversation(params.id), "conversation");
      const heard = listen(context, userId, clientSignal(context, reply));
      const graph = conversationGraph(user, conversation.id);
      const onError = (error: unknown): void => log.warn({ err: error }, "graph events ended");
      return sendSse(reply, context.inFlight.trackIterator(growing(graph, heard, onError)));
    },
  });
});

/** Subscribes at once, even before anyone reads; unread events beyond the limit are dropped, the oldest first. */
function listen(context: RouteContext, userId: string, signal: AbortSignal): AsyncIterable<MemoryEvent> {
  const backlog: MemoryEvent[] = [];
  let wake: () => void = () => undefined;
  const unsubscribe = context.engine.events.subscribe(userId, (event) => {
    if (backlog.length >= BACKLOG_MAX) backlog.shift();
    backlog.push(event);
    wake();
  });
  const end = (): void => {
    unsubscribe();
    wake();
  };
  signal.addEventListener("abort", end, { once: true });
  return {
    async *[Symbol.asyncIterator]() {
      try {
        while (!signal.aborted) {
          const event = backlog.shift();
          if (event) yield event;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        unsubscribe();
      }
    },
  };
}

async function* told(heard: AsyncIterable<MemoryEvent>): AsyncGenerator<SseEvent, void, undefined> {
  yield { event: "ready", data: {} };
  for await (const event of heard) yield { event: event.type === "run" ? "run" : "memory", data: event };
}

/** Additions are reported one at a time; judging and forgetting as a whole. A failing store ends the stream. */
async function* growing(
  graph: ConversationGraph,
  heard: AsyncIterable<MemoryEvent>,
  onError: (error: unknown) => void,
): AsyncGenerator<SseEvent, void, undefined> {
  const whole = async (): Promise<SseEvent> => ({
    event: "graph_snapshot",
    data: graphView(await graph.snapshot()),
  });
  try {
    yield await whole();
    for await (const event of heard) {
      if (event.type === "staged") {
        const { nodes, edges } = await graph.grown(event.episodeId);
        for (const node of nodes) yield { event: "node_added", data: nodeView(node) };
        for (const edge of edges) yield { event: "edge_added", data: edgeView(edge) };
      } else if (
        event.type === "forgotten" ||
        event.type === "put_away" ||
        (event.type === "verified" && (await graph.isAbout(event.episodeId)))
      ) {
        yield await whole();
      }
    }
  } catch (error) {
    onError(error);
  }
}

/** `GET /metrics`: its own optional token, no API key. */
export const metricsRoutes = routes(({ open }, { metrics, metricsToken }) => {
  const { registry } = metrics;
  open("GET /metrics", {
    options: { logLevel: "silent" },
    async run({ headers }, reply) {
      if (metricsToken !== undefined && headers.authorization !== `Bearer ${metricsToken}`) {
        throw new EngramError("unauthorized", "Send Authorization: Bearer <METRICS_TOKEN>");
      }
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  });
});
