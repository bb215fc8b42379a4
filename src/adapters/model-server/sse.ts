import type OpenAI from "openai";
import type { Stream } from "openai/streaming";
import { EngramError } from "../../errors.ts";

/** One event; a token takes some hundred. */
const LINE_BYTES_MAX = 1024 * 1024;
/** A whole stream. */
const STREAM_BYTES_MAX = 64 * 1024 * 1024;
const LINE_FEED = 10;

/** Without a logger the decoder does not print what it cannot read. */
const SILENT = {} as OpenAI;

let decoder: Promise<typeof Stream> | null = null;

/** The package takes half a second to import: it is asked for with the first stream, or before. */
export function loadDecoder(): Promise<typeof Stream> {
  return (decoder ??= import("openai/streaming").then((module) => module.Stream));
}

/**
 * The JSON of each event up to `[DONE]`, decoded by the openai package. Its client is left out: building a request with it
 * takes 1.2 ms of every first token, and none of what it adds is wanted here. Rejects with `model_error` for what is too
 * long, and with the package's error for an error event.
 */
export async function* readEvents(bytes: AsyncIterable<Buffer>): AsyncGenerator {
  const decode = await loadDecoder();
  // The decoder reads the body alone, and takes any async iterable for one.
  const response = { body: bounded(bytes) } as unknown as Response;
  yield* decode.fromSSEResponse<unknown>(response, new AbortController(), SILENT);
}

/** The decoder joins a line before it reads it: one without an end would fill the memory. */
async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 0;
  let total = 0;
  for await (const part of bytes) {
    const lastEnd = part.lastIndexOf(LINE_FEED);
    const first = lastEnd < 0 ? part.byteLength : part.indexOf(LINE_FEED);
    total += part.byteLength;
    if (line + first > LINE_BYTES_MAX || total > STREAM_BYTES_MAX)
      throw new EngramError("model_error", "The model's answer is longer than allowed");
    line = lastEnd < 0 ? line + part.byteLength : part.byteLength - lastEnd - 1;
    yield part;
  }
}
