import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Call } from "../../mcp/tool.ts";
import { clientSignal, storeOf, type RouteContext } from "../context.ts";

/**
 * `/mcp`: the memory as tools, over streamable HTTP without sessions. Clients of the revisions before 2026-07-28 are
 * answered too; every request gets the tools of whoever asks.
 */
export function mcpRoutes(context: RouteContext, version: string): FastifyPluginAsync {
  let handler: Promise<McpHttpHandler> | null = null;
  return async (app) => {
    app.addHook("preClose", async () => (await handler)?.close());
    app.route({
      method: ["GET", "POST", "DELETE"],
      url: "/mcp",
      schema: { tags: ["mcp"], summary: "The memory as tools of the Model Context Protocol" },
      handler: async (request, reply) => {
        const { userId, rights } = request;
        const call: Call = {
          engine: context.engine,
          userId,
          user: storeOf(context, request),
          signal: clientSignal(context, reply),
        };
        handler ??= createHandler(version, (error) => request.log.warn({ error: error.name }, "mcp"));
        const { fetch } = await handler;
        const asked = fetch(webRequest(request), {
          parsedBody: request.body,
          authInfo: { token: "", clientId: userId, scopes: [...rights], extra: { call, rights } },
        });
        return reply.send(await context.inFlight.track(asked));
      },
    });
  };
}

/** Loaded with the first request: the package takes as long as the rest of the service to load. */
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

/** The body was parsed already, and is passed beside it. */
function webRequest({ method, url, headers }: FastifyRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value].flat()) if (one !== undefined) copied.append(name, one);
  return new Request(new URL(url, `http://${headers.host ?? "localhost"}`), { method, headers: copied });
}
