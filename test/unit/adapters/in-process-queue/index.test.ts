import { createInProcessQueue } from "../../../../src/adapters/in-process-queue/index.ts";
import { jobQueueContract } from "../../../contracts/job-queue.ts";

jobQueueContract("in-process", async () => {
  const errors: string[] = [];
  const jobs = createInProcessQueue({
    concurrency: 2,
    waitingMax: 5,
    onError: (name) => void errors.push(name),
  });
  return { jobs, errors, close: () => jobs.close() };
});
