import { spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import { testClock } from "../contracts/memory-store-story.ts";

/** A database file in a folder of its own, and stores on it that are closed together. */
export interface SqliteBench {
  folder: string;
  file: string;
  openStore(file?: string, clock?: Clock): Promise<MemoryStore>;
  closeStores(): Promise<void>;
  remove(): Promise<void>;
}

export async function openSqliteBench(): Promise<SqliteBench> {
  const folder = await mkdtemp(join(tmpdir(), "engram-sqlite-"));
  const open: MemoryStore[] = [];
  const bench: SqliteBench = {
    folder,
    file: join(folder, "engram.db"),
    async openStore(file = bench.file, clock = testClock()) {
      const store = await createSqliteStore({ file, clock });
      open.push(store);
      return store;
    },
    async closeStores() {
      await Promise.all(open.splice(0).map((store) => store.close()));
    },
    async remove() {
      await bench.closeStores();
      await rm(folder, { recursive: true });
    },
  };
  return bench;
}

type Child = ChildProcessByStdio<null, Readable, null>;

/** Runs code in a process of its own. */
export function node(code: string): Child {
  return spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** What such code imports. */
export const SQLITE_URL = new URL("../../src/adapters/sqlite/index.ts", import.meta.url).href;
export const STORY_URL = new URL("../contracts/memory-store-story.ts", import.meta.url).href;
