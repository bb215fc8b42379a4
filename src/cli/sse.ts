import { EventSourceParserStream } from "eventsource-parser/stream";

/** Events of a `text/event-stream` body, as they arrive. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ event: string; data: string }> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event = "message", data } of events) yield { event, data };
}
