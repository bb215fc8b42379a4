import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { EngramError, notFound } from "../../errors.ts";
import { cookieOf, Session, sessionCookies, SESSION_SECONDS, type Keys } from "../auth.ts";
import type { RouteContext } from "../context.ts";
import { countGuess } from "../rate-limit.ts";
import { ById } from "../schemas.ts";
import { NOTHING, pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { needs } from "../contract.ts";

const KEY_CHARS_MAX = 200;
const CLIENT_CHARS_MAX = 200;
/** No key was checked yet: the body is hardly larger than one. */
const BODY_BYTES_MAX = 1024;

/**
 * Browsers: a key is exchanged for a session, in a cookie that no script can read and no other site can send. The
 * WebSocket accepts it too. It is not the key, and cannot be turned into it.
 */
export const sessionRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, { keys, rateLimiter }) => {
  app.post(
    "/session",
    {
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        summary: "Sign a browser in with a key",
        body: z.strictObject({
          key: z.string().min(1).max(KEY_CHARS_MAX).describe("an API key, `eng_...`"),
        }),
        response: { 204: NOTHING },
      },
    },
    async (request, reply) => {
      const client = (request.headers["user-agent"] ?? "").slice(0, CLIENT_CHARS_MAX);
      const session = await keys.signIn(request.body.key, client);
      if (session === null) {
        await countGuess(reply, rateLimiter);
        throw new EngramError("unauthorized", "This API key is not known");
      }
      return reply
        .header("set-cookie", cookie(request, keys, session, SESSION_SECONDS))
        .code(204)
        .send(null);
    },
  );
  app.delete(
    "/session",
    { schema: { summary: "Sign a browser out; its session ends", response: { 204: NOTHING } } },
    async (request, reply) => {
      const caller = keys.callerOf(cookieOf(request, keys) ?? "");
      if (caller?.sessionId) await keys.endSession(caller.sessionId, caller.userId);
      return reply
        .header("set-cookie", cookie(request, keys, "", 0))
        .code(204)
        .send(null);
    },
  );
};

const SessionView = Session.extend({ isCurrent: z.boolean() }).meta({ id: "Session" });

/** The browsers a user is signed in with. Needs the right `admin`, as keys do. */
export const ownSessionRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, { keys }) => {
  app.get(
    "/sessions",
    needs.admin("Browsers that are signed in to your memory, newest first", { 200: pageOf(SessionView) }),
    async ({ userId, sessionId }) =>
      onePage(keys.sessions(userId).map((one) => ({ ...one, isCurrent: one.id === sessionId }))),
  );

  app.delete(
    "/sessions",
    needs.admin("Sign out every browser but the one that asks", { 200: z.object({ ended: z.int() }) }),
    async ({ userId, sessionId }) => {
      const others = keys.sessions(userId).filter(({ id }) => id !== sessionId);
      for (const { id } of others) await keys.endSession(id, userId);
      return { ended: others.length };
    },
  );

  app.delete(
    "/sessions/:id",
    needs.admin("Sign a browser out; what it has open ends", { 204: NOTHING }, { params: ById }),
    async ({ userId, params }, reply) => {
      const isOwn = keys.sessions(userId).some(({ id }) => id === params.id);
      if (!isOwn || !(await keys.endSession(params.id, userId))) throw notFound("session");
      return reply.code(204).send(null);
    },
  );
};

/** A session has only letters, digits, `_` and `-`: nothing to escape. Over TLS it takes the place of a plain one. */
function cookie({ headers }: FastifyRequest, keys: Keys, value: string, seconds: number): string[] {
  const rights = "Path=/; HttpOnly; SameSite=Strict";
  const { plain, secure } = sessionCookies(keys);
  const unsafe = (text: string, age: number) => `${plain}=${text}; Max-Age=${age}; ${rights}`;
  if (headers.origin?.startsWith("https://") !== true) return [unsafe(value, seconds)];
  return [unsafe("", 0), `${secure}=${value}; Max-Age=${seconds}; ${rights}; Secure`];
}
