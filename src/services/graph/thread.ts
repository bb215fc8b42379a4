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
/** Questions come in a row; between two rows the thread gives its memory back. */
const IDLE_MS_MAX = 60_000;

export interface GraphThread {
  /** Rejects with `overloaded` if earlier tasks take too long, with `internal` if the task fails. */
  run<Name extends TaskName>(
    name: Name,
    columns: GraphColumns,
    input: TaskInput<Name>,
  ): Promise<TaskResult<Name>>;
  close(): Promise<void>;
}

/** Runs one task at a time. The thread starts with the first task and ends when it fails or has been idle for a minute. */
export function createGraphThread(): GraphThread {
  const lock = createKeyedLock({ waitMs: WAIT_MS_MAX, busy: "overloaded" });
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(new URL("./worker.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
      name: "graph",
    });
    const gone = (): void => {
      if (worker === started) worker = null;
    };
    started.on("error", gone);
    started.once("exit", gone);
    return started;
  };

  const answer = async (work: GraphWork): Promise<unknown> => {
    if (closed) throw new EngramError("shutting_down");
    clearTimeout(idle);
    const thread = (worker ??= start());
    const settled = new AbortController();
    thread.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage(work);
    try {
      const options = { signal: settled.signal };
      const ended = once(thread, "exit", options).then(() => {
        throw new EngramError(closed ? "shutting_down" : "internal");
      });
      const [result] = (await Promise.race([once(thread, "message", options), ended])) as unknown[];
      return result;
    } finally {
      settled.abort();
      thread.unref();
      idle = setTimeout(() => void end(), IDLE_MS_MAX).unref();
    }
  };

  return {
    run: (name, columns, input) =>
      lock.run("thread", () => answer({ name, columns, input })) as Promise<never>,
    close: () => {
      closed = true;
      return end();
    },
  };
}
