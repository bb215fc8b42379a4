import type { Episode } from "../domain/model/episode.ts";
import type { ForgetTarget, ForgetOutcome } from "../domain/model/tombstone.ts";
import type { ChatModel } from "../ports/chat-model.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { CalibratedEmbedder } from "./embedding/calibrated.ts";
import type { Clock, NewId } from "../ports/clock.ts";
import type { Coordination } from "../ports/coordination.ts";
import type { JobQueue } from "../ports/job-queue.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { Notifier } from "../ports/notifier.ts";
import type { WebSearch } from "../ports/web-search.ts";
import type { Reranker } from "../ports/reranker.ts";
import type { Audit } from "./audit.ts";
import type { ChatEvent } from "./chat/events.ts";
import type { TaskInput } from "./chat/task.ts";
import type { TurnInput } from "./chat/turn-types.ts";
import type { MemoryEvents } from "./events.ts";
import type { Forgetting } from "./forgetting/forgetting.ts";
import type { ExtractionOutcome, LivePass } from "./extraction/live-pass.ts";
import type { Limits } from "./limits.ts";
import type { KeyedLock } from "./locks.ts";
import type { MaintenanceRuns } from "./maintenance/runs.ts";
import type { DailyCounters } from "./reports/daily-counters.ts";
import type { ModelConnections } from "./model/connections.ts";
import type { Exams } from "./exam/exams.ts";
import type { ModelCall } from "./model/metered.ts";
import type { PromptLibrary } from "./prompts/library.ts";
import type { ReviewDesk } from "./review/index.ts";
import type { ClientSearch } from "./retrieval/client-search.ts";
import type { Lane, SearchResult } from "./retrieval/types.ts";
import type { BackupSettings } from "./transfer/backup.ts";
import type { Restored, TakeOptions } from "./transfer/take.ts";

/** What whoever runs this decides; what is the same everywhere is a constant where it is used. */
export interface EngineSettings {
  idleAfterMinutes: number;
  trustAssistant: boolean;
  /** Between putting away what the user wants forgotten and erasing it. */
  forgetGraceHours: number;
  backups: BackupSettings;
  /** Requests of the background that may run at once. */
  backgroundSlots: number;
  /** Model servers a reply may come from. */
  modelServers: number;
  /** False: background work is left to other processes. */
  works: boolean;
  limits: Limits;
}

/** Where the engine tells what happened; metrics and logs listen. Ids, counts and codes only. */
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

export interface EngineDeps {
  store: MemoryStore;
  queue: JobQueue;
  coordination: Coordination;
  model: ChatModel;
  /** Absent: `model` does all work, and is trusted. */
  connections?: ModelConnections | undefined;
  /** None: lexical mode. */
  embedder?: Embedder | undefined;
  /** None: nothing is looked up on the web. */
  webSearch?: WebSearch | undefined;
  /** None: recipes that ask for a cross-encoder are refused. */
  reranker?: Reranker | undefined;
  notifier: Notifier;
  prompts: PromptLibrary;
  clock: Clock;
  newId: NewId;
  settings: EngineSettings;
  observer: EngineObserver;
}

/** All use cases over one set of ports. Surfaces talk to this and to `store.forUser`. */
export interface Engine {
  readonly store: MemoryStore;
  /** Of replies. */
  readonly model: ChatModel;
  /** Of everything else. */
  readonly memoryModel: ChatModel;
  readonly connections: ModelConnections | null;
  readonly exams: Exams | null;
  readonly embedder: CalibratedEmbedder | null;
  readonly queue: JobQueue;
  readonly coordination: Coordination;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly audit: Audit;
  readonly events: MemoryEvents;
  readonly runs: MaintenanceRuns;
  readonly counters: DailyCounters;
  readonly livePass: LivePass;
  /** The owner's decisions. */
  readonly review: ReviewDesk;
  readonly forgetting: Forgetting;
  /** For conversations by the name a client gave them: the second to name one finds what the first opened. */
  readonly nameLock: KeyedLock;
  /** Names of the recipes that work here. */
  readonly recipes: readonly string[];
  chat(userId: string, input: TurnInput, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined>;
  /** What a program asks about a chat; beside all memory. */
  task(input: TaskInput, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined>;
  search(userId: string, request: ClientSearch): Promise<SearchResult[]>;
  forget(userId: string, target: ForgetTarget): Promise<ForgetOutcome>;
  /** Takes a file of a memory: as it is, where this installation signed it or its owner trusts it; else to be checked. */
  takeFile(
    userId: string,
    path: string,
    options: Omit<TakeOptions, "signingKey" | "staging">,
  ): Promise<Restored>;
  /** An episode was stored outside a chat: its extraction may begin. */
  stored(userId: string, episode: Pick<Episode, "conversationId">): Promise<void>;
  /** A turn whose extraction failed, or waits for its next attempt, is tried at once. */
  extractAgain(userId: string, episodeId: string): Promise<void>;
  /** All turns whose extraction failed; returns how many. */
  extractFailedAgain(userId: string): Promise<number>;
  /** Turns whose verification was set aside wait for the next pass again; how many. */
  verifyFailedAgain(userId: string): Promise<number>;
  /** Tries what only the model server's answers tell, where that is not known yet. */
  probe(signal: AbortSignal): Promise<void>;
  /** Replies of this process that were the service's own text and were held back. */
  guardedReplies(): number;
  /** Those that failed one after another up to now; 0 when the newest one succeeded. */
  failuresInARow(of: "extraction" | "verification"): Promise<number>;
  /** Closes turns a crash left open, takes waiting work up again, starts the idle clock. */
  start(): Promise<{ interrupted: number; waiting: number }>;
  /** Users whose idle pass is due now get it; what the idle clock calls. */
  lookForIdleUsers(): Promise<void>;
  stop(): Promise<void>;
}
