import { createParser, type EventSourceMessage } from "eventsource-parser";
import { parseAnswer } from "./json-call.ts";
import { AnswerCut } from "../../errors.ts";
import { AnswerTooLong } from "./model-errors.ts";

/** Between two events, pings included; a token takes some hundred. */
const EVENT_BYTES_MAX = 512 * 1024;
/** A whole stream. */
const STREAM_BYTES_MAX = 64 * 1024 * 1024;

/** What some servers and proxies send to keep a stream open: no data, or a comment that was taken for data. */
const NOTHING = /^\s*(?::|$)/;

/** MLX's servers count the tokens of a prompt in comments: "keepalive 2048/16384". */
const PROGRESS = /\b(\d{1,9})\/\d{1,9}\b/;

/**
 * The JSON of each event up to `[DONE]`, or the end if there was none; progress on the prompt is an empty object. Rejects with
 * `model_error` for invalid JSON, with `AnswerTooLong`, and if the stream ends in the middle.
 */
export async function* readEvents(bytes: AsyncIterable<Buffer>): AsyncGenerator {
  const events: EventSourceMessage[] = [];
  let processed = 0;
  const onComment = (comment: string): void => {
    const count = Number(PROGRESS.exec(comment)?.[1] ?? 0);
    if (count > processed) events.push({ data: "{}", id: undefined, event: undefined });
    processed = Math.max(processed, count);
  };
  const parser = createParser({ onEvent: (event) => events.push(event), onComment });
  const decoder = new TextDecoder();
  let [sinceEvent, total] = [0, 0];
  let begun = false;
  for await (const part of bytes) {
    total += part.byteLength;
    sinceEvent += part.byteLength;
    parser.feed(decoder.decode(part, { stream: true }));
    if (events.length > 0) sinceEvent = 0;
    for (const event of events.splice(0)) {
      if (event.data.trim() === "[DONE]") return;
      if (NOTHING.test(event.data)) continue;
      begun = true;
      yield valueOf(event);
    }
    if (sinceEvent > EVENT_BYTES_MAX || total > STREAM_BYTES_MAX) throw new AnswerTooLong();
  }
  if (begun) throw new AnswerCut();
}

/** Some servers mark an error by the event name only. */
function valueOf({ event, data }: EventSourceMessage): unknown {
  const value = parseAnswer(data);
  const hasError = typeof value === "object" && value !== null && "error" in value;
  return event === "error" && !hasError ? { error: value } : value;
}
