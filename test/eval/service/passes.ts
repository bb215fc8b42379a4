import { setTimeout as pause } from "node:timers/promises";
import type { EvalService } from "./open.ts";

/** Between two looks whether a run has ended. */
const LOOK_MS = 2;

/** Waits until what was just said is extracted; throws when the service gave up on a turn. */
export async function liveThrough({ engine, errors }: EvalService, userId: string): Promise<void> {
  await engine.queue.idle();
  const left = await engine.store
    .forUser(userId)
    .episodes({ extraction: "pending", order: "oldest", limit: 1 });
  if (left.length > 0) throw new Error("a turn was not extracted", { cause: errors.at(-1) });
}

/** Runs the idle pass to its end; throws when it failed. */
export async function idlePass({ engine, errors }: EvalService, userId: string): Promise<void> {
  const runId = await engine.runs.start(userId, "verify", { dryRun: false });
  for (;;) {
    const run = await engine.runs.get(userId, runId);
    if (run?.state === "done") return;
    if (run?.state !== "running") throw new Error("the idle pass failed", { cause: errors.at(-1) });
    await pause(LOOK_MS);
  }
}
