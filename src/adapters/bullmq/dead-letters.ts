import { EngramError } from "../../errors.ts";
import type { DeadLetter, JobPayload } from "../../ports/job-queue.ts";
import type { RedisLink } from "../redis/link.ts";
import { letterId } from "../store-core/letter-id.ts";

/** Dead letters kept; the oldest are dropped first. */
const DEAD_MAX = 1_000;

const PUT = `
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -tonumber(ARGV[4]) - 1)) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
end`;

const TAKE = `
local letter = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return letter`;

/**
 * Failed jobs, by id in a hash and by time in a sorted set. BullMQ's own set of failed jobs does not work: a
 * job retried from there runs next to one of the same key that was queued later.
 */
export function createDeadLetters(link: RedisLink) {
  const letters = `${link.prefix}:dead`;
  const times = `${link.prefix}:dead:at`;
  const take = async (id: string): Promise<DeadLetter | null> => {
    const json = (await link.client.eval(TAKE, 2, letters, times, id)) as string | null;
    return json === null ? null : (JSON.parse(json) as DeadLetter);
  };
  return {
    async put(
      failed: { name: string; key: string; payload: JobPayload } & Pick<DeadLetter, "code" | "attempts">,
    ): Promise<void> {
      const id = letterId(failed.name, failed.key);
      const at = Date.now();
      const letter: DeadLetter = { id, ...failed, failedAt: new Date(at).toISOString() };
      await link.ask((client) =>
        client.eval(PUT, 2, letters, times, id, JSON.stringify(letter), at, DEAD_MAX),
      );
    },
    async drop(name: string, key: string): Promise<void> {
      await link.ask(() => take(letterId(name, key)));
    },
    /** Removes and returns a letter. */
    take: (id: string): Promise<DeadLetter | null> =>
      answered(link.ask(async () => ({ letter: await take(id) }))).then(({ letter }) => letter),
    async list(): Promise<DeadLetter[]> {
      const all = await answered(link.ask((client) => client.hvals(letters)));
      return all
        .map((json) => JSON.parse(json) as DeadLetter)
        .sort((a, b) => b.failedAt.localeCompare(a.failedAt));
    },
    count: async (): Promise<number> => (await link.ask((client) => client.hlen(letters))) ?? 0,
  };
}

async function answered<T>(asked: Promise<T | null>): Promise<T> {
  const answer = await asked;
  if (answer === null) throw new EngramError("queue_unavailable");
  return answer;
}
