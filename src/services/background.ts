import { BEGINNING, DAY_MS, plusMs, type Instant } from "../domain/model/time.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { Engine, EngineDeps } from "./engine-types.ts";
import type { EmbedMemories } from "./embedding/embed-memories.ts";
import { retryFailedVerifications } from "./extraction/retry-failed.ts";
import type { Needs } from "./kernel.ts";
import { enqueueEmbed } from "./jobs/embed.ts";
import { enqueueExtract, recoverExtractions } from "./jobs/extract.ts";
import { idleUsers, lookEveryMs } from "./maintenance/idle-clock.ts";
import type { Reminders } from "./plans/reminders.ts";
import { isQuiet } from "./maintenance/quiet-hours.ts";
import { isAnotherModel } from "./model/changed-model.ts";
import type { ForgetCounts, ForgetTarget } from "../domain/model/tombstone.ts";

/** Share of an interval in which no other process does the same: timers of processes are not synchronised. */
const ONCE_SHARE = 0.8;
/** Interval of sweeps for extractions whose job was lost. */
const SWEEP_MS = 60_000;
const RETENTION_MS = 3_600_000;
const REMINDERS_MS = 60_000;
/** Interval of checks for content due to be erased. */
const ERASE_LOOK_MS = 10 * 60_000;
/** Delay before a pass that found the model away, or its budget spent, is retried for the votes alone. */
const VOTES_AGAIN_MS = 15 * 60_000;

/** A turn open for longer, in a conversation without a lease, belongs to a dead process, milliseconds. */
const ABANDONED_AFTER_MS = 20_000;
const ABANDONED_LOOK_MS = 10_000;
/** Abandoned turns closed per check. */
const ABANDONED_MAX = 1_000;
/** Name of the lease held by the process that answers a turn. */
export const CONVERSATION = "conversation";

interface BackgroundDeps
  extends
    Needs<"store" | "queue" | "coordination" | "clock" | "model" | "canVote">,
    Pick<EngineDeps, "settings" | "observer" | "connections">,
    Pick<Engine, "runs" | "forgetting" | "forget" | "probe" | "extractFailedAgain"> {
  /** Examines a model that was not examined yet. */
  examineNew(signal: AbortSignal): Promise<void>;
  /** Has the model read the common prefix of all conversations. */
  warm(signal: AbortSignal): Promise<void>;
  embedMemories: EmbedMemories;
  reminders: Pick<Reminders, "look">;
}

/**
 * Background work of the service: work left by a crash is resumed at the start, the rest is found by periodic checks.
 */
export function createBackground(deps: BackgroundDeps) {
  const { store, queue, coordination, clock, settings, observer, runs } = deps;
  const isAlone = coordination.kind === "in-process";
  const timers: NodeJS.Timeout[] = [];

  /** Once per interval across all processes that do background work. */
  const every = (ms: number, where: string, work: () => Promise<unknown>): void => {
    if (!settings.works) return;
    const look = async (): Promise<void> => {
      if (await coordination.once(`every/${where}`, ms * ONCE_SHARE)) await work();
    };
    const timer = setInterval(() => void look().catch((error: unknown) => observer.error(where, error)), ms);
    timer.unref();
    timers.push(timer);
  };

  const votesNotBefore = new Map<string, Instant>();
  const lookForIdleUsers = async (): Promise<void> => {
    const idle = await idleUsers(store.system, clock, {
      afterMinutes: settings.idleAfterMinutes,
      canVote: deps.canVote(),
    });
    for (const { userId, waitsForVotesOnly } of idle) {
      const now = clock.now();
      if (waitsForVotesOnly && now < (votesNotBefore.get(userId) ?? "")) continue;
      if (isQuiet(await store.forUser(userId).settings(), now)) continue;
      if (waitsForVotesOnly && !(await coordination.once(`votes/${userId}`, VOTES_AGAIN_MS))) continue;
      votesNotBefore.set(userId, plusMs(now, VOTES_AGAIN_MS));
      await runs.start(userId, "verify", { dryRun: false, automatic: true, stopsForUser: true });
    }
  };

  /** Memories whose job was lost, or that existed before the embedder did. */
  const recoverEmbedding = async (): Promise<void> => {
    const waiting = await deps.embedMemories.waiting(AbortSignal.timeout(SWEEP_MS)).catch(() => []);
    for (const userId of waiting) await enqueueEmbed(queue, userId);
  };

  /** Turns left open and runs left behind by dead processes; a process that runs alone takes all of them. */
  const recoverAbandoned = async (): Promise<number> => {
    if (isAlone) {
      await store.system.abortRuns(clock.now());
      return store.system.interruptOpenEpisodes();
    }
    if (!coordination.isSettled()) return 0;
    await runs.recover();
    const ended = await endAbandonedTurns(deps);
    for (const turn of ended) await enqueueExtract(queue, turn);
    return ended.length;
  };

  /** Another model may succeed at turns the previous one failed on. */
  const tryAnotherModel = async (): Promise<void> => {
    if (!(await isAnotherModel(deps.model, store.system))) return;
    for (const userId of await store.system.users()) {
      await deps.extractFailedAgain(userId);
      await retryFailedVerifications(store.forUser(userId));
    }
  };

  /** Best effort: a model that is unavailable now is tried again in the next sweep. */
  const warm = (): Promise<void> => deps.warm(AbortSignal.timeout(SWEEP_MS)).catch(() => undefined);

  const sweep = async (): Promise<void> => {
    await deps.connections?.look(AbortSignal.timeout(SWEEP_MS));
    await tryAnotherModel();
    void deps.examineNew(AbortSignal.timeout(SWEEP_MS)).catch(() => undefined);
    void warm();
    void deps.probe(AbortSignal.timeout(SWEEP_MS)).catch(() => undefined);
    await recoverExtractions(queue, store, clock.now());
  };

  return {
    lookForIdleUsers,
    async start() {
      const interrupted = await recoverAbandoned();
      const waiting = await recoverExtractions(queue, store, clock.now());
      if (settings.works) {
        queue.onReturn(() => void sweep().catch((error: unknown) => observer.error("sweep", error)));
        void warm();
      }
      every(SWEEP_MS, "sweep", sweep);
      if (!isAlone) every(ABANDONED_LOOK_MS, "abandoned", recoverAbandoned);
      void recoverEmbedding().catch((error: unknown) => observer.error("embedding", error));
      every(SWEEP_MS, "embedding", recoverEmbedding);
      if (settings.works) void deps.reminders.look();
      every(REMINDERS_MS, "reminders", () => deps.reminders.look());
      every(RETENTION_MS, "retention", () => applyRetention(deps));
      every(ERASE_LOOK_MS, "forgetting", () => deps.forgetting.eraseDue());
      every(lookEveryMs(settings.idleAfterMinutes), "idle clock", lookForIdleUsers);
      return { interrupted, waiting };
    },
    stop(): void {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

type OpenTurn = Awaited<ReturnType<MemoryStore["system"]["openEpisodes"]>>[number];

/** The process that answers a turn holds the lease of its conversation throughout. */
async function endAbandonedTurns({ store, coordination, clock }: BackgroundDeps): Promise<OpenTurn[]> {
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

/** Forgets turns older than their owner's retention period. Users without one keep everything. */
async function applyRetention(
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
