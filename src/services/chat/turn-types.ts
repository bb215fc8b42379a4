import type { BranchPoint, Conversation } from "../../domain/model/conversation.ts";
import type { AnsweredEpisode, ChatMode, Episode, MemoryMode } from "../../domain/model/episode.ts";
import type {
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelUsage,
  ReasoningEffort,
} from "../../ports/chat-model.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import type { Language } from "../../language/index.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Notice } from "../forgetting/notice.ts";
import type { OffRecordBuffer, IntentDeps, IntentOutcome, IntentPlan } from "../intents/index.ts";
import type { Limits } from "../limits.ts";
import type { Needs } from "../kernel.ts";
import type { KeyedLock } from "../locks.ts";
import type { RecallBlock } from "../retrieval/recall-block.ts";
import type { RecallDeps } from "../retrieval/recall.ts";

export interface TurnDeps extends Needs<"store" | "model" | "gate" | "prompts" | "clock" | "newId"> {
  recall: RecallDeps;
  /** Allows one turn at a time per conversation. */
  conversationLock: KeyedLock;
  limits: Pick<Limits, "replyTokensMax" | "historyTokensMax">;
  intents: IntentDeps;
  /** The notice to show before the reply about intents of earlier turns, or null. */
  notice: (user: UserStore, language: Language) => Promise<Notice | null>;
  /** It was shown; never rejects. */
  onTold: (user: UserStore, notice: Notice) => Promise<void>;
  /** A line about what is due today, for the first turn of a user's day; null otherwise. */
  dueLine: (user: UserStore, settings: UserSettings) => Promise<string | null>;
  /** Words of turns off the record. */
  offRecordBuffer: OffRecordBuffer;
  /** A turn is stored: its extraction may begin. */
  onTurn: (userId: string, episode: Episode) => void;
  /** The reply is complete: the prefix of the next one may be read ahead. */
  readAhead: (request: ModelRequest) => void;
  /** A reply that was the service's own text was held back. */
  onGuarded: () => void;
  observe: (turn: ObservedTurn) => void;
}

interface ObservedTurn {
  userId: string;
  outcome: Episode["state"] | "failed";
  firstTokenSeconds: number | null;
  /** Null if the model did not finish, or does not report it. */
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
  /** The turn that this one takes the place of, in a new conversation that branches off before it. */
  branchFrom?: string | undefined;
  /** Pictures of the message, as data URLs. */
  images?: readonly string[] | undefined;
  /** For `/v1`: the client's own history and system text, and its model parameters. */
  client?: ClientTurn | undefined;
}

interface ClientTurn extends ModelOptions {
  /** The message with what the client added to the user's words, for the model. */
  sent: string;
  system: string | null;
  /** The messages before the last user message; null: as stored. */
  history: ModelMessage[] | null;
  /** Who says the message; null is the user. */
  speaker: string | null;
  /** The messages right before this one that are in no turn yet. */
  unheard: Pick<Episode, "speaker" | "userMessage">[];
  /** The messages after it: tool calls and their results. */
  after: ModelMessage[];
  /** The beginning of the reply, which the model continues; empty if it begins itself. */
  begun: string;
  /** Images, audio and files of the message. */
  media: readonly unknown[];
  externalId: string | null;
  /** Identifies this turn when the client sends it again; `reply` null: it waits for tool results. */
  chainHash: (reply: string | null) => string;
  /** The turn that waits for these tool results. */
  continues?: string | undefined;
  /** Its calls are kept while it waits: their results may come alone. */
  keepsCalls: boolean;
}

/** What a client asks of the model. */
export interface ModelOptions {
  temperature: number | undefined;
  maxTokens: number | undefined;
  effort: ReasoningEffort | undefined;
  extra: Record<string, unknown> | undefined;
  /** How many answers are shown; the first is the turn's reply. */
  choices: number;
}

/** A program that asks for JSON reads nothing but that: what memory does is told with a later reply. */
export function asksForJson({ client }: TurnInput): boolean {
  const format = client?.extra?.["response_format"] as { type?: unknown } | null | undefined;
  return format?.type === "json_object" || format?.type === "json_schema";
}

/** One turn in progress: its input, its conversation, and the signal that ends it. */
export interface Turn {
  deps: TurnDeps;
  user: UserStore;
  input: TurnInput;
  /** Id of the new episode, unless it already exists. */
  id: string;
  conversationId: string;
  /** Its previous state; null for a new one. */
  conversation: Conversation | null;
  /** Where a new one branches off from another. */
  branch: BranchPoint | null;
  /** The owner's settings; the defaults while the store is away. */
  settings: UserSettings;
  signal: AbortSignal;
  /** The reply begins with the confirmation of an executed intent. */
  isConfirmed?: true;
  /** `performance.now()` on arrival. */
  started: number;
}

/** What the model is shown besides the message. */
export interface GatheredContext {
  prefix: ModelMessage[];
  block: RecallBlock;
}

/** A turn whose words are stored, and whose reply can be read. */
export interface BegunTurn {
  episode: AnsweredEpisode;
  finished: boolean;
  /** The reply stream; to be requested once. */
  events: () => AsyncIterable<ModelEvent>;
  /** Stops a reply that has no reader any more. */
  stop: () => void;
  block: RecallBlock;
  /** The model's context; null if code wrote all or part of the reply. */
  context: GatheredContext | null;
  /** The executed intents of the turn. */
  intent: { plan: IntentPlan; outcome: IntentOutcome } | null;
  /** The notice shown before the reply about intents to forget. */
  notice: Notice | null;
}
