import type { IncomingMessage } from "node:http";
import helmet from "@fastify/helmet";
import swaggerUi from "@fastify/swagger-ui";
import websocket from "@fastify/websocket";
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { EngramError } from "./errors.ts";
import { adminRoutes } from "./http/routes/admin.ts";
import { atLocalDays } from "./http/local-days.ts";
import type { AppDeps, RouteContext } from "./http/context.ts";
import { sendError } from "./http/errors.ts";
import { allowOrigins } from "./http/cors.ts";
import { createBodies } from "./http/bodies.ts";
import { boundConnections } from "./http/connections.ts";
import { checkHost } from "./http/hosts.ts";
import { createInFlight } from "./http/in-flight.ts";
import { parseJsonBody } from "./http/json-body.ts";
import { authenticateLimited, limitRate } from "./http/rate-limit.ts";
import { describeRoutes } from "./http/openapi.ts";
import { requireContract, requireRight } from "./http/rights.ts";
import { WhenSchema } from "./http/schemas.ts";
import { audioRoutes } from "./http/openai/audio.ts";
import { openAiRoutes } from "./http/openai/routes.ts";
import { chatRoutes } from "./http/routes/chat.ts";
import { conversationRoutes } from "./http/routes/conversations.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { keyRoutes } from "./http/routes/keys.ts";
import { mcpRoutes } from "./http/routes/mcp.ts";
import { maintenanceRoutes } from "./http/routes/maintenance.ts";
import { linkRoutes } from "./http/routes/memory-links.ts";
import { memoryEditRoutes } from "./http/routes/memory-edits.ts";
import { learningRoutes } from "./http/routes/memory-learning.ts";
import { episodeRoutes } from "./http/routes/memory-episodes.ts";
import { graphRoutes } from "./http/routes/memory-graph.ts";
import { insightRoutes } from "./http/routes/memory-insights.ts";
import { procedureRoutes } from "./http/routes/procedures.ts";
import { rejectionRoutes } from "./http/routes/memory-rejections.ts";
import { reviewRoutes } from "./http/routes/memory-review.ts";
import { searchRoutes } from "./http/routes/memory-search.ts";
import { transferRoutes } from "./http/routes/memory-transfer.ts";
import { modelRoutes } from "./http/routes/models.ts";
import { eventRoutes, metricsRoutes } from "./http/routes/observe.ts";
import { operationRoutes } from "./http/routes/operations.ts";
import { reportRoutes } from "./http/routes/reports.ts";
import { refuseUnknownQuery } from "./http/strict-query.ts";
import { ownSessionRoutes, sessionRoutes } from "./http/routes/session.ts";
import { webPages } from "./http/routes/web.ts";
import { webSocketRoutes } from "./http/ws/routes.ts";

/** Largest body of any route, bytes: a whole `/v1` history fits. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** Time limit for receiving a request, and its headers, milliseconds. */
const REQUEST_MS_MAX = 300_000;
const HEAD_MS_MAX = 20_000;
/**
 * How long a connection stays open after a response, milliseconds: longer than the pools of proxies (Traefik, Cloudflare and
 * other programs in Go: 90 s), which would send a request into a connection that is just being closed.
 */
const IDLE_MS_MAX = 100_000;
/** Headers of a request, bytes: sign-in proxies such as oauth2-proxy send tens of kilobytes of cookies along. */
const HEAD_BYTES_MAX = 65_536;
/** How often Node checks for requests that exceed it. */
const CHECK_MS = 5_000;
/** Longest a shutdown waits for aborted replies, milliseconds. */
const DRAIN_MS = 5_000;
/** Longest frame a WebSocket client may send, bytes. */
const FRAME_BYTES_MAX = 1024 * 1024;

/** Where OpenAI clients look, with whatever base URL, and Ollama's (`/api`). */
const OPENAI_PATH = /^\/(?:v1|api)\b|\/(?:completions|responses|embeddings)\/?(?:\?|$)/;
const OPENAI_HINT =
  "; the base URL is the address of the pages and /v1, where there are POST chat/completions, responses, embeddings, " +
  "audio/transcriptions and audio/speech, and GET models";

/** Where MCP clients without a key look for a sign-in; what is said there is all that they show. */
const OAUTH_PATH = /^\/(?:\.well-known\/(?:oauth|openid)|(?:register|authorize|token)\/?(?:\?|$))/;
const OAUTH_HINT = "; there is no OAuth: let the client send the header Authorization: Bearer <key>";

