import { HOUR_MS, plusMs } from "../../domain/model/time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MemoryStore } from "../../ports/memory-store.ts";
import type { Limits } from "../limits.ts";
import { isQuiet } from "./quiet-hours.ts";

/** The cost of one or several model calls. */
export interface ModelUse {
  tokens: number;
  seconds: number;
}

/** Limits model use by automatic passes and jobs. */
export type ModelBudget = ReturnType<typeof createModelBudget>;

const BUDGET_MS = 24 * HOUR_MS;
/** Runs of a user searched for their cost: more than a day has. */
const RUNS_MAX = 500;
/** Fields of a run's result that hold its cost; passes leave traces instead. */
export const USE_FIELDS = { tokens: "modelTokens", seconds: "modelSeconds" } as const;

/**
 * The cost of calls about an episode is the sum over their traces. Calls about pairs of entities or names belong to no episode;
 * their cost is stored with their run as it progresses, so that an aborted run is still charged.
 */
export function createModelBudget(deps: {
  store: MemoryStore;
  clock: Clock;
  limits: Pick<Limits, "idleMinutesMax" | "idleTokensMax">;
}) {
  const spentInRuns = async (userId: string, since: string): Promise<ModelUse> => {
    const runs = await deps.store.system.runs(userId, RUNS_MAX);
    return runs
      .filter(({ startedAt, finishedAt }) => (finishedAt ?? startedAt) >= since)
      .reduce(
        (sum, { result }) => ({
          tokens: sum.tokens + (result[USE_FIELDS.tokens] ?? 0),
          seconds: sum.seconds + (result[USE_FIELDS.seconds] ?? 0),
        }),
        { tokens: 0, seconds: 0 },
      );
  };

  return {
    /** True in quiet hours, or if this user's share for the last 24 hours is used up. */
    async isSpent(userId: string): Promise<boolean> {
      const user = deps.store.forUser(userId);
      const now = deps.clock.now();
      if (isQuiet(await user.settings(), now)) return true;
      const since = plusMs(now, -BUDGET_MS);
      const [traced, inRuns] = [await user.modelUse(since), await spentInRuns(userId, since)];
      return (
        traced.seconds + inRuns.seconds >= deps.limits.idleMinutesMax * 60 ||
        traced.tokens + inRuns.tokens >= deps.limits.idleTokensMax
      );
    },
  };
}
