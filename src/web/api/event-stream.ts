import { EventSourceParserStream } from "eventsource-parser/stream";

/** The events of a streamed response. */
export async function* eventsOf({ body }: Response): AsyncGenerator<{ event: string; data: unknown }> {
  if (body === null) return;
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.data === "[DONE]") return;
    yield { event: value.event ?? "message", data: JSON.parse(value.data) as unknown };
  }
}
