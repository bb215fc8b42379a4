import { randomUUID } from "node:crypto";
import { createBullQueue } from "../../src/adapters/bullmq/index.ts";
import { createRedisCoordination } from "../../src/adapters/redis/coordination.ts";
import { openRedisLink, type RedisLink } from "../../src/adapters/redis/link.ts";
import { openMessages } from "../../src/adapters/redis/messages.ts";
import type { Coordination } from "../../src/ports/coordination.ts";
import type { JobQueue } from "../../src/ports/job-queue.ts";

/** What one process has of Redis; several in one test are several processes to each other. */
export interface RedisPeer {
  link: RedisLink;
  coordination: Coordination;
  jobs: JobQueue;
  /** Names of jobs whose failure was reported. */
  errors: string[];
  /** Cuts it off without a word, as `kill -9` does. */
  die(): void;
  close(): Promise<void>;
}

export interface PeerOptions {
  works?: boolean;
  concurrency?: number;
  readyMs?: number;
  /** What is reported of the connection. */
  onError?: (error: unknown) => void;
}

const READY_MS_MAX = 5_000;

export async function redisPeer(url: string, prefix: string, options: PeerOptions = {}): Promise<RedisPeer> {
  const { works = true, concurrency = 2, readyMs = READY_MS_MAX, onError = () => undefined } = options;
  const errors: string[] = [];
  const processId = randomUUID();
  const link = openRedisLink({ url, sentinels: [], sentinelName: "" }, { prefix, onError });
  const messages = openMessages(link, processId);
  const coordination = createRedisCoordination(processId, link, messages);
  await link.ready(readyMs);
  const jobs = createBullQueue({
    link,
    messages,
    concurrency,
    works,
    onError: (name) => void errors.push(name),
  });
  const die = (): void => {
    messages.close();
    link.client.disconnect();
  };
  return {
    link,
    coordination,
    jobs,
    errors,
    die,
    async close() {
      await jobs.close();
      await coordination.close();
      messages.close();
      await link.close();
    },
  };
}
