/**
 * Stands between Engram and a real llama-server. Answers pass as they come, aborts pass both ways, every chat
 * completion is recorded, and faults happen on command.
 *
 * What a toy model says is of no use. With `rewrite`, the server works on such a request all the same (so that its
 * cache is really used), and the client sees what the callback says instead.
 */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { eventsOf, outletTo, recorder } from "./answer-stream.ts";
import { newCall, type Call, type ChatRequest } from "./call.ts";
import { createFaultList, errorAnswer, type Fault, type FaultList } from "./fault.ts";

export interface LlamaProxy {
  url: string;
  /** Chat completions in order of arrival. */
  calls: Call[];
  faults: FaultList;
  /** The content that the client is to see; undefined leaves the server's own. */
  rewrite: (call: Call) => string | undefined;
  /** The server is asked for at most so many tokens of an answer that is replaced. */
  rewrittenTokensMax: number;
  close(): Promise<void>;
}

/** Of a rewritten answer that is cut by `length`, this share of the content is sent. */
const LENGTH_SHARE = 0.6;
/** Tokens of an answer that is cut by `length` and not rewritten. */
const LENGTH_TOKENS = 24;
const REWRITTEN_TOKENS_MAX = 48;

export async function startProxy(upstreamUrl: string): Promise<LlamaProxy> {
  const upstream = new URL(upstreamUrl);
  const proxy: LlamaProxy = {
    url: "",
    calls: [],
    faults: createFaultList(),
    rewrite: () => undefined,
    rewrittenTokensMax: REWRITTEN_TOKENS_MAX,
    close: () => closed(server),
  };
  const server = http.createServer((request, response) => {
    serve(proxy, upstream, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

function closed(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(
  proxy: LlamaProxy,
  upstream: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await bodyOf(request);
  const isChat = request.method === "POST" && request.url?.includes("chat/completions") === true;
  if (isChat) return serveChat(proxy, upstream, { request, bytes }, response);
  const isLoading = request.method === "GET" && proxy.faults.isLoading();
  if (isLoading) return sendError(response, errorAnswer({ type: "loading" }));
  const answer = await forward(upstream, request, bytes, response);
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.pipe(response);
}

async function serveChat(
  proxy: LlamaProxy,
  upstream: URL,
  { request, bytes }: { request: IncomingMessage; bytes: Buffer },
  response: ServerResponse,
): Promise<void> {
  const call = newCall(proxy.calls.length, JSON.parse(bytes.toString("utf8")) as ChatRequest);
  proxy.calls.push(call);
  const fault = proxy.faults.take(call);
  call.fault = fault?.type ?? null;
  response.on("close", () => {
    call.endedAt = performance.now();
    call.aborted = !response.writableFinished && !call.broken;
  });
  if (fault?.type === "reset") {
    call.broken = true;
    return void request.socket.resetAndDestroy();
  }
  const error = errorAnswer(fault);
  call.status = error?.status ?? null;
  if (error !== null) return sendError(response, error);
  if (fault?.type === "delay") await sleep(fault.ms);
  if (response.destroyed) return;
  const content = proxy.rewrite(call);
  const tokensMax = content === undefined ? tokensMaxOf(fault) : proxy.rewrittenTokensMax;
  const answer = await forward(upstream, request, bounded(call.body, tokensMax) ?? bytes, response);
  await pass(call, { answer, fault, content }, response);
}

function tokensMaxOf(fault: Fault | null): number {
  return fault?.type === "length" ? LENGTH_TOKENS : Infinity;
}

/** An answer that nobody reads to its end is not written to its end. Null where the body may stay as it is. */
function bounded(body: ChatRequest, tokensMax: number): Buffer | null {
  const before = body.max_tokens ?? Infinity;
  if (before <= tokensMax) return null;
  return Buffer.from(JSON.stringify({ ...body, max_tokens: tokensMax }));
}

/** The server's answer, or the content that stands for it, once the server is through. */
async function pass(
  call: Call,
  { answer, fault, content }: { answer: IncomingMessage; fault: Fault | null; content: string | undefined },
  response: ServerResponse,
): Promise<void> {
  call.status = answer.statusCode ?? null;
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  const isRewritten = content !== undefined && call.status === 200;
  const outlet = outletTo(call, response, fault);
  const record = recorder(call);
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    record(chunk);
    if (!isRewritten && !(await outlet.write(chunk))) return void answer.destroy();
  }
  for (const event of isRewritten ? rewritten(call, content, fault) : []) {
    if (!(await outlet.write(event))) return;
  }
  response.end();
}

function rewritten(call: Call, content: string, fault: Fault | null): Buffer[] {
  if (fault?.type !== "length") return eventsOf(call, content, "stop");
  return eventsOf(call, content.slice(0, Math.floor(content.length * LENGTH_SHARE)), "length");
}

function sendError(response: ServerResponse, error: ReturnType<typeof errorAnswer>): void {
  response.writeHead(error?.status ?? 500, { "content-type": "application/json" });
  response.end(JSON.stringify(error?.body));
}

/** Resolves with the headers of the answer. A client that goes away takes the request with it. */
function forward(
  upstream: URL,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { host: _host, connection: _connection, "transfer-encoding": _encoding, ...kept } = request.headers;
    const headers = { ...kept, ...(body.byteLength > 0 ? { "content-length": body.byteLength } : {}) };
    const url = new URL(request.url ?? "/", upstream);
    const sent = http.request(url, { method: request.method ?? "GET", headers, agent: false }, resolve);
    sent.on("error", reject);
    response.on("close", () => sent.destroy());
    sent.end(body);
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
