import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";
import { createParser } from "eventsource-parser";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Call } from "../../mcp/tool.ts";
import { isFields, withoutAnyNulls, type Fields } from "../absent.ts";
import { parseJsonBody } from "../json-body.ts";
import { inForm } from "../view-schemas.ts";
import { clientSignal, type RouteContext } from "../context.ts";

/**
 * `/mcp`: the memory as tools, over streamable HTTP without sessions. Clients of revisions before 2026-07-28 are
 * supported too; every request gets the tools its caller may use.
 */
export const mcpRoutes: FastifyPluginAsync<RouteContext> = async (app, context) => {
  let handler: Promise<McpHttpHandler> | null = null;
  app.addHook("preClose", async () => (await handler)?.close());
  app.route({
    method: "POST",
    url: "/mcp",
    // Each tool checks its own right.
    config: { right: "read" },
    schema: {
      summary: "The memory as tools of the Model Context Protocol",
      body: z.unknown(),
      response: { 200: inForm("Messages of the protocol", "application/json", "text/event-stream") },
    },
    handler: async (request, reply) => {
      const { userId, user, rights } = request;
      const call: Call = { engine: context.engine, userId, user, signal: clientSignal(context, reply) };
      handler ??= createHandler(context.version, (error) => request.log.warn({ error: error.name }, "mcp"));
      const { fetch } = await handler;
      const asked = fetch(webRequest(request), {
        parsedBody: asProtocol(request.body),
        authInfo: { token: "", clientId: userId, scopes: [...rights], extra: { call, rights } },
      });
      return reply.send(await asAccepted(await context.inFlight.track(asked), request));
    },
  });
  // Without sessions there is nothing to listen to, and none to end.
  app.route({
    method: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"],
    url: "/mcp",
    config: { right: "read" },
    schema: { hide: true },
    handler: (_, reply) => reply.code(405).header("allow", "POST").send(),
  });
};

/** Loaded on the first request: the package takes as long to load as the rest of the service. */
async function createHandler(version: string, onerror: (error: Error) => void): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import("@modelcontextprotocol/server");
  const { mcpServer } = await import("../../mcp/mcp-server.ts");
  return createMcpHandler(
    ({ authInfo }) => {
      const { call, rights } = (authInfo?.extra ?? {}) as { call: Call; rights: FastifyRequest["rights"] };
      return mcpServer(call, rights, version);
    },
    { onerror },
  );
}

/**
 * Messages as the protocol has them: some clients send null for every parameter they leave out, and those in PHP `[]` for `{}`.
 * In the arguments of a tool an empty list may be meant.
 */
function asProtocol(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(asProtocol);
  if (!isFields(body) || !("params" in body)) return body;
  const { params, ...message } = body;
  const given = isEmptyList(params) ? {} : withoutAnyNulls(params);
  if (!isFields(given)) return given === null ? message : body;
  const { arguments: args, ...others } = given;
  const own = args === undefined ? {} : { arguments: isEmptyList(args) ? {} : fromText(args) };
  return { ...message, params: { ...withObjects(others), ...own } };
}

/** Arguments as some clients pass them on from the model: JSON in text, empty for a tool that needs none. */
function fromText(args: unknown): unknown {
  if (typeof args !== "string") return args;
  try {
    return parseJsonBody(Buffer.from(args.trim())) ?? {};
  } catch {
    return args;
  }
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function withObjects(fields: Fields): Fields {
  const kept = Object.entries(fields).map(([name, value]) => {
    if (isEmptyList(value)) return [name, {}];
    return [name, isFields(value) ? withObjects(value) : value];
  });
  return Object.fromEntries(kept);
}

const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";

/** The body is already parsed and passed separately. Any response type is accepted; `asAccepted` converts it for the client. */
function webRequest({ method, url, headers }: FastifyRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value].flat()) if (one !== undefined) copied.append(name, one);
  copied.set("accept", `${JSON_TYPE}, ${STREAM_TYPE}`);
  return new Request(new URL(url, `http://${headers.host ?? "localhost"}`), { method, headers: copied });
}

/** The response in the client's format: many accept only one of the two types, any, or send no header. */
async function asAccepted(answer: Response, { headers, body }: FastifyRequest): Promise<Response> {
  const { accept = "" } = headers;
  const isStream = answer.headers.get("content-type")?.startsWith(STREAM_TYPE) === true;
  const takesStreams = accept.includes(STREAM_TYPE);
  const takesJson = accept.includes(JSON_TYPE) || accept.includes("*/*") || !takesStreams;
  if (isStream && !takesStreams) {
    const responses = responsesIn(await answer.text());
    return inType(answer, JSON_TYPE, JSON.stringify(Array.isArray(body) ? responses : responses[0]));
  }
  if (!isStream && !takesJson && answer.ok && answer.body !== null)
    return inType(answer, STREAM_TYPE, `event: message\ndata: ${await answer.text()}\n\n`);
  return answer;
}

function inType({ status, headers }: Response, type: string, body: string): Response {
  const kept = new Headers(headers);
  kept.delete("content-length");
  kept.set("content-type", type);
  return new Response(body, { status, headers: kept });
}

/** The messages of a stream without its reports of progress. */
function responsesIn(text: string): unknown[] {
  const messages: Fields[] = [];
  const parser = createParser({ onEvent: ({ data }) => messages.push(JSON.parse(data) as Fields) });
  parser.feed(text);
  return messages.filter(({ method }) => method === undefined);
}
