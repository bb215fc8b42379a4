import { plusMs } from "../domain/time.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { EngineDeps } from "./engine-types.ts";

/** A turn open for longer whose conversation nobody holds belongs to a process that died, milliseconds. */
const ABANDONED_AFTER_MS = 20_000;
export const ABANDONED_LOOK_MS = 10_000;
/** Abandoned turns ended in one look. */
const ABANDONED_MAX = 1_000;
/** Of the lease that whoever answers a turn holds. */
export const CONVERSATION = "conversation";

type OpenTurn = Awaited<ReturnType<MemoryStore["system"]["openEpisodes"]>>[number];

/** Who answers a turn holds the lease of its conversation all the while. */
export async function endAbandonedTurns({
  store,
  coordination,
  clock,
}: Pick<EngineDeps, "store" | "coordination" | "clock">): Promise<OpenTurn[]> {
  const before = plusMs(clock.now(), -ABANDONED_AFTER_MS);
  const ended: OpenTurn[] = [];
  for (const turn of await store.system.openEpisodes(before, ABANDONED_MAX)) {
    const { userId, conversationId, episodeId } = turn;
    const lease = await coordination.acquire(`${CONVERSATION}/${userId}/${conversationId}`, 0);
    if (lease === null) continue;
    if (coordination.isSettled()) {
      const nothing = { assistantReply: null, recalled: [], model: null };
      await store.forUser(userId).completeEpisode(episodeId, { state: "interrupted", ...nothing });
      ended.push(turn);
    }
    lease.release();
  }
  return ended;
}
