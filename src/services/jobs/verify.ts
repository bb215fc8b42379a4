import type { Clock } from "../../ports/clock.ts";
import type { JobQueue } from "../../ports/job-queue.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { expandStatements, type ExpandDeps } from "../maintenance/expansion/expand.ts";
import { defineJob, type StepDeps } from "../maintenance/job.ts";
import type { MaintenanceRuns, RunContext } from "../maintenance/runs.ts";
import type { IdlePass } from "../verification/idle-pass-types.ts";

interface VerifyDeps extends ExpandDeps, StepDeps {
  queue: JobQueue;
  clock: Clock;
  idlePass: IdlePass;
  /** Examines a model that was not. */
  examineNew(signal: AbortSignal): Promise<void>;
  /** For the run that follows. */
  runs: () => MaintenanceRuns;
}

/** Job `verify`: the idle pass, a look for duplicates after it has learned something, and other words for what it believes. */
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
    if (counts.verified > 0 || !job.automatic) await tidyUp(deps.runs(), job);
    return { ...counts, expanded: await expandStatements(deps, job) };
  },
});

/** What was learned may name somebody twice. A run of its own, so that it can be read and undone by itself. */
async function tidyUp(runs: MaintenanceRuns, { userId, automatic, signal }: RunContext): Promise<void> {
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

/** How often a manual pass looks whether the live pass is through. */
const DRAIN_LOOK_MS = 50;
/** Looks in a row with nothing running after which the live pass is taken to wait for the model. */
const DRAIN_QUIET_LOOKS = 10;
/** Longest a manual pass waits for the live pass: a slow model must not hold it for ever. */
const DRAIN_MS_MAX = 10 * 60_000;

/** A pass asked for by hand covers what was just said: the user's live pass ends first, unless the model is away. */
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
