import cron from "node-cron";
import type { Logger } from "../observability/logger.ts";
import type { Engine } from "../services/engine.ts";

/**
 * The fixed daily run of the idle pass (MNT-1), beside the idle clock. Returns what stops it. An empty expression
 * schedules nothing.
 */
export function scheduleMaintenance(expression: string, engine: Engine, logger: Logger): () => void {
  if (expression.trim() === "") return () => undefined;
  const task = cron.schedule(
    expression,
    async () => {
      try {
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
