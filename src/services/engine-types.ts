import type { Episode } from "../domain/model/episode.ts";
import type { ForgetTarget, ForgetOutcome } from "../domain/model/tombstone.ts";
import type { ChatModel } from "../ports/chat-model.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { WebSearch } from "../ports/web-search.ts";
import type { Reranker } from "../ports/reranker.ts";
import type { Audit } from "./audit.ts";
import type { ChatEvent } from "./chat/events.ts";
import type { TaskInput } from "./chat/task.ts";
import type { TurnInput } from "./chat/turn-types.ts";
import type { MemoryEvents } from "./events.ts";
import type { Forgetting } from "./forgetting/forgetting.ts";
import type { ExtractionOutcome, LivePass } from "./extraction/live-pass.ts";
import type { GraphIntelligence } from "./graph/insights.ts";
import type { ExtractPayload } from "./jobs/extract.ts";
import type { Needs } from "./kernel.ts";
import type { Limits } from "./limits.ts";
import type { KeyedLock } from "./locks.ts";
import type { MaintenanceRuns } from "./maintenance/runs.ts";
import type { DailyCounters } from "./reports/daily-counters.ts";
import type { ModelConnections } from "./model/connections.ts";
import type { Exams } from "./exam/exams.ts";
import type { ModelCall } from "./model/metered.ts";
import type { ReviewDesk } from "./review/index.ts";
import type { ClientSearch } from "./retrieval/client-search.ts";
import type { Lane, SearchResult } from "./retrieval/types.ts";
import type { BackupSettings } from "./transfer/backup.ts";
import type { TrainingChat } from "./review/training-chats.ts";
import type { Restored, TakeOptions } from "./transfer/take.ts";

/** Settings that differ between installations; anything fixed is a constant where it is used. */
export interface EngineSettings {
  idleAfterMinutes: number;
  trustAssistant: boolean;
  /** Hours between hiding what the user wants forgotten and erasing it. */
  forgetGraceHours: number;
  backups: BackupSettings;
  /** Concurrent background requests. */
  backgroundSlots: number;
  /** Model servers available for replies. */
  modelServers: number;
  /** False: background work is left to other processes. */
  works: boolean;
  limits: Limits;
}

/** Receives the engine's events, for metrics and logs. Ids, counts and codes only. */
export interface EngineObserver {
  turn(turn: { outcome: Episode["state"] | "failed"; firstTokenSeconds: number | null }): void;
  extraction(outcome: ExtractionOutcome): void;
  validation(stage: string, outcome: string): void;
  /** A reply that was the service's own text was held back. */
  guarded(): void;
  /** A reasoning that hedges, contradicts itself or justifies nothing (COT-2). */
  suspicious(): void;
  modelCall(call: ModelCall): void;
  retrieval(lane: Lane | "total", seconds: number): void;
  recallMiss(reason: "deadline" | "error" | "embedder", error: unknown): void;
  error(where: string, error: unknown): void;
}

export interface EngineDeps extends Needs<
  "store" | "queue" | "coordination" | "model" | "prompts" | "clock" | "newId" | "notifier"
> {
  /** Absent: `model` does all work, and is trusted. */
  connections?: ModelConnections | undefined;
  /** Absent: lexical mode. */
  embedder?: Embedder | undefined;
  /** Absent: nothing is looked up on the web. */
  webSearch?: WebSearch | undefined;
  /** Absent: recipes that need a cross-encoder are rejected. */
  reranker?: Reranker | undefined;
  settings: EngineSettings;
  observer: EngineObserver;
}

/** All use cases over one set of ports. Surfaces use this and `store.forUser`. */
export interface Engine extends Readonly<
  Needs<"store" | "queue" | "coordination" | "clock" | "newId" | "graphLock" | "embedder">
> {
  /** For replies. */
  readonly model: ChatModel;
  /** For everything else. */
  readonly memoryModel: ChatModel;
  readonly connections: ModelConnections | null;
  readonly exams: Exams | null;
  readonly audit: Audit;
  readonly events: MemoryEvents;
  readonly runs: MaintenanceRuns;
  readonly counters: DailyCounters;
  readonly livePass: LivePass;
  /** The owner's decisions. */
  readonly review: ReviewDesk;
  /** The shape of a user's graph. */
  readonly graph: GraphIntelligence;
  readonly forgetting: Forgetting;
  /**
   * For conversations by the name a client gave them: a second request with the name finds the conversation the first
   * one opened.
   */
  readonly nameLock: KeyedLock;
  /** Names of the recipes available here. */
  readonly recipes: readonly string[];
  chat(userId: string, input: TurnInput, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined>;
  /** A program's request about a chat; independent of memory. */
  task(input: TaskInput, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined>;
  search(userId: string, request: ClientSearch): Promise<SearchResult[]>;
  forget(userId: string, target: ForgetTarget): Promise<ForgetOutcome>;
  /** What was verified and what was refused, as chats that a model can be trained with. */
  trainingChats(userId: string, limit: number): AsyncIterable<TrainingChat>;
  /**
   * Imports a memory file: as it is if this installation signed it or its owner trusts it; otherwise for verification.
   */
  takeFile(
    userId: string,
    path: string,
    options: Omit<TakeOptions, "signingKey" | "staging">,
  ): Promise<Restored>;
  /** An episode was stored outside a chat: its extraction may begin. */
  stored(userId: string, waiting: Pick<ExtractPayload, "conversationId" | "isBulk">): Promise<void>;
  /** Retries a turn at once whose extraction failed or waits for its next attempt. */
  extractAgain(userId: string, episodeId: string): Promise<void>;
  /** Retries all turns whose extraction failed; returns how many. */
  extractFailedAgain(userId: string): Promise<number>;
  /** Requeues turns whose verification was abandoned; returns how many. */
  verifyFailedAgain(userId: string): Promise<number>;
  /** Probes for properties only the model server's answers reveal, if not known yet. */
  probe(signal: AbortSignal): Promise<void>;
  /** Replies in this process that were held back because they were the service's own text. */
  guardedReplies(): number;
  /** Consecutive failures up to now; 0 if the latest attempt succeeded. */
  failuresInARow(of: "extraction" | "verification"): Promise<number>;
  /** Closes turns left open by a crash, resumes pending work, starts the idle clock. */
  start(): Promise<{ interrupted: number; waiting: number }>;
  /** Runs the idle pass for users for whom it is due; called by the idle clock. */
  lookForIdleUsers(): Promise<void>;
  stop(): Promise<void>;
}
