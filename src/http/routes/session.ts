import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { EngramError } from "../../errors.ts";
import type { RateLimiter } from "../../ports/rate-limiter.ts";
import { SESSION_COOKIE, type Keys } from "../auth.ts";
import { countGuess } from "../rate-limit.ts";

/** How long a browser keeps a session, seconds: 30 days. A key that is revoked ends it at once. */
const SESSION_SECONDS = 30 * 86_400;
const KEY_CHARS_MAX = 200;
/** Nobody has shown a key yet: what they may send is hardly more than one. */
const BODY_BYTES_MAX = 1024;

/**
 * Browsers: a key is changed for a session, in a cookie that no script can read and no other site can send. The
 * WebSocket takes it too. It is not the key, and cannot be turned into it.
 */
export function sessionRoutes(keys: Keys, limiter: RateLimiter | null): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/session",
      {
        bodyLimit: BODY_BYTES_MAX,
        schema: {
          tags: ["session"],
          summary: "Sign a browser in with a key",
          body: z.strictObject({ key: z.string().min(1).max(KEY_CHARS_MAX) }),
        },
      },
      async (request, reply) => {
        const session = keys.sessionOf(request.body.key, SESSION_SECONDS);
        if (session === null) {
          await countGuess(reply, limiter);
          throw new EngramError("unauthorized", "This API key is not known");
        }
        return reply
          .header("set-cookie", cookie(request, session, SESSION_SECONDS))
          .code(204)
          .send();
      },
    );
    app.delete(
      "/session",
      { schema: { tags: ["session"], summary: "Sign a browser out" } },
      async (request, reply) =>
        reply
          .header("set-cookie", cookie(request, "", 0))
          .code(204)
          .send(),
    );
  };
}

/** A session has only letters, digits, `_` and `-`: nothing to escape. Secure where the page itself came over TLS. */
function cookie(request: FastifyRequest, value: string, seconds: number): string {
  const isSecure = request.headers.origin?.startsWith("https://") === true;
  const rights = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return `${SESSION_COOKIE}=${value}; ${rights}${isSecure ? "; Secure" : ""}`;
}
