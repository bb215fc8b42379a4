import { syncBuiltinESMExports } from "node:module";
import { StatementSync } from "node:sqlite";
import threads, { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";

/**
 * Loaded with `--import` into a process, and by itself into each thread that the process starts: counts the SQL
 * statements that run, in memory that all threads share.
 */
const KEY = "engram-bench-statements";
const READS = 0;
const WRITES = 1;

if (isMainThread) {
  setEnvironmentData(KEY, new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  // The store starts its threads without options of the process.
  threads.Worker = class extends threads.Worker {
    constructor(script: string | URL, options: threads.WorkerOptions = {}) {
      super(script, { ...options, execArgv: ["--import", import.meta.url] });
    }
  };
  syncBuiltinESMExports();
}
const shared = new Int32Array(getEnvironmentData(KEY) as SharedArrayBuffer);

/** Statements run so far by this process. */
export function statements(): { reads: number; writes: number } {
  return { reads: Atomics.load(shared, READS), writes: Atomics.load(shared, WRITES) };
}

const prototype = StatementSync.prototype as never as Record<string, (...args: unknown[]) => unknown>;
for (const name of ["all", "get", "run", "iterate"]) {
  const original = prototype[name];
  prototype[name] = function counted(this: StatementSync, ...args) {
    Atomics.add(shared, /^\s*(?:select|with|pragma)\b/i.test(this.sourceSQL) ? READS : WRITES, 1);
    return original?.apply(this, args);
  };
}
