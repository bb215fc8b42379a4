import type { FastifyInstance, FastifyRequest } from "fastify";
import { EngramError } from "../errors.ts";
import type { RateLimiter } from "../ports/rate-limiter.ts";
import { bearerOf } from "./auth.ts";

/** Every request of an API key counts; without keys, of the user. Runs behind authentication. */
export function limitRate(scope: FastifyInstance, limiter: RateLimiter): void {
  scope.addHook("onRequest", async (request, reply) => {
    const waitSeconds = await limiter.refuse(callerOf(request));
    if (waitSeconds === null) return;
    reply.header("retry-after", String(waitSeconds));
    throw tooMany(waitSeconds);
  });
}

/** The id of the key, or the user. */
export function callerOf(request: FastifyRequest): string {
  const keyId = /^eng_([0-9a-f]{16})_/.exec(bearerOf(request) ?? "")?.[1];
  return keyId === undefined ? `user/${request.userId}` : `key/${keyId}`;
}

export function tooMany(waitSeconds: number): EngramError {
  return new EngramError("rate_limited", `Too many requests; try again in ${waitSeconds} s`);
}
