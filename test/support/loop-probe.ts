/**
 * Preloaded into a service (`NODE_OPTIONS=--import=...`): measures how long its event loop is held. On SIGWINCH it
 * writes what it saw since the last one to LOOP_PROBE_FILE and begins again.
 */
import { renameSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

export interface LoopProbe {
  /** Longest stretch between two turns of the loop: processor time of the main thread, ms. Waiting for a core is not in it. */
  heldMs: number;
  /** The most memory that the process had, bytes. */
  residentMax: number;
  /** Counts the signals. */
  n: number;
}

const TICK_MS = 1;
const file = process.env.LOOP_PROBE_FILE;

if (isMainThread && file !== undefined) watch(file);

function watch(path: string): void {
  let seen: LoopProbe = { heldMs: 0, residentMax: 0, n: 0 };
  let usedMs = threadMs();
  setInterval(() => {
    const now = threadMs();
    seen.heldMs = Math.max(seen.heldMs, now - usedMs);
    seen.residentMax = Math.max(seen.residentMax, process.memoryUsage.rss());
    usedMs = now;
  }, TICK_MS).unref();
  process.on("SIGWINCH", () => {
    writeFileSync(`${path}.new`, JSON.stringify({ ...seen, n: seen.n + 1 }));
    renameSync(`${path}.new`, path);
    seen = { heldMs: 0, residentMax: process.memoryUsage.rss(), n: seen.n + 1 };
    usedMs = threadMs();
  });
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
