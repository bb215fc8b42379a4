import type OpenAI from "openai";
import { createHttpFetch, type ByteWatch, type HttpAgents, type Watched } from "./http-fetch.ts";
import type { LlamaChunk } from "./wire.ts";

export interface StreamServer {
  agents: HttpAgents;
  root: string;
  apiKey: string | undefined;
}

export interface StreamCall {
  body: Record<string, unknown>;
  watch: ByteWatch;
  signal: AbortSignal;
}

export type OpenStream = (call: StreamCall) => Promise<AsyncIterable<LlamaChunk>>;

/** The client insists on a key; llama-server without `--api-key` ignores it. */
const DUMMY_KEY = "none";

/** The client's own clock is set out of the way (the largest a timer takes): `Limits` measures. */
const CLIENT_TIMEOUT_MS = 2 ** 31 - 1;

/** Opens chat streams through the openai client, which is imported with the first one (0.6 s). */
export function createOpenStream(server: StreamServer): OpenStream {
  let client: Promise<OpenAI> | null = null;
  return async ({ body, watch, signal }) => {
    const opened = await (client ??= createClient(server));
    signal.throwIfAborted();
    // The client hands on what it does not know.
    const fetchOptions: object = { watch } satisfies Watched;
    const stream = await opened.post("/chat/completions", { body, stream: true, signal, fetchOptions });
    return stream as AsyncIterable<LlamaChunk>;
  };
}

/**
 * `organization` and `project` are nulled and the log is off, so that OPENAI_* variables of the user's shell neither
 * reach the server nor print.
 */
async function createClient({ agents, root, apiKey }: StreamServer): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  return new Client({
    baseURL: `${root}/v1`,
    apiKey: apiKey ?? DUMMY_KEY,
    organization: null,
    project: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: CLIENT_TIMEOUT_MS,
    fetch: createHttpFetch(agents),
  });
}
