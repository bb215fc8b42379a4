import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export interface SseEvent {
  event?: string;
  /** Sent as JSON, except strings, which are sent as they are (`[DONE]`). */
  data: unknown;
}

/** Events held for a client that reads slowly; beyond it the source waits. */
const BUFFERED_BYTES_MAX = 65_536;

/** Comment lines that keep proxies and clients from giving up, milliseconds. */
const HEARTBEAT_MS = 15_000;

/**
 * Answers with a stream of events. Ends with the source; a client that goes away ends the source's iterator. Back
 * pressure holds the source. The source maps its own errors: none may escape once headers are out.
 */
export function sendSse(reply: FastifyReply, events: AsyncIterable<SseEvent>): FastifyReply {
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store, no-transform")
    .header("x-accel-buffering", "no")
    .send(pushed(withHeartbeat(events)));
}

/** Pushes each line as it comes: `Readable.from` would wait a turn of the event loop for every one (0.3 ms a reply). */
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

/** Its source may be waiting for a token: nobody waits for that, and nobody is left to tell what goes wrong. */
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
