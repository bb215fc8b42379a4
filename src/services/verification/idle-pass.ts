import type { Stage } from "../../domain/rejection.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { MemoryStore } from "../../ports/memory-store.ts";
import type { KeyedLock } from "../locks.ts";
import { Preempted, type ModelGate } from "../model/gate.ts";
import { judgeEpisode } from "./judge.ts";

export interface IdlePassDeps {
  store: MemoryStore;
  gate: ModelGate;
  clock: Clock;
  newId: NewId;
  /** Writers of one user's graph take turns. */
  graphLock: KeyedLock;
  confidenceMin: number;
  count: (stage: Stage, outcome: "passed" | "rejected" | "deferred") => void;
  onJudged?: (userId: string, episodeId: string, counts: IdlePassCounts) => void;
}

export interface IdlePassCounts {
  episodes: number;
  verified: number;
  rejected: number;
  deferred: number;
}

export interface IdlePass {
  /**
   * Judges what waits, oldest first, one episode a checkpoint. Gives way to chat between and inside steps and goes
   * on after; stops when the signal says so and resumes at the next call without repeating anything.
   */
  run(
    userId: string,
    options: { signal: AbortSignal; runId: string; dryRun: boolean },
  ): Promise<IdlePassCounts>;
}

/** Episodes read per look into the store (MNT-2). */
const EPISODES_PER_LOOK = 25;
/** Episodes a dry run judges; it changes nothing, so it cannot go on from where it was. */
const DRY_RUN_EPISODES_MAX = 1000;
/** Tries per episode before a failing one is set aside, so that one broken turn cannot stop the pass. */
const ATTEMPTS_MAX = 3;

export function createIdlePass(deps: IdlePassDeps): IdlePass {
  const judgeOne = async (
    userId: string,
    episodeId: string,
    { runId, dryRun }: { runId: string; dryRun: boolean },
    total: IdlePassCounts,
  ): Promise<void> => {
    const user = deps.store.forUser(userId);
    await deps.graphLock.run(userId, async () => {
      const episode = await user.episode(episodeId);
      if (episode?.verification.state !== "pending") return;
      const context = {
        user,
        newId: deps.newId,
        now: deps.clock.now(),
        runId,
        confidenceMin: deps.confidenceMin,
        count: dryRun ? () => undefined : deps.count,
      };
      const { batch, ...counts } = await judgeEpisode(context, episode);
      if (!dryRun && !(await user.apply(batch)).applied) return;
      total.episodes += 1;
      total.verified += counts.verified;
      total.rejected += counts.rejected;
      total.deferred += counts.deferred;
      if (!dryRun) deps.onJudged?.(userId, episodeId, { episodes: 1, ...counts });
    });
  };

  const setAside = async (userId: string, episodeId: string): Promise<void> => {
    const user = deps.store.forUser(userId);
    const episode = await user.episode(episodeId);
    if (episode === null) return;
    const attempts = episode.verification.attempts + 1;
    const state = attempts >= ATTEMPTS_MAX ? "failed" : "pending";
    await user.apply({
      actor: "verify",
      reason: "verification_failed",
      expect: { episodeId, verification: "pending" },
      mutations: [
        { op: "episode.patch", id: episodeId, set: { verification: { state, attempts, error: "internal" } } },
      ],
    });
  };

  return {
    async run(userId, { signal, runId, dryRun }) {
      const user = deps.store.forUser(userId);
      const total: IdlePassCounts = { episodes: 0, verified: 0, rejected: 0, deferred: 0 };
      for (;;) {
        const waiting = await user.episodes({
          verification: "pending",
          order: "oldest",
          limit: dryRun ? DRY_RUN_EPISODES_MAX : EPISODES_PER_LOOK,
        });
        if (waiting.length === 0) return total;
        for (const episode of waiting) {
          signal.throwIfAborted();
          try {
            await deps.gate.background("idle", signal, () =>
              judgeOne(userId, episode.id, { runId, dryRun }, total),
            );
          } catch (error) {
            if (signal.aborted) throw error;
            if (error instanceof Preempted) break;
            if (!dryRun) await setAside(userId, episode.id);
          }
        }
        if (dryRun) return total;
      }
    },
  };
}
