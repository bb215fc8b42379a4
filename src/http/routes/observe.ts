import type { FastifyPluginAsync } from "fastify";
import { EngramError } from "../../errors.ts";
import type { MemoryEvent } from "../../services/events.ts";
import { clientSignal, type RouteContext } from "../context.ts";
import { sendSse, type SseEvent } from "../sse.ts";

/** Events an observer may lag behind before the oldest are dropped. */
const BACKLOG_MAX = 1000;

/** `GET /events`: what memory does for this user, as it happens. */
export function eventRoutes(context: RouteContext): FastifyPluginAsync {
  return async (app) => {
    app.get(
      "/events",
      { exposeHeadRoute: false, schema: { tags: ["monitoring"], summary: "Server-sent events of memory" } },
      async (request, reply) => {
        const signal = clientSignal(context, reply);
        return sendSse(reply, context.inFlight.trackIterator(follow(context, request.userId, signal)));
      },
    );
  };
}

async function* follow(
  context: RouteContext,
  userId: string,
  signal: AbortSignal,
): AsyncGenerator<SseEvent, void, undefined> {
  const backlog: MemoryEvent[] = [];
  let wake: () => void = () => undefined;
  const unsubscribe = context.engine.events.subscribe(userId, (event) => {
    if (backlog.length >= BACKLOG_MAX) backlog.shift();
    backlog.push(event);
    wake();
  });
  signal.addEventListener("abort", () => wake(), { once: true });
  try {
    yield { event: "ready", data: {} };
    while (!signal.aborted) {
      const event = backlog.shift();
      if (event) yield { event: event.type === "run" ? "run" : "memory", data: event };
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    unsubscribe();
  }
}

/** `GET /metrics`: its own optional token, no API key. */
export function metricsRoutes(options: {
  metrics: () => Promise<string>;
  contentType: string;
  token: string | undefined;
}): FastifyPluginAsync {
  return async (app) => {
    app.get("/metrics", { logLevel: "silent", schema: { hide: true } }, async (request, reply) => {
      if (options.token !== undefined && request.headers.authorization !== `Bearer ${options.token}`) {
        throw new EngramError("unauthorized", "Send Authorization: Bearer <METRICS_TOKEN>");
      }
      return reply.type(options.contentType).send(await options.metrics());
    });
  };
}
