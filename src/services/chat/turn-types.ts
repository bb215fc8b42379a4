import type { Conversation } from "../../domain/model/conversation.ts";
import type { AnsweredEpisode, ChatMode, Episode, MemoryMode } from "../../domain/model/episode.ts";
import type {
  ChatModel,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelUsage,
} from "../../ports/chat-model.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import type { Language } from "../../language/index.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { MemoryStore, UserStore } from "../../ports/memory-store.ts";
import type { Notice } from "../forgetting/notice.ts";
import type { OffRecordBuffer, IntentDeps, IntentOutcome, IntentPlan } from "../intents/index.ts";
import type { Limits } from "../limits.ts";
import type { KeyedLock } from "../locks.ts";
import type { ModelGate } from "../model/gate.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import type { RecallBlock } from "../retrieval/recall-block.ts";
import type { RecallDeps } from "../retrieval/recall.ts";

export interface TurnDeps {
  store: MemoryStore;
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
  clock: Clock;
  newId: NewId;
  recall: RecallDeps;
  /** One turn at a time in a conversation. */
  conversationLock: KeyedLock;
  limits: Pick<Limits, "replyTokensMax" | "historyTokensMax">;
  intents: IntentDeps;
  /** What is to be told before the reply about intents of earlier turns; null for nothing. */
  notice: (user: UserStore, language: Language) => Promise<Notice | null>;
  /** It was told; never rejects. */
  onTold: (user: UserStore, notice: Notice) => Promise<void>;
  /** Words of turns off the record. */
  offRecordBuffer: OffRecordBuffer;
  /** A turn is stored: its extraction may begin. */
  onTurn: (userId: string, episode: Episode) => void;
  /** The reply is over: what the next one will begin with may be read ahead. */
  readAhead: (request: ModelRequest) => void;
  /** A reply that was the service's own text was held back. */
  onGuarded: () => void;
  observe: (turn: ObservedTurn) => void;
}

interface ObservedTurn {
  userId: string;
  outcome: Episode["state"] | "failed";
  firstTokenSeconds: number | null;
  /** Null when the model did not come to its end, or does not tell. */
  usage: ModelUsage | null;
}

export interface TurnInput {
  message: string;
  conversationId?: string | undefined;
  memory: MemoryMode;
  mode: ChatMode;
  idempotencyKey?: string | undefined;
  /** The turn this one edits or regenerates. */
  replaces?: string | undefined;
  /** Given by `/v1`: the client's own history and system text, and what it asks of the model. */
  client?: ClientTurn | undefined;
}

interface ClientTurn {
  system: string | null;
  /** What stands before the last user message; null: as it is stored. */
  history: ModelMessage[] | null;
  /** What stands behind it: tool calls and their results. */
  after: ModelMessage[];
  /** Images, sound and files of the message. */
  media: readonly unknown[];
  externalId: string | null;
  /** By which this turn is found when the client sends it again; `reply` null: it waits for results of tools. */
  chainHash: (reply: string | null) => string;
  /** The turn that waits for these tool results. */
  continues?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  extra?: Record<string, unknown> | undefined;
}

/** One turn on its way: who says what, where, and what ends it. */
export interface Turn {
  deps: TurnDeps;
  user: UserStore;
  input: TurnInput;
  /** Of the episode that it becomes, unless it turns out to be one already. */
  id: string;
  conversationId: string;
  /** As it stood before; null for a new one. */
  conversation: Conversation | null;
  /** The owner's; those of nobody while the store is away. */
  settings: UserSettings;
  signal: AbortSignal;
  /** The reply begins with the confirmation of an executed intent. */
  isConfirmed?: true;
  /** `performance.now()` when it came. */
  started: number;
}

/** What the model is shown beside the message. */
export interface GatheredContext {
  prefix: ModelMessage[];
  block: RecallBlock;
}

/** A turn whose words are stored, and whose reply can be read. */
export interface BegunTurn {
  episode: AnsweredEpisode;
  finished: boolean;
  /** The reply as it comes; asked for once. */
  events: () => AsyncIterable<ModelEvent>;
  /** Ends a reply that nobody reads any more. */
  stop: () => void;
  block: RecallBlock;
  /** What the model was shown; null where code wrote the reply, or a part of it. */
  context: GatheredContext | null;
  /** The executed intents of the turn. */
  intent: { plan: IntentPlan; outcome: IntentOutcome } | null;
  /** What is told before the reply about intents to forget. */
  notice: Notice | null;
}
