import cron from "node-cron";
import type { Logger } from "../observability/logger.ts";
import { SCHEDULE } from "../services/audit.ts";
import type { Engine } from "../services/engine.ts";

/** Clocks of processes differ by less, and no run is wanted twice within it. */
const ONCE_MS = 50_000;

/**
 * The fixed daily run of the idle pass (MNT-1), beside the idle clock, begun by one process of all. Returns what stops
 * it. An empty expression schedules nothing.
 */
export function scheduleMaintenance(expression: string, engine: Engine, logger: Logger): () => void {
  if (expression.trim() === "") return () => undefined;
  const task = cron.schedule(
    expression,
    async () => {
      try {
        const { coordination } = engine;
        if (!(await coordination.once("scheduled/verify", ONCE_MS))) return;
        const waiting = await engine.store.system.pendingVerification();
        for (const { userId } of waiting)
          await engine.runs.start(userId, "verify", { dryRun: false, automatic: true });
      } catch (err) {
        logger.error({ err }, "the scheduled pass could not start");
      }
    },
    { name: "verify", noOverlap: true },
  );
  return () => void task.destroy();
}

/** The backup of every user at a fixed time, begun by one process of all. An empty expression schedules nothing. */
export function scheduleBackups(expression: string, engine: Engine, logger: Logger): () => void {
  if (expression.trim() === "") return () => undefined;
  const task = cron.schedule(
    expression,
    async () => {
      try {
        if (!(await engine.coordination.once("scheduled/backup", ONCE_MS))) return;
        for (const userId of await engine.store.system.users()) {
          const runId = await engine.runs.start(userId, "backup", { dryRun: false, automatic: true });
          await engine.audit({ actor: SCHEDULE, act: "backup", userId, targets: [runId] });
        }
      } catch (err) {
        logger.error({ err }, "the scheduled backup could not start");
      }
    },
    { name: "backup", noOverlap: true },
  );
  return () => void task.destroy();
}
