import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "../../ports/coordination.ts";
import type { RedisLink } from "./link.ts";

/** A lease not renewed for this long expires, milliseconds: how long a dead process blocks others. */
const LEASE_MS = 10_000;
export const RENEW_MS = 2_500;
/** Interval between polls for a free lease: doubled from the first to the last, milliseconds. */
const LOOK_MS = 4;
const LOOK_MS_MAX = 64;

const RENEW = `
local held = redis.call('GET', KEYS[1])
if held == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if held then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Leases of this process. Renewed in a batch; one that Redis lost with its data is set again, unless another process
 * was faster. While Redis is down a lease is granted unconditionally: only the caller's local lock then keeps
 * this process in order.
 */
export function createLeases(link: RedisLink) {
  const held = new Map<string, string>();
  const keyOf = (name: string): string => `${link.prefix}:lease:${name}`;

  const renew = async (): Promise<void> => {
    if (held.size === 0) return;
    await link.ask(async (client) => {
      const pipeline = client.pipeline();
      for (const [token, name] of held) pipeline.eval(RENEW, 1, keyOf(name), token, LEASE_MS);
      await pipeline.exec();
    });
  };
  const timer = setInterval(() => void renew(), RENEW_MS);
  timer.unref();

  const drop = (name: string, token: string): Promise<unknown> =>
    link.ask((client) => client.eval(RELEASE, 1, keyOf(name), token));
  const release = (name: string, token: string): void => {
    if (held.delete(token)) void drop(name, token);
  };

  /** Sets a key for a time unless it is set; null: Redis is down. */
  const set = (key: string, value: string, forMs: number): Promise<{ isFirst: boolean } | null> =>
    link.ask(async (client) => ({ isFirst: (await client.set(key, value, "PX", forMs, "NX")) === "OK" }));

  return {
    async acquire(name: string, waitMs: number): Promise<Lease | null> {
      const token = randomUUID();
      const until = performance.now() + waitMs;
      for (let lookMs = LOOK_MS; ; lookMs = Math.min(LOOK_MS_MAX, lookMs * 2)) {
        const answer = await set(keyOf(name), token, LEASE_MS);
        if (answer === null || answer.isFirst) break;
        const left = until - performance.now();
        if (left <= 0) return null;
        await sleep(Math.min(left, lookMs * (0.5 + Math.random())));
      }
      held.set(token, name);
      return { release: () => release(name, token) };
    },
    async once(name: string, forMs: number): Promise<boolean> {
      const answer = await set(`${link.prefix}:once:${name}`, "1", Math.ceil(forMs));
      return answer?.isFirst ?? false;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      const names = [...held];
      held.clear();
      await Promise.all(names.map(([token, name]) => drop(name, token)));
    },
  };
}
