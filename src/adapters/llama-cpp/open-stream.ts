import type { HttpAgents } from "./http-fetch.ts";
import { createHttpFetch, type ByteWatch } from "./http-fetch.ts";
import type { LlamaChunk } from "./wire.ts";

export interface StreamCall {
  agents: HttpAgents;
  root: string;
  apiKey: string | undefined;
  body: Record<string, unknown>;
  watch: ByteWatch;
  signal: AbortSignal;
}

/** The client insists on a key; llama-server without `--api-key` ignores it. */
const DUMMY_KEY = "none";

/** The client's own clock is set out of the way (the largest a timer takes): `Limits` measures. */
const CLIENT_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Opens one chat stream through the openai client. The client is imported on first use (0.6 s) and made per
 * request, as its `fetch` watches that request's bytes. `organization` and `project` are nulled and the log is off,
 * so that OPENAI_* variables of the user's shell neither reach the server nor print.
 */
export async function openStream(call: StreamCall): Promise<AsyncIterable<LlamaChunk>> {
  const { default: OpenAI } = await import("openai");
  call.signal.throwIfAborted();
  const client = new OpenAI({
    baseURL: `${call.root}/v1`,
    apiKey: call.apiKey ?? DUMMY_KEY,
    organization: null,
    project: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: CLIENT_TIMEOUT_MS,
    fetch: createHttpFetch(call.agents, call.watch),
  });
  const stream = await client.post("/chat/completions", {
    body: call.body,
    stream: true,
    signal: call.signal,
  });
  return stream as AsyncIterable<LlamaChunk>;
}
