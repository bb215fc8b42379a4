import { parentPort, workerData } from "node:worker_threads";
import { GRAPH_TASKS, type TaskInput, type TaskName } from "./tasks.ts";
import type { GraphColumns } from "./projection.ts";

export interface GraphWork {
  name: TaskName;
  columns: GraphColumns;
  input: TaskInput<TaskName>;
}

const { name, columns, input } = workerData as GraphWork;
const task = GRAPH_TASKS[name] as (columns: GraphColumns, input: GraphWork["input"]) => unknown;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(task(columns, input));
