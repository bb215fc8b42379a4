import type { UserStore } from "../../ports/memory-store.ts";
import type { Needs } from "../kernel.ts";
import { expandStatements, type ExpandDeps } from "../maintenance/expansion/expand.ts";
import { defineJob } from "../maintenance/job.ts";
import type { MaintenanceRuns, RunContext } from "../maintenance/runs.ts";
import type { IdlePass } from "../verification/idle-pass.ts";

interface VerifyDeps extends ExpandDeps, Needs<"queue" | "clock"> {
  idlePass: IdlePass;
  /** Examines a model that has not been examined. */
  examineNew(signal: AbortSignal): Promise<void>;
  /** For the follow-up run. */
  runs: () => MaintenanceRuns;
}

/** Job `verify`: the idle pass, then deduplication if it has learned something, and query expansion for believed facts. */
export const verify = defineJob<VerifyDeps>({
  name: "verify",
  title: "Verify new facts",
  does: "Checks new facts against your words and what is known, and decides what to believe. Looks for duplicates afterwards.",
  asksModel: true,
  changesMemory: true,
  schedule: "",
  async work(job, deps) {
    const { user, signal, dryRun } = job;
    if (!dryRun) {
      await deps.examineNew(signal).catch(() => signal.throwIfAborted());
      await drainExtraction(deps, user, signal);
    }
    const counts = await deps.idlePass.run(user.userId, job);
    if (dryRun) return { ...counts };
    if (counts.verified > 0 || !job.automatic) await runDeduplication(deps.runs(), job);
    return { ...counts, expanded: await expandStatements(deps, job) };
  },
});

/** New facts may name the same entity twice. A separate run, so that it can be reviewed and undone independently. */
async function runDeduplication(
  runs: MaintenanceRuns,
  { userId, automatic, signal }: RunContext,
): Promise<void> {
  signal.throwIfAborted();
  const part = await runs.start(userId, "deduplicate", {
    dryRun: false,
    automatic,
    stopsForUser: automatic,
    here: true,
  });
  const cancelPart = (): void => void runs.cancel(userId, part);
  signal.addEventListener("abort", cancelPart, { once: true });
  await runs.finished(part);
  signal.removeEventListener("abort", cancelPart);
}

/** Interval at which a manual pass checks whether the live pass has finished. */
const DRAIN_LOOK_MS = 50;
/** Consecutive checks with nothing running after which the live pass is assumed to be waiting for the model. */
const DRAIN_QUIET_LOOKS = 10;
/** Longest a manual pass waits for the live pass: a slow model must not block it forever. */
const DRAIN_MS_MAX = 10 * 60_000;

/** A manual pass covers recent turns: it lets the user's live pass finish first, unless the model is unreachable. */
async function drainExtraction(
  { queue, clock }: VerifyDeps,
  user: UserStore,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + DRAIN_MS_MAX;
  let quiet = 0;
  while (performance.now() < until && quiet < DRAIN_QUIET_LOOKS) {
    signal.throwIfAborted();
    const pending = await user.episodes({
      extraction: "pending",
      due: clock.now(),
      states: ["complete", "interrupted"],
      order: "oldest",
      limit: 1,
    });
    if (pending.length === 0) return;
    quiet = (await queue.stats()).running === 0 ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS));
  }
}
