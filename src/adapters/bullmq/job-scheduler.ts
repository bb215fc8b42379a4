import type { Ticker } from "../../ports/job-scheduler.ts";
import type { RedisLink } from "../redis/link.ts";
import { createLane } from "./lane.ts";

const LANE = "schedule";
/** Ticks that are told at once; telling one takes a moment. */
const CONCURRENCY = 4;

/**
 * Job schedulers of BullMQ: one tick over all processes. They are written at each start and whenever Redis is back,
 * perhaps empty; one of a job that is scheduled no more is removed.
 */
export function createBullTicker({
  link,
  onError,
}: {
  link: RedisLink;
  onError: (error: unknown) => void;
}): Ticker {
  let tell: (job: string) => Promise<void> = async () => undefined;
  const lane = createLane({
    link,
    name: LANE,
    concurrency: CONCURRENCY,
    async run(job) {
      await tell(job.name).catch(onError);
      return { done: true };
    },
    onStalled: () => undefined,
    onLost: () => undefined,
    onError,
  });
  let closed = false;
  return {
    start(entries, due) {
      tell = due;
      const write = (): void => {
        if (!closed) lane.schedule(entries).catch(onError);
      };
      if (link.state() === "ok") write();
      link.onReady(write);
      lane.work();
    },
    async close() {
      closed = true;
      await lane.close();
    },
  };
}
