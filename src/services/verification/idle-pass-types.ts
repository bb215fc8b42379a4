import type { Stage } from "../../domain/model/rejection.ts";
import type { Kernel } from "../kernel.ts";
import type { WebCheck } from "./web/check.ts";

export interface IdlePassDeps extends Kernel {
  /** Whether a unanimous vote is enough to believe the assistant's claims about the world. */
  trustAssistant: boolean;
  web: WebCheck;
  count: (stage: Stage, outcome: "passed" | "rejected" | "deferred", userId: string) => void;
  onVoted?: (userId: string, agreed: boolean) => void;
  /** Called after each model call; `failure` if it failed, in which case the pass continues with the next item. */
  onAsked?: (failure: unknown) => void;
  /** The reasoning behind a vote looked suspicious (COT-2); advisory. */
  onSuspicious?: () => void;
  onJudged?: (userId: string, episodeId: string, counts: IdlePassCounts) => void;
}

interface IdlePassCounts {
  episodes: number;
  verified: number;
  rejected: number;
  /** Statements still waiting for a vote. */
  deferred: number;
}

export interface RunCounts extends IdlePassCounts {
  modelCalls: number;
  /** Episodes (and conversations, for consequences) for which the model call failed. */
  failed: number;
}

export interface IdlePassOptions {
  signal: AbortSignal;
  runId: string;
  dryRun: boolean;
  /** Started by the idle clock or a schedule: respects quiet hours and its budget. */
  automatic: boolean;
}

export interface IdlePass {
  /**
   * States of an episode: pending -> done | deferred | failed; deferred -> done | failed. Code judges pending episodes, oldest
   * first; the model's passes judge deferred ones. Each model call and each judgement is a checkpoint. Yields to chat between and
   * inside steps; stops on the signal, and the next call resumes without repeating anything.
   */
  run(userId: string, options: IdlePassOptions): Promise<RunCounts>;
}
