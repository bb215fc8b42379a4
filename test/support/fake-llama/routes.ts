import type { IncomingMessage, RequestListener } from "node:http";
import { chatRoute } from "./chat-route.ts";
import { controlRoute } from "./control.ts";
import { embeddingsAnswer } from "./embeddings.ts";
import { sendJson, sendRecorded, toExchange, type Exchange } from "./exchange.ts";
import type { ChatBody } from "./script.ts";
import type { FakeState } from "./state.ts";
import { readTranscript } from "./transcript.ts";

const HEALTH = readTranscript("01-get-health");
const MODELS = readTranscript("01-get-v1_models");
const PROPS = readTranscript("01-get-props");
const LOADING = readTranscript("60-health-loading");
const KEY_MISSING = readTranscript("62-apikey-missing");

const NO_EMBEDDINGS = {
  code: 501,
  message: "This server does not support embeddings. Start it with `--embeddings`",
  type: "not_supported_error",
};

export function createRoutes(state: FakeState): RequestListener {
  return (request, response) => {
    const exchange = toExchange(request, response);
    route(state, exchange).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(exchange, 500, { error: { code: 500, message: String(error), type: "server_error" } });
    });
  };
}

async function route(state: FakeState, exchange: Exchange): Promise<void> {
  const { method = "GET", url = "/" } = exchange.request;
  const path = url.split("?")[0] ?? "/";
  const body = method === "POST" ? await readBody(exchange.request) : "";
  if (path.startsWith("/__control")) return controlRoute(state, exchange, body);
  if (method === "POST" && path === "/v1/chat/completions") {
    return keyIsRight(state, exchange)
      ? chatRoute(state, exchange, parseBody(body) as ChatBody)
      : refuseKey(exchange);
  }
  if (state.misbehaviours.loading) return sendRecorded(exchange, LOADING);
  if (path === "/health" || path === "/v1/health") return sendRecorded(exchange, HEALTH);
  if (!keyIsRight(state, exchange)) return refuseKey(exchange);
  return openRoute(state, exchange, path, body);
}

function openRoute(state: FakeState, exchange: Exchange, path: string, body: string): void {
  if (path === "/v1/models") return sendRecorded(exchange, MODELS);
  if (path === "/slots" && state.options.tellsSlots === true) return sendJson(exchange, 200, slots(state));
  if (path === "/props") return sendJson(exchange, 200, props(state));
  if (path === "/v1/embeddings")
    return state.embeds
      ? sendJson(exchange, 200, embeddingsAnswer(parseBody(body)))
      : sendJson(exchange, 501, { error: NO_EMBEDDINGS });
  sendJson(exchange, 404, { error: { message: "File Not Found", type: "not_found_error", code: 404 } });
}

function props(state: FakeState): unknown {
  const recorded = JSON.parse(PROPS.body.toString("utf8")) as {
    default_generation_settings: { n_ctx: number };
  };
  const settings = recorded.default_generation_settings;
  const n_ctx = state.options.contextTokens ?? settings.n_ctx;
  return {
    ...recorded,
    default_generation_settings: { ...settings, n_ctx },
    total_slots: state.options.slots ?? 1,
  };
}

/** A slot that had no request has no `id_task`. */
function slots({ options, ...state }: FakeState): object[] {
  const requests = [...state.requests, ...state.readAheads];
  return Array.from({ length: options.slots ?? 1 }, (_, id) => {
    const last = requests.findLastIndex(({ body }) => body.id_slot === id);
    const idle = { id, n_ctx: 8_192, speculative: false, is_processing: requests[last]?.endedAt === null };
    return last < 0 ? idle : { ...idle, id_task: last };
  });
}

function keyIsRight(state: FakeState, exchange: Exchange): boolean {
  const key = state.options.apiKey;
  return key === undefined || exchange.request.headers.authorization === `Bearer ${key}`;
}

function refuseKey(exchange: Exchange): void {
  sendRecorded(exchange, KEY_MISSING);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** Throws for invalid JSON: the real server answers 500 then. */
function parseBody(body: string): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}
