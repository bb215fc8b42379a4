import type { ChatModel } from "../ports/chat-model.ts";
import type { Clock, NewId } from "../ports/clock.ts";
import type { Coordination } from "../ports/coordination.ts";
import type { JobQueue } from "../ports/job-queue.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { Notifier } from "../ports/notifier.ts";
import type { CalibratedEmbedder } from "./embedding/calibrated.ts";
import type { EmbedQuery, EmbedStatement } from "./embedding/query-vectors.ts";
import type { KeyedLock } from "./locks.ts";
import type { ModelBudget } from "./maintenance/budget.ts";
import type { ModelGate } from "./model/gate.ts";
import type { PromptLibrary } from "./prompts/library.ts";

/** What services share. Each names the parts it needs. */
export interface Kernel {
  store: MemoryStore;
  queue: JobQueue;
  coordination: Coordination;
  /** For memory work; replies may have another. */
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
  clock: Clock;
  newId: NewId;
  /** Serialises writers of one user's graph, so that a plan is applied to the state it was made from. */
  graphLock: KeyedLock;
  budget: ModelBudget;
  /** Whether a model capable of judging and writing is available. */
  canVote: () => boolean;
  embedder: CalibratedEmbedder;
  embedQuery: EmbedQuery;
  embedStatement: EmbedStatement;
  notifier: Notifier;
}

export type Needs<Parts extends keyof Kernel> = Pick<Kernel, Parts>;
