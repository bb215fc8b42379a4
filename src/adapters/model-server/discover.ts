import type { FoundServer, ModelAddress, ServerReport } from "../../ports/model-servers.ts";
import { createServerModel } from "./chat-model.ts";
import { createAgents, type HttpAgents } from "./http-call.ts";
import { callAbout, callsTo, type JsonCall } from "./json-call.ts";
import { type CallTo, listModels } from "./server-models.ts";
import { ErrorBody } from "./wire.ts";

/** llama-server (8080, 8081), Ollama, LM Studio, vLLM, Lemonade. */
const USUAL_PORTS = [8080, 8081, 11434, 1234, 8000, 13305];
/** A local server that takes longer to list its models is busy, or not a model server. */
const LOOK_MS = 1_000;

/** Default ports of model servers on this machine. @param ownPort Engram's, which serves no model. */
export function usualAddresses(ownPort: number): string[] {
  return USUAL_PORTS.filter((port) => port !== ownPort).map((port) => `http://127.0.0.1:${port}`);
}

/**
 * Looks for model servers, all addresses in parallel and each within a second, in the order given. A server qualifies if it
 * lists its models like OpenAI's API, or reports like llama-server that it is loading. No user data is sent, and no
 * model is loaded. Another Engram does not count.
 */
export async function discover(urls: readonly string[], signal?: AbortSignal): Promise<FoundServer[]> {
  const agents = createAgents();
  try {
    const found = await Promise.all(urls.map((url) => look(url, agents, signal)));
    return found.filter((server) => server !== null);
  } finally {
    agents.destroy();
  }
}

async function look(url: string, agents: HttpAgents, signal?: AbortSignal): Promise<FoundServer | null> {
  const limit = AbortSignal.timeout(LOOK_MS);
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const to = callsTo({ url }, agents);
  const call: CallTo = (path, body) => to(path, either, body);
  const listed = await listModels(call);
  if (listed !== null) return listed.isEngram ? null : { url, models: listed.models, state: "ready" };
  return (await isLoading(call("/health"))) ? { url, models: [], state: "loading" } : null;
}

async function isLoading(call: JsonCall): Promise<boolean> {
  const answer = await callAbout(call).catch(() => null);
  const error = ErrorBody.safeParse(answer?.body).data?.error;
  return answer?.status === 503 && error?.message === "Loading model";
}

/** Examines one server: its own info, and two short requests without user data. Rejects as `ChatModel.stream` does. */
export async function examineServer(at: ModelAddress, signal: AbortSignal): Promise<ServerReport> {
  const model = createServerModel({ ...at, timeoutMs: EXAMINE_MS });
  try {
    const state = await model.health(signal);
    if (state === "ready") await model.probe?.(signal);
    const { name, contextTokens, learned } = model.info();
    return { state, model: name, contextTokens, learned };
  } finally {
    await model.close();
  }
}

/** Without progress, for a model that has to be loaded first. */
const EXAMINE_MS = 120_000;
