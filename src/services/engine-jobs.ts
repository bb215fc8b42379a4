import type { Instant } from "../domain/time.ts";
import type { JobQueue } from "../ports/job-queue.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { EmbedMemories } from "./embedding/embed-memories.ts";
import type { LivePass } from "./extraction/live-pass.ts";
import type { HandedRun, MaintenanceRuns } from "./maintenance/runs.ts";

export interface EngineJobs {
  registerExtract(queue: JobQueue, livePass: LivePass): void;
  enqueueExtract(queue: JobQueue, payload: { userId: string; conversationId: string }): Promise<void>;
  recoverExtractions(queue: JobQueue, store: MemoryStore, now: Instant): Promise<number>;
  registerEmbed(queue: JobQueue, embedMemories: EmbedMemories): void;
  enqueueEmbed(queue: JobQueue, userId: string): Promise<void>;
  registerRuns(queue: JobQueue, runs: MaintenanceRuns): void;
  enqueueRun(queue: JobQueue, run: HandedRun): Promise<void>;
}
