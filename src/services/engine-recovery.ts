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
export async function endAbandonedTurns({ store, coordination, clock }: EngineDeps): Promise<OpenTurn[]> {
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

/** How often a manual pass looks whether the live pass is through. */
const DRAIN_LOOK_MS = 50;
/** Looks in a row with nothing running after which the live pass is taken to wait for the model. */
const DRAIN_QUIET_LOOKS = 10;
/** Longest a manual pass waits for the live pass: a slow model must not hold it for ever. */
const DRAIN_MS_MAX = 10 * 60_000;

/** A pass asked for by hand covers what was just said: the user's live pass ends first, unless the model is away. */
export async function drainExtraction(
  { store, queue, clock }: EngineDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const user = store.forUser(userId);
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
