import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export interface SseEvent {
  event?: string;
  /** Sent as JSON, except strings, which are sent as they are (`[DONE]`). */
  data: unknown;
}

/** Comment lines that keep proxies and clients from giving up, milliseconds. */
const HEARTBEAT_MS = 15_000;

/**
 * Answers with a stream of events. Ends with the source; a client that goes away ends the source's iterator. Back
 * pressure holds the source. The source maps its own errors: none may escape once headers are out.
 */
export function sendSse(reply: FastifyReply, events: AsyncIterable<SseEvent>): FastifyReply {
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-cache, no-transform")
    .header("x-accel-buffering", "no")
    .send(Readable.from(withHeartbeat(events), { objectMode: false, highWaterMark: 16_384 }));
}

async function* withHeartbeat(events: AsyncIterable<SseEvent>): AsyncGenerator<string, void, undefined> {
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const result = await nextOrBeat(next);
      if (result === "beat") {
        yield ": keep-alive\n\n";
        continue;
      }
      if (result.done) return;
      yield format(result.value);
      next = iterator.next();
    }
  } finally {
    next.catch(() => undefined);
    await iterator.return?.();
  }
}

async function nextOrBeat<T>(next: Promise<T>): Promise<T | "beat"> {
  let timer: NodeJS.Timeout | undefined;
  const beat = new Promise<"beat">((resolve) => {
    timer = setTimeout(() => resolve("beat"), HEARTBEAT_MS);
  });
  try {
    return await Promise.race([next, beat]);
  } finally {
    clearTimeout(timer);
  }
}

function format({ event, data }: SseEvent): string {
  const body = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${body}\n\n`;
}
