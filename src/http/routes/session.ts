import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { EngramError, notFound } from "../../errors.ts";
import { cookieOf, Session, sessionCookies, SESSION_SECONDS, type Keys } from "../auth.ts";
import { countGuess } from "../rate-limit.ts";
import { ById } from "../schemas.ts";
import { NOTHING, pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { routes } from "../route.ts";

const KEY_CHARS_MAX = 200;
const CLIENT_CHARS_MAX = 200;
/** No key was checked yet: the body is hardly larger than one. */
const BODY_BYTES_MAX = 1024;

/**
 * Browsers: a key is exchanged for a session, in a cookie that no script can read and no other site can send. The
 * WebSocket accepts it too. It is not the key, and cannot be turned into it.
 */
export const sessionRoutes = routes(({ open }, { keys, rateLimiter }) => {
  open("POST /session", {
    options: { bodyLimit: BODY_BYTES_MAX },
    summary: "Sign a browser in with a key",
    body: z.strictObject({
      key: z.string().min(1).max(KEY_CHARS_MAX).describe("an API key, `eng_...`"),
    }),
    response: { 204: NOTHING },
    async run(request, reply) {
      const client = (request.headers["user-agent"] ?? "").slice(0, CLIENT_CHARS_MAX);
      const session = await keys.signIn(request.body.key, client);
      if (session === null) {
        await countGuess(reply, rateLimiter);
        throw new EngramError("unauthorized", "This API key is not known");
      }
      reply.header("set-cookie", cookie(request, keys, session, SESSION_SECONDS));
      return null;
    },
  });
  open("DELETE /session", {
    summary: "Sign a browser out; its session ends",
    response: { 204: NOTHING },
    async run(request, reply) {
      const caller = keys.callerOf(cookieOf(request, keys) ?? "");
      if (caller?.sessionId) await keys.endSession(caller.sessionId, caller.userId);
      reply.header("set-cookie", cookie(request, keys, "", 0));
      return null;
    },
  });
});

const SessionView = Session.extend({ isCurrent: z.boolean() }).meta({ id: "Session" });

/** The browsers a user is signed in with. Needs the right `admin`, as keys do. */
export const ownSessionRoutes = routes(({ admin }, { keys }) => {
  admin("GET /sessions", {
    summary: "Browsers that are signed in to your memory, newest first",
    response: { 200: pageOf(SessionView) },
    run: async ({ userId, sessionId }) =>
      onePage(keys.sessions(userId).map((one) => ({ ...one, isCurrent: one.id === sessionId }))),
  });

  admin("DELETE /sessions", {
    summary: "Sign out every browser but the one that asks",
    response: { 200: z.object({ ended: z.int() }) },
    async run({ userId, sessionId }) {
      const others = keys.sessions(userId).filter(({ id }) => id !== sessionId);
      for (const { id } of others) await keys.endSession(id, userId);
      return { ended: others.length };
    },
  });

  admin("DELETE /sessions/:id", {
    summary: "Sign a browser out; what it has open ends",
    params: ById,
    response: { 204: NOTHING },
    async run({ userId, params }) {
      const isOwn = keys.sessions(userId).some(({ id }) => id === params.id);
      if (!isOwn || !(await keys.endSession(params.id, userId))) throw notFound("session");
      return null;
    },
  });
});

/** A session has only letters, digits, `_` and `-`: nothing to escape. Over TLS it takes the place of a plain one. */
function cookie({ headers }: FastifyRequest, keys: Keys, value: string, seconds: number): string[] {
  const rights = "Path=/; HttpOnly; SameSite=Strict";
  const { plain, secure } = sessionCookies(keys);
  const unsafe = (text: string, age: number) => `${plain}=${text}; Max-Age=${age}; ${rights}`;
  if (headers.origin?.startsWith("https://") !== true) return [unsafe(value, seconds)];
  return [unsafe("", 0), `${secure}=${value}; Max-Age=${seconds}; ${rights}; Secure`];
}
