import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { EngramError } from "../../errors.ts";
import { createKeyedLock } from "../locks.ts";
import type { GraphColumns } from "./projection.ts";
import type { TaskInput, TaskName, TaskResult } from "./tasks.ts";
import type { GraphWork } from "./worker.ts";

/** Several times what a graph of 50,000 facts takes. */
const HEAP_MB_MAX = 1_024;
const WAIT_MS_MAX = 10_000;

/**
 * Runs one task at a time, each in a thread of its own: starting one takes 0.1 s, and afterwards nothing is left of it. A task
 * that waits too long rejects with `overloaded`.
 */
export function createGraphThread() {
  const lock = createKeyedLock({ waitMs: WAIT_MS_MAX, busy: "overloaded" });
  const closed = new AbortController();

  const answer = async (work: GraphWork): Promise<unknown> => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: work,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
      name: "graph",
    });
    try {
      const [result] = (await once(worker, "message", { signal: closed.signal })) as unknown[];
      return result;
    } catch (error) {
      throw closed.signal.aborted ? new EngramError("shutting_down") : error;
    } finally {
      await worker.terminate();
    }
  };

  return {
    run: <Name extends TaskName>(name: Name, columns: GraphColumns, input: TaskInput<Name>) =>
      lock.run("thread", () => answer({ name, columns, input })) as Promise<TaskResult<Name>>,
    /** Ends the running task, and refuses others. */
    close: () => closed.abort(),
  };
}
