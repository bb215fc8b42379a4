import type { FastifyInstance, FastifyRequest } from "fastify";
import { EngramError } from "../errors.ts";
import type { RateLimiter } from "../ports/rate-limiter.ts";
import { authenticate, bearerOf, type Caller, type Keys } from "./auth.ts";

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
export function callerOf({ keyId, userId }: FastifyRequest): string {
  return keyId === null ? `user/${userId}` : `key/${keyId}`;
}

/** Who is asking; who guesses keys is slowed down by address. Throws `unauthorized` or `rate_limited`. */
export async function authenticateLimited(
  request: FastifyRequest,
  keys: Keys,
  limiter: RateLimiter | null,
): Promise<Caller> {
  try {
    return authenticate(request, keys);
  } catch (error) {
    if (bearerOf(request) !== null) await refuseGuess(request, limiter);
    throw error;
  }
}

/** Counts a key that is not known; throws `rate_limited` when its address has sent too many. */
export async function refuseGuess(request: FastifyRequest, limiter: RateLimiter | null): Promise<void> {
  const waitSeconds = (await limiter?.refuse(`address/${request.ip}`)) ?? null;
  if (waitSeconds !== null) throw tooMany(waitSeconds);
}

export function tooMany(waitSeconds: number): EngramError {
  return new EngramError("rate_limited", `Too many requests; try again in ${waitSeconds} s`);
}
