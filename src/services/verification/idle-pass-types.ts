import type { Stage } from "../../domain/model/rejection.ts";
import type { ChatModel } from "../../ports/chat-model.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { MemoryStore } from "../../ports/memory-store.ts";
import type { EmbedStatement } from "../embedding/query-vectors.ts";
import type { KeyedLock } from "../locks.ts";
import type { ModelBudget } from "../maintenance/budget.ts";
import type { ModelGate } from "../model/gate.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import type { WebCheck } from "./web/check.ts";

export interface IdlePassDeps {
  store: MemoryStore;
  gate: ModelGate;
  model: ChatModel;
  prompts: PromptLibrary;
  clock: Clock;
  newId: NewId;
  /** Writers of one user's graph take turns. */
  graphLock: KeyedLock;
  /** Whether the model votes; without one nobody does. */
  voting: boolean;
  /** Whether unanimous passes may make the assistant's claims about the world believed. */
  trustAssistant: boolean;
  budget: ModelBudget;
  /** Finds what is near in meaning; null without an embedder. */
  embedStatement: EmbedStatement;
  web: WebCheck;
  count: (stage: Stage, outcome: "passed" | "rejected" | "deferred", userId: string) => void;
  onVoted?: (userId: string, agreed: boolean) => void;
  /** The model was asked about something; `failure` when it failed, and the pass goes on behind it. */
  onAsked?: (failure: unknown) => void;
  /** The reasoning behind a vote looked suspicious (COT-2); advisory. */
  onSuspicious?: () => void;
  onJudged?: (userId: string, episodeId: string, counts: IdlePassCounts) => void;
}

interface IdlePassCounts {
  episodes: number;
  verified: number;
  rejected: number;
  /** Statements that still wait for a vote. */
  deferred: number;
}

export interface RunCounts extends IdlePassCounts {
  modelCalls: number;
  /** Episodes (and conversations, for what follows from news) that the model could not be asked about. */
  failed: number;
}

export interface IdlePassOptions {
  signal: AbortSignal;
  runId: string;
  dryRun: boolean;
  /** Begun by the idle clock or by schedule: keeps to quiet hours and to its budget. */
  automatic: boolean;
}

export interface IdlePass {
  /**
   * States of an episode: pending -> done | deferred | failed; deferred -> done | failed. Code judges pending episodes,
   * oldest first; the model's passes judge deferred ones. Each model call and each judgement is a checkpoint. Gives way
   * to chat between and inside steps; stops with the signal and resumes at the next call without repeating anything.
   */
  run(userId: string, options: IdlePassOptions): Promise<RunCounts>;
  /** True when episodes that wait for a vote can get one. */
  canVote(): boolean;
}
