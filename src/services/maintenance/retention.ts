import { DAY_MS, plusMs } from "../../domain/model/time.ts";
import type { ForgetCounts, ForgetTarget } from "../../domain/model/tombstone.ts";
import type { Needs } from "../kernel.ts";

const BEGINNING = "0001-01-01T00:00:00.000Z";

/** Forgets turns older than their owner's retention period. Users without one keep everything. */
export async function applyRetention(
  deps: Needs<"store" | "clock"> & {
    forget: (userId: string, target: ForgetTarget) => Promise<ForgetCounts>;
  },
): Promise<void> {
  for (const userId of await deps.store.system.users()) {
    const { retentionDays } = await deps.store.forUser(userId).settings();
    if (retentionDays === null) continue;
    await deps.forget(userId, { from: BEGINNING, to: plusMs(deps.clock.now(), -retentionDays * DAY_MS) });
  }
}
