import { EventSourceParserStream } from "eventsource-parser/stream";

/** Streams progress reports about an uploaded file. */
export async function* eventsOf({ body }: Response): AsyncGenerator<{ event: string; data: unknown }> {
  if (body === null) return;
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.event !== undefined) yield { event: value.event, data: JSON.parse(value.data) as unknown };
  }
}
