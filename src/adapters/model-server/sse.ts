import { EngramError } from "../../errors.ts";

/** The `[DONE]` that ends a stream. */
export const DONE = Symbol("[DONE]");

/** One event; a token takes some hundred. */
const LINE_CHARS_MAX = 1024 * 1024;
/** A whole stream. */
const STREAM_BYTES_MAX = 64 * 1024 * 1024;

/** The JSON of each `data:` line of server-sent events, then `DONE`. Throws `model_error` for what is too long or no JSON. */
export async function* readEvents(bytes: AsyncIterable<Buffer>): AsyncGenerator {
  const decoder = new TextDecoder();
  let line = "";
  let total = 0;
  for await (const part of bytes) {
    total += part.byteLength;
    const text = decoder.decode(part, { stream: true });
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      line += text.slice(from, end);
      from = end + 1;
      const event = eventOf(line);
      line = "";
      if (event === undefined) continue;
      yield event;
      if (event === DONE) return;
    }
    line += text.slice(from);
    if (line.length > LINE_CHARS_MAX || total > STREAM_BYTES_MAX) throw tooLong();
  }
  const event = eventOf(line);
  if (event !== undefined) yield event;
}

/** Undefined for comments, names of events and blank lines. */
function eventOf(line: string): unknown {
  if (line.length > LINE_CHARS_MAX) throw tooLong();
  if (!line.startsWith("data:")) return undefined;
  const data = line.slice("data:".length).trim();
  if (data === "") return undefined;
  return data === "[DONE]" ? DONE : parseEvent(data);
}

function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new EngramError("model_error", "The model server sent an event that is no JSON", { cause });
  }
}

function tooLong(): EngramError {
  return new EngramError("model_error", "The model's answer is longer than allowed");
}
