import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendSse, type SseEvent } from "../../../src/http/sse.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const BEAT = ": keep-alive\n\n";
const QUARTER_MINUTE = 15_000;

function streamOf(events: AsyncIterable<SseEvent>): Readable {
  let sent: Readable | undefined;
  const reply = { header: () => reply, send: (stream: Readable) => ((sent = stream), reply) };
  sendSse(reply as unknown as FastifyReply, events);
  if (sent === undefined) throw new Error("nothing was sent");
  return sent;
}

/** Events that come when they are told, and whether their reader has gone. */
function source() {
  const waiting = Promise.withResolvers<SseEvent>();
  const state = { tell: waiting.resolve, isOver: false };
  async function* events(): AsyncGenerator<SseEvent, void, undefined> {
    try {
      yield { event: "ready", data: {} };
      yield await waiting.promise;
    } finally {
      state.isOver = true;
    }
  }
  return { state, events: events() };
}

test("a silent source is bridged by comments, until it ends", async () => {
  const { state, events } = source();
  const stream = streamOf(events);
  const heard: string[] = [];
  stream.on("data", (chunk: Buffer) => heard.push(String(chunk)));
  await setImmediate();
  vi.advanceTimersByTime(2 * QUARTER_MINUTE);
  await setImmediate();
  state.tell({ data: "[DONE]" });
  await setImmediate();
  vi.advanceTimersByTime(4 * QUARTER_MINUTE);
  await setImmediate();
  expect(heard).toEqual(["event: ready\ndata: {}\n\n", BEAT, BEAT, "data: [DONE]\n\n"]);
  expect(state.isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("a client that reads nothing is sent no more comments than it has room for", async () => {
  const stream = streamOf(source().events);
  await setImmediate();
  vi.advanceTimersByTime(100 * QUARTER_MINUTE);
  expect(String(stream.read())).toBe("event: ready\ndata: {}\n\n");
  stream.destroy();
});

test("a client that leaves ends the source", async () => {
  const { state, events } = source();
  const stream = streamOf(events).resume();
  await setImmediate();
  stream.destroy();
  state.tell({ data: 1 });
  await setImmediate();
  expect(state.isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
