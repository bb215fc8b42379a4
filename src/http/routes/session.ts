import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { EngramError } from "../../errors.ts";
import { SESSION_COOKIE, type Keys } from "../auth.ts";

/** How long a browser keeps a session, seconds: 30 days. A key that is revoked ends it at once. */
const SESSION_SECONDS = 30 * 86_400;
const KEY_CHARS_MAX = 200;

/**
 * Browsers: a key becomes a cookie that no script can read and no other site can send. The WebSocket takes it too.
 * Whoever gets it could have sent the key itself, so nothing more is stored for it.
 */
export function sessionRoutes(keys: Keys): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/session",
      {
        schema: {
          tags: ["session"],
          summary: "Sign a browser in with a key",
          body: z.strictObject({ key: z.string().min(1).max(KEY_CHARS_MAX) }),
        },
      },
      async (request, reply) => {
        const { key } = request.body;
        if (keys.callerOf(key) === null) throw new EngramError("unauthorized", "This API key is not known");
        return reply
          .header("set-cookie", cookie(request, key, SESSION_SECONDS))
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

/** A key has only letters, digits, `_` and `-`: nothing to escape. Secure where the page itself came over TLS. */
function cookie(request: FastifyRequest, value: string, seconds: number): string {
  const isSecure = request.headers.origin?.startsWith("https://") === true;
  const rights = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return `${SESSION_COOKIE}=${value}; ${rights}${isSecure ? "; Secure" : ""}`;
}
