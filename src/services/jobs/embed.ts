import type { JobPayload, JobQueue } from "../../ports/job-queue.ts";
import type { EmbedMemories } from "../embedding/embed-memories.ts";
import { registerModelJob } from "./model-away.ts";

/** Job `embed`: computes vectors for a user's waiting memories. The store knows which memories are waiting. */
const NAME = "embed";

export function registerEmbed(queue: JobQueue, embedMemories: EmbedMemories): void {
  const job = { name: NAME, priority: 2, keyOf: ({ userId }: JobPayload) => userId };
  registerModelJob(queue, job, ({ userId }, signal) => embedMemories.run(userId, signal));
}

export async function enqueueEmbed(queue: JobQueue, userId: string): Promise<void> {
  await queue.enqueue(NAME, userId, { userId });
}
