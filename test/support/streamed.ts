import { expect } from "vitest";
import { readEvents } from "../../src/cli/sse.ts";
import { until } from "./client.ts";

/** One server-sent event. */
export interface Seen {
  event: string;
  data: any;
}

/** The events of one chat, until it ends; each is given to `onEvent` as it comes. */
export async function streamed(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  onEvent: (seen: Seen) => void = () => undefined,
): Promise<Seen[]> {
  const response = await fetch(`${url}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const seen: Seen[] = [];
  for await (const { event, data } of readEvents(response.body as ReadableStream<Uint8Array>)) {
    seen.push({ event, data: JSON.parse(data) });
    onEvent(seen.at(-1) as Seen);
  }
  return seen;
}

/** Memory works on in the background: its events may come at any time. */
export const names = (seen: Seen[]): string =>
  seen
    .filter(({ event }) => event !== "memory")
    .map(({ event }) => event)
    .join(" ");

/** Events of memory, collected until `close`. */
export async function observe(url: string): Promise<{ events: Seen[]; close: () => void }> {
  const abort = new AbortController();
  const response = await fetch(`${url}/events`, { signal: abort.signal });
  const events: Seen[] = [];
  void (async () => {
    for await (const { event, data } of readEvents(response.body as ReadableStream<Uint8Array>))
      events.push({ event, data: JSON.parse(data) });
  })().catch(() => undefined);
  await until(async () => events.length > 0, "the first event");
  return { events, close: () => abort.abort() };
}
