import type { FastifyInstance } from "fastify";

/** How long a browser may cache a preflight response, seconds. */
const REMEMBERED_SECONDS = 600;
const METHODS = "GET, POST, PUT, PATCH, DELETE";
const RESPONSE_HEADERS = "retry-after, x-engram-conversation";

/**
 * Lets pages of the listed origins read responses (CORS). Never with credentials: such a page sends its key as a bearer token,
 * and the session cookie stays with Engram's own site. Any header may be sent: OpenAI's package adds many. Runs after the Host
 * and Origin check, which refuses all others.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook("onRequest", async (request, reply) => {
    reply.header("vary", "origin");
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply
      .header("access-control-allow-origin", origin)
      .header("access-control-expose-headers", RESPONSE_HEADERS);
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined)
      return;
    return (
      reply
        .header("access-control-allow-methods", METHODS)
        .header("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "")
        // Chromium asks for it where a page of the internet calls this machine or its network.
        .header("access-control-allow-private-network", "true")
        .header("access-control-max-age", String(REMEMBERED_SECONDS))
        .code(204)
        .send()
    );
  });
}
