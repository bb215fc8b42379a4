import type { ServerContext } from "@modelcontextprotocol/server";
import { EngramError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
import { reachService } from "./service.ts";
import { readEvents } from "./sse.ts";

/** The service's own server info. */
interface Introduction {
  serverInfo: { name: string; title?: string; version: string };
  instructions?: string;
}

/**
 * The tools of `/mcp` on stdin and stdout, for clients that start their servers themselves. Requests go to the service
 * that owns the data folder; if none runs, one is started for as long as the client stays.
 */
export async function mcp(args: string[]): Promise<void> {
  const { values } = parseArguments(args, 0, { key: { type: "string" } });
  let service = await reachService();
  /** Restarts the service if another client's process had started it and has ended. */
  const again = async (): Promise<string> => {
    await service[Symbol.asyncDispose]();
    service = await reachService();
    return service.url;
  };
  try {
    const ask = asking(service.url, again, values.key);
    const { serverInfo, instructions } = await ask<Introduction>("initialize", {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: "engram-stdio", version: "1" },
    });
    const { Server } = await import("@modelcontextprotocol/server");
    const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
    const served = serveStdio(() => {
      const server = new Server(serverInfo, {
        capabilities: { tools: {}, resources: {}, prompts: {} },
        ...(instructions === undefined ? {} : { instructions }),
      });
      for (const method of FORWARDED)
        server.setRequestHandler(method, ({ params }, { mcpReq }) => ask(method, params, mcpReq));
      return server;
    });
    await ended();
    await served.close();
  } finally {
    await service[Symbol.asyncDispose]();
  }
}

/** The service's response on behalf of this program. */
const FORWARDED = [
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
] as const;

/** A revision that every sessionless server of the protocol supports. */
const PROTOCOL = "2025-06-18";

type Result = Record<string, unknown>;

/** Sends one request to the service; throws if it is refused. `again`: reconnects if the service is gone. */
function asking(begun: string, again: () => Promise<string>, key = process.env.ENGRAM_KEY) {
  let url = begun;
  let reaching: Promise<string> | null = null;
  const reached = async (init: RequestInit): Promise<Response> => {
    try {
      return await fetch(`${url}/mcp`, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      reaching ??= again().finally(() => (reaching = null));
      url = await reaching;
      return fetch(`${url}/mcp`, init);
    }
  };
  return async <T = never>(
    method: string,
    params: unknown,
    from?: Pick<ServerContext["mcpReq"], "signal" | "notify">,
  ): Promise<T> => {
    const response = await reached({
      method: "POST",
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": PROTOCOL,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      ...(from === undefined ? {} : { signal: from.signal }),
    });
    let answer: Answer | null = null;
    for await (const message of messagesOf(response)) {
      if (message?.method === undefined) answer = message;
      else await from?.notify({ method: message.method, params: message.params ?? {} });
    }
    if (answer?.result !== undefined) return answer.result as T;
    const { error, detail = `the service answered ${response.status}` } = answer ?? {};
    // Its code and data are the client's: the protocol's package sends them on.
    if (error !== undefined) throw Object.assign(new Error(error.message), error);
    throw new EngramError("invalid_request", detail);
  };
}

interface Answer {
  result?: Result;
  error?: { code: number; message: string; data?: unknown };
  detail?: string;
  /** Of a notification before the result. */
  method?: string;
  params?: Result;
}

async function* messagesOf(response: Response): AsyncGenerator<Answer | null> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!isStream || response.body === null) yield messageOf(await response.text());
  else for await (const { data } of readEvents(response.body)) yield messageOf(data);
}

function messageOf(text: string): Answer | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The client is gone, or the machine wants this process to end. */
function ended(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
