import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import { createModelGate, type ModelGate } from "../../src/services/model/gate.ts";
import { createKeyedLock, type KeyedLock } from "../../src/services/locks.ts";
import { createMaintenanceRuns, type MaintenanceRuns } from "../../src/services/maintenance/runs.ts";
import { createReviewDesk, type ReviewDesk } from "../../src/services/review/index.ts";
import { testClock, type TestClock } from "../contracts/memory-store-story.ts";

/** A real store in a folder of its own, and what the owner decides with. */
export interface TestMemory {
  store: MemoryStore;
  clock: TestClock;
  gate: ModelGate;
  graphLock: KeyedLock;
  runs: MaintenanceRuns;
  desk: ReviewDesk;
  newId: () => string;
  close(): Promise<void>;
}

export async function openMemory(): Promise<TestMemory> {
  const folder = await mkdtemp(join(tmpdir(), "engram-memory-"));
  const clock = testClock();
  const store = await createSqliteStore({ file: join(folder, "engram.db"), clock });
  const graphLock = createKeyedLock();
  let made = 0;
  const newId = (): string => `made${(made += 1)}`;
  const runs = createMaintenanceRuns({
    system: store.system,
    clock,
    newId,
    jobs: {},
    onError: () => undefined,
  });
  const forgetting = {
    decide: async () => undefined,
    keepSince: async () => 0,
  };
  const desk = createReviewDesk({ store, clock, newId, graphLock, runs, forgetting });
  return {
    store,
    clock,
    gate: createModelGate(),
    graphLock,
    runs,
    desk,
    newId,
    async close() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
