import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export interface SseEvent {
  event?: string;
  /** Sent as JSON, except strings, which are sent unchanged (`[DONE]`). */
  data: unknown;
}

/** Events buffered for a slow client; beyond that the source waits. */
const BUFFERED_BYTES_MAX = 65_536;

/** Interval of comment lines that keep proxies and clients from timing out, milliseconds. */
const HEARTBEAT_MS = 15_000;

/**
 * Responds with a stream of events. Ends with the source; a client that disconnects ends the source's iterator.
 * Backpressure pauses the source. The source maps its own errors: none may escape once headers are sent.
 */
export function sendSse(reply: FastifyReply, events: AsyncIterable<SseEvent>): FastifyReply {
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store, no-transform")
    .header("x-accel-buffering", "no")
    .send(pushed(withHeartbeat(events)));
}

/** Pushes each line at once: `Readable.from` would wait a turn of the event loop for each (0.3 ms a reply). */
function pushed(lines: AsyncGenerator<string, void, undefined>): Readable {
  let wanted = (): void => undefined;
  const stream = new Readable({
    highWaterMark: BUFFERED_BYTES_MAX,
    read: () => wanted(),
    destroy(error, done) {
      wanted();
      void ended(lines);
      done(error);
    },
  });
  const push = async (): Promise<void> => {
    for await (const line of lines) {
      if (!stream.push(line) && !stream.destroyed) await new Promise<void>((resolve) => (wanted = resolve));
    }
    stream.push(null);
  };
  push().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}

/** The source may be waiting for a token: do not wait for it; its errors can no longer be reported. */
async function ended(lines: AsyncGenerator<string, void, undefined>): Promise<void> {
  await lines.return().catch(() => undefined);
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
