import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { EngramError } from "../errors.ts";
import type { RateLimiter } from "../ports/rate-limiter.ts";
import { authenticate, bearerOf, type Caller, type Keys } from "./auth.ts";

/** Every request of an API key counts; without keys, of the user. Runs after authentication. */
export function limitRate(scope: FastifyInstance, limiter: RateLimiter): void {
  scope.addHook("onRequest", async (request, reply) => countOrRefuse(limiter, callerOf(request), reply));
}

/** Throws `rate_limited`, with the seconds to wait in a response header. */
async function countOrRefuse(limiter: RateLimiter, caller: string, reply: FastifyReply): Promise<void> {
  const waitSeconds = await limiter.refuse(caller);
  if (waitSeconds === null) return;
  reply.header("retry-after", String(waitSeconds));
  throw tooMany(waitSeconds);
}

/** The id of the key, or the user. */
export function callerOf({ keyId, userId }: FastifyRequest): string {
  return keyId === null ? `user/${userId}` : `key/${keyId}`;
}

/** The caller; key guessing is throttled by address. Throws `unauthorized` or `rate_limited`. */
export async function authenticateLimited(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: Keys,
  limiter: RateLimiter | null,
): Promise<Caller> {
  try {
    return authenticate(request, keys);
  } catch (error) {
    if (bearerOf(request, keys) !== null) await countGuess(reply, limiter);
    throw error;
  }
}

/** Counts an unknown key; throws `rate_limited` if its address has sent too many. */
export async function countGuess(reply: FastifyReply, limiter: RateLimiter | null): Promise<void> {
  if (limiter !== null) await countOrRefuse(limiter, `address/${reply.request.ip}`, reply);
}

export function tooMany(waitSeconds: number): EngramError {
  return new EngramError("rate_limited", `Too many requests; try again in ${waitSeconds} s`);
}