/** The composition root of the HTTP surface: all dependencies are passed in, nothing is read from the environment. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.logger;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: IDLE_MS_MAX,
    http: {
      headersTimeout: HEAD_MS_MAX,
      maxHeaderSize: HEAD_BYTES_MAX,
      connectionsCheckingInterval: CHECK_MS,
      shouldUpgradeCallback: isWebSocket,
    },
    forceCloseConnections: true,
    routerOptions: {
      // The route refuses a long one by name.
      maxParamLength: HEAD_BYTES_MAX,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
    },
    frameworkErrors: refuseUnrouted,
    genReqId: () => deps.engine.newId(),
  });
  const inFlight = createInFlight();
  const bodies = createBodies();
  const context: RouteContext = { ...deps, inFlight, bodies };
  const { keys, rateLimiter } = deps;

  app.setValidatorCompiler(validatorCompiler);
  // Responses are checked at build time and by tests, not at run time.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const ofOAuth = OAUTH_PATH.test(request.url) ? OAUTH_HINT : "";
    const hint = OPENAI_PATH.test(request.url) ? OPENAI_HINT : ofOAuth;
    sendError(new EngramError("not_found", `There is no such route${hint}`), request, reply);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", async (request: FastifyRequest, payload: IncomingMessage) =>
    parseJsonBody(await bodies.read(request, payload)),
  );
  boundConnections(app.server);
  app.decorateRequest("userId", "");
  app.decorateRequest("user", {
    getter() {
      return deps.engine.store.forUser(this.userId);
    },
  });
  app.decorateRequest("rights");
  app.decorateRequest("keyId", null);
  app.decorateRequest("sessionId", null);
  app.decorateRequest("revoked", null);
  app.addHook("onResponse", logRequest);
  app.addHook("preClose", async () => inFlight.drain(DRAIN_MS));

  await app.register(helmet, {
    contentSecurityPolicy: { directives: CONTENT_SECURITY },
    strictTransportSecurity: false,
  });
  await app.register(websocket, {
    options: {
      maxPayload: FRAME_BYTES_MAX,
      handleProtocols: (protocols) => (protocols.has("engram") ? "engram" : false),
    },
  });
  // Registered after the WebSocket plugin's own hook, which closes the socket of a refused upgrade only if it saw the
  // request.
  app.addHook("onRequest", async (request) => checkHost(request, deps.hostRules));
  allowOrigins(app, deps.hostRules.origins);
  await describeRoutes(app, deps.version);
  await app.register(healthRoutes, context);
  await app.register(metricsRoutes, context);
  if (deps.isWorker) return app;
  await webPages(app, deps.webFolder);
  await app.register(sessionRoutes, context);
  await app.register(adminRoutes, context);
  await app.register(async (scope) => {
    // Private responses stay out of all caches on the way.
    scope.addHook("onSend", async (_, reply) => {
      if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    });
    scope.addHook("onRequest", async (request, reply) => {
      const { rights, ...caller } = await authenticateLimited(request, reply, keys, rateLimiter);
      requireRight(request, rights);
      Object.assign(request, caller, { rights });
    });
    scope.addHook("onRoute", refuseUnknownQuery);
    if (rateLimiter) limitRate(scope, rateLimiter);
    await scope.register(async (api) => {
      api.addHook("onRoute", requireContract);
      api.addHook("preValidation", async ({ routeOptions, query, body, user }) => {
        await atLocalDays(routeOptions.schema?.querystring, WhenSchema, query, user);
        await atLocalDays(routeOptions.schema?.body, WhenSchema, body, user);
      });
      for (const routes of USER_ROUTES) await api.register(routes, context);
    });
    scope.addHook("onRoute", (route) => void (route.config = { ...route.config, right: "read" }));
    await scope.register(swaggerUi, { routePrefix: "/docs", staticCSP: DOCS_CONTENT_SECURITY });
  });
  return app;
}

/** Routes that need a key. */
const USER_ROUTES = [
  chatRoutes,
  conversationRoutes,
  searchRoutes,
  graphRoutes,
  insightRoutes,
  episodeRoutes,
  linkRoutes,
  procedureRoutes,
  memoryEditRoutes,
  learningRoutes,
  rejectionRoutes,
  reviewRoutes,
  transferRoutes,
  maintenanceRoutes,
  reportRoutes,
  operationRoutes,
  modelRoutes,
  keyRoutes,
  ownSessionRoutes,
  eventRoutes,
  openAiRoutes,
  audioRoutes,
  mcpRoutes,
  webSocketRoutes,
];

/** Everything from this origin, nothing from elsewhere: no CDN. */
const CONTENT_SECURITY = {
  defaultSrc: ["'self'"],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  mediaSrc: ["'self'", "blob:"],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
};

/** The API docs viewer injects styles into its page. */
const DOCS_CONTENT_SECURITY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'";

/** Any other upgrade is ignored: Java's client offers `h2c` with each request, some proxies add the header to all. */
function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
}

/** A request that never reached the router, so no hook closes its socket if it asked for an upgrade. */
function refuseUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once("finish", () => request.raw.socket.destroySoon());
  void sendError(error, request, reply);
}

/** One line per request: ids, route pattern, status, time. Never a path with ids in it, never a body. */
async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    "request",
  );
}
