import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { memoryStoreContract, testClock } from "../contracts/memory-store.ts";

memoryStoreContract("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "engram-sqlite-"));
  const clock = testClock();
  const store = await createSqliteStore({ file: join(folder, "engram.db"), clock });
  return {
    store,
    clock,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
