import type { JobScheduler } from "../../ports/job-scheduler.ts";
import type { RedisLink } from "../redis/link.ts";
import { openBullQueue } from "./bull-queue.ts";

const QUEUE_NAME = "schedule";
/** Due jobs announced at once; one takes a moment. */
const CONCURRENCY = 4;

/**
 * BullMQ job schedulers: each due time is announced once over all processes. They are written at each start and
 * whenever Redis comes back, perhaps empty; the scheduler of a job without an entry is removed.
 */
export function createBullJobScheduler({
  link,
  onError,
}: {
  link: RedisLink;
  onError: (error: unknown) => void;
}): JobScheduler {
  let tell: (job: string) => Promise<void> = async () => undefined;
  const bullQueue = openBullQueue({
    link,
    name: QUEUE_NAME,
    concurrency: CONCURRENCY,
    async run(job) {
      await tell(job.name).catch(onError);
      return { done: true };
    },
    onError,
  });
  let closed = false;
  return {
    start(entries, due) {
      tell = due;
      const write = (): void => {
        if (!closed) bullQueue.schedule(entries).catch(onError);
      };
      if (link.state() === "ok") write();
      link.onReady(write);
      bullQueue.work();
    },
    async close() {
      closed = true;
      await bullQueue.close();
    },
  };
}
