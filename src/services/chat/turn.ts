import { titleOf, type Conversation } from "../../domain/conversation.ts";
import {
  CODE_MODEL,
  OFF_THE_RECORD,
  type ChatMode,
  type AnsweredEpisode,
  type Episode,
  type MemoryMode,
  type RecalledItem,
} from "../../domain/episode.ts";
import { EngramError, invalidField, toEngramError } from "../../errors.ts";
import type {
  ChatModel,
  FinishReason,
  ModelEvent,
  ModelMessage,
  ModelUsage,
  ReasoningEffort,
} from "../../ports/chat-model.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { MemoryStore, OpenedEpisode, UserStore } from "../../ports/memory-store.ts";
import {
  mayBeWish,
  planWish,
  type Heard,
  type IntentDeps,
  type WishOutcome,
  type WishPlan,
  unrepeated,
} from "../intents/index.ts";
import type { Notice } from "../forgetting/notice.ts";
import type { KeyedLock } from "../locks.ts";
import type { ModelGate } from "../model/gate.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { recall, timeZoneOf, type RecallDeps } from "../retrieval/recall.ts";
import { recallBlock, type RecallBlock } from "../retrieval/recall-block.ts";
import type { RecallState } from "../retrieval/recall-state.ts";
import type { ChatEvent } from "./events.ts";
import { conversationPrefix, systemText, userText, type Prefix } from "./history.ts";

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
  settings: { effort: ReasoningEffort; maxTokens: number; historyTokensMax: number };
  intents: IntentDeps;
  /** What is to be told before the reply about wishes of earlier turns; null for nothing. */
  notice: (user: UserStore, message: string) => Promise<Notice | null>;
  /** It was told; never rejects. */
  onTold: (user: UserStore, notice: Notice) => Promise<void>;
  /** True words of turns off the record. */
  heard: Heard;
  /** A turn is stored: its extraction may begin. */
  onTurn: (userId: string, episode: Episode) => void;
  observe: (turn: ObservedTurn) => void;
}

export interface ObservedTurn {
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
  /** A program asks, not the user: nothing in it is a wish, and its words are not kept. */
  isHouseKeeping?: boolean | undefined;
}

export interface ClientTurn {
  system: string | null;
  /** What stands before the last user message. */
  history: ModelMessage[];
  /** What stands behind it: tool calls and their results. */
  after: ModelMessage[];
  externalId: string | null;
  /** Hash of the history with this turn; null for one that waits for tool results. */
  chainHash: (reply: string | null) => string;
  /** The turn that waits for these tool results. */
  continues?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  extra?: Record<string, unknown> | undefined;
}

const TEMPERATURE = 0.7;
/** Answers from memory alone (CHAT-6). */
const MEMORY_TEMPERATURE = 0.15;
const MEMORY_ONLY = "(Answer from the memory block alone. If it does not contain the answer, say so.)";
/** Longest reply kept, characters. */
const REPLY_CHARS_MAX = 400_000;

/**
 * One turn: the user's words are durable before the first token leaves, the reply is the only model call, and
 * whatever happens the turn is kept, complete or interrupted. Ends the iterator early or aborts the signal: the
 * model stops and the partial reply is kept.
 */
export async function* runTurn(
  deps: TurnDeps,
  userId: string,
  input: TurnInput,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, undefined> {
  const user = deps.store.forUser(userId);
  const started = performance.now();
  const leave = deps.gate.enterChat();
  let unlock: (() => void) | null = null;
  try {
    const known = await existingConversation(user, input);
    const conversationId = known?.id ?? deps.newId();
    unlock = await lockTurn(deps, userId, conversationId, input.idempotencyKey);
    signal.throwIfAborted();
    const turn = await beginTurn(deps, user, input, conversationId, known, signal);
    if (turn.finished) {
      yield* replay(turn.episode, deps.heard);
      return;
    }
    yield* answer(deps, user, input, turn, signal, started);
  } finally {
    unlock?.();
    leave();
  }
}

/** A retried request waits for the first one, whichever conversation that opened. */
async function lockTurn(
  deps: TurnDeps,
  userId: string,
  conversationId: string,
  idempotencyKey: string | undefined,
): Promise<() => void> {
  const keys = idempotencyKey === undefined ? [] : [`${userId}/key/${idempotencyKey}`];
  const held: (() => void)[] = [];
  try {
    for (const key of [...keys, `${userId}/${conversationId}`])
      held.push(await deps.conversationLock.acquire(key));
  } catch (error) {
    for (const release of held) release();
    throw error;
  }
  return () => held.forEach((release) => release());
}

async function existingConversation(user: UserStore, input: TurnInput): Promise<Conversation | null> {
  const id = input.conversationId ?? (await conversationOfReplaced(user, input));
  if (id === undefined) return null;
  const known = await user.conversation(id);
  if (known === null) {
    throw invalidField("conversationId", "there is no such conversation", "not_found");
  }
  return known;
}

async function conversationOfReplaced(user: UserStore, { replaces }: TurnInput): Promise<string | undefined> {
  return replaces === undefined ? undefined : (await user.episode(replaces))?.conversationId;
}

interface BegunTurn {
  episode: AnsweredEpisode;
  finished: boolean;
  /** The reply as it comes; asked for once. */
  events: () => AsyncIterable<ModelEvent>;
  /** Ends a reply that nobody reads any more. */
  stop: () => void;
  block: RecallBlock;
  /** What the turn did to the memory by the user's wish. */
  wish: DoneWish | null;
  /** What is told before the reply about wishes of earlier turns. */
  notice: Notice | null;
}

interface DoneWish {
  plan: WishPlan;
  outcome: WishOutcome;
}

interface GatheredContext {
  prefix: ModelMessage[];
  block: RecallBlock;
}

/** A first try of a new turn is surely a new turn: the model may begin to read while its words are being stored. */
function mayRunAhead(input: TurnInput): boolean {
  return input.idempotencyKey === undefined && input.client?.continues === undefined;
}

/**
 * Asks the model before the store has confirmed the user's words. Nothing of the answer is passed on until it has;
 * when it does not, the model is stopped.
 */
function runAhead(
  deps: TurnDeps,
  input: TurnInput,
  conversationId: string,
  context: GatheredContext,
  signal: AbortSignal,
): { events: AsyncIterable<ModelEvent>; stop: () => void } {
  const stopped = new AbortController();
  const stream = deps.model.stream(
    requestOf(deps, input, conversationId, context),
    AbortSignal.any([signal, stopped.signal]),
  );
  const iterator = stream[Symbol.asyncIterator]();
  const first = iterator.next();
  first.catch(() => undefined);
  return {
    events: resumed(iterator, first),
    stop: () => stopped.abort(new Error("the turn was not stored")),
  };
}

async function* resumed(
  iterator: AsyncIterator<ModelEvent>,
  first: Promise<IteratorResult<ModelEvent>>,
): AsyncGenerator<ModelEvent, void, undefined> {
  try {
    for (let result = await first; !result.done; result = await iterator.next()) yield result.value;
  } finally {
    await iterator.return?.();
  }
}

async function beginTurn(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  conversationId: string,
  conversation: Conversation | null,
  signal: AbortSignal,
): Promise<BegunTurn> {
  await checkReplaced(user, input, conversationId);
  const id = deps.newId();
  const prefix = await prefixOf(deps, user, input, conversation, id);
  const plan = await wishOf(deps, user, input, conversation, prefix);
  if (plan !== null) return beginWish(deps, user, input, id, conversationId, conversation, plan, signal);
  const noticing = noticeOf(deps, user, input);
  const gathering = await askMemory(deps, user, input, prefix, id, signal);
  await gathering.found;
  const opening = open(deps, user, input, id, conversationId, conversation === null);
  opening.catch(() => undefined);
  const notice = await noticing;
  const gathered = { prefix: gathering.prefix, block: withNotice(await gathering.block, notice) };
  const ahead = mayRunAhead(input) ? runAhead(deps, input, conversationId, gathered, signal) : null;
  let opened: OpenedEpisode;
  try {
    opened = await opening;
  } catch (error) {
    ahead?.stop();
    throw error;
  }
  if (opened.outcome === "forgotten") throw new EngramError("conflict");
  const { episode } = opened;
  const context =
    opened.outcome === "existing" && episode.state !== "complete"
      ? await gatherContext(
          deps,
          user,
          input,
          await user.conversation(episode.conversationId),
          episode.id,
          signal,
        )
      : gathered;
  if (opened.outcome === "existing") assertSameRequest(episode, input);
  if (input.replaces !== undefined && opened.outcome === "opened") {
    await user.replaceEpisode(input.replaces, episode.id);
  }
  return {
    episode,
    finished: episode.state === "complete",
    events: () => ahead?.events ?? deps.model.stream(requestOf(deps, input, conversationId, context), signal),
    stop: () => ahead?.stop(),
    block: context.block,
    wish: null,
    notice,
  };
}

/** Never holds a reply up or fails it: what cannot be told now is told with the next one. */
async function noticeOf(deps: TurnDeps, user: UserStore, input: TurnInput): Promise<Notice | null> {
  if (input.isHouseKeeping || input.memory !== "on" || input.client?.continues !== undefined) return null;
  return deps.notice(user, input.message).catch(() => null);
}

function withNotice(block: RecallBlock, notice: Notice | null): RecallBlock {
  return notice === null ? block : noted(block, notice.note);
}

/** What the user asks of the memory itself, before anything is stored or recalled; null for other messages. */
async function wishOf(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  conversation: Conversation | null,
  { episodes }: Prefix,
): Promise<WishPlan | null> {
  const { message, memory } = input;
  const previous = episodes.at(-1) ?? null;
  if (input.isHouseKeeping || input.client?.continues !== undefined || !mayBeWish(message, previous))
    return null;
  return planWish(deps.intents, {
    user,
    message,
    memory,
    conversationId: conversation?.id ?? null,
    previous,
  });
}

/** A turn with a wish: stored without the words that are to go, then the wish is done, then the rest is answered. */
async function beginWish(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  id: string,
  conversationId: string,
  conversation: Conversation | null,
  plan: WishPlan,
  signal: AbortSignal,
): Promise<BegunTurn> {
  const early = plan.erasesAll ? await plan.act(id) : null;
  const isNew = conversation === null || plan.erasesAll;
  const opened = await open(deps, user, input, id, conversationId, isNew, plan);
  if (opened.outcome === "forgotten") throw new EngramError("conflict");
  const { episode } = opened;
  if (opened.outcome === "existing") assertSameRequest(episode, input, plan);
  if (episode.state === "complete") return finishedTurn(deps, user, episode);
  if (input.replaces !== undefined && opened.outcome === "opened")
    await user.replaceEpisode(input.replaces, episode.id);
  const outcome = early ?? (await plan.act(episode.id));
  const wish = { plan, outcome };
  if (plan.isAlone) {
    const state = outcome.recalled.length === 0 ? ("nothing" as const) : ("found" as const);
    const block = { ...(await emptyBlock(deps, user, state)), items: outcome.recalled };
    return {
      episode,
      finished: false,
      events: () => writtenByCode(outcome.text),
      stop: () => undefined,
      block,
      wish,
      notice: null,
    };
  }
  const known = await user.conversation(episode.conversationId);
  const shown = { ...input, message: plan.shown };
  const { prefix, block } = await gatherContext(deps, user, shown, known, episode.id, signal);
  const context = { prefix, block: noted(block, outcome.note) };
  return {
    episode,
    finished: false,
    events: () =>
      afterLine(outcome.text, deps.model.stream(requestOf(deps, shown, conversationId, context), signal)),
    stop: () => undefined,
    block: context.block,
    wish,
    notice: null,
  };
}

async function finishedTurn(deps: TurnDeps, user: UserStore, episode: AnsweredEpisode): Promise<BegunTurn> {
  const block = await emptyBlock(deps, user, "nothing");
  return {
    episode,
    finished: true,
    events: () => writtenByCode(""),
    stop: () => undefined,
    block,
    wish: null,
    notice: null,
  };
}

/** The model is told what was done, so that it does not deny having a memory. */
function noted(block: RecallBlock, note: string): RecallBlock {
  return { ...block, text: block.text.replace(/\n<\/memory>$/, `\n(${note})\n</memory>`) };
}

async function* writtenByCode(text: string): AsyncGenerator<ModelEvent, void, undefined> {
  if (text !== "") yield { type: "delta", text };
  yield { type: "finish", reason: "stop", usage: null, model: CODE_MODEL };
}

/** The confirmation comes first: it is true whatever the model says. */
async function* afterLine(
  line: string,
  reply: AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, void, undefined> {
  if (line !== "") yield { type: "delta", text: `${line}\n\n` };
  yield* reply;
}

async function checkReplaced(user: UserStore, input: TurnInput, conversationId: string): Promise<void> {
  if (input.replaces === undefined) return;
  const replaced = await user.episode(input.replaces);
  const retried = input.idempotencyKey !== undefined;
  if (replaced !== null && replaced.replacedBy !== null && !retried) {
    throw invalidField("replaces", "this turn was replaced already");
  }
  if (replaced === null || replaced.conversationId !== conversationId) {
    throw invalidField("replaces", "there is no such turn in this conversation", "not_found");
  }
}

async function open(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  id: string,
  conversationId: string,
  isNew: boolean,
  wish: WishPlan | null = null,
): Promise<OpenedEpisode> {
  const continued = input.client?.continues === undefined ? null : await user.episode(input.client.continues);
  if (continued !== null) return { outcome: "existing", episode: continued };
  const now = deps.clock.now();
  const message = storedMessage(input, wish);
  const memory = wish?.memory ?? input.memory;
  const isKept = message !== OFF_THE_RECORD;
  return user.openEpisode({
    id,
    conversationId,
    createConversation: isNew,
    conversation: {
      title: isKept ? titleOf(message) : null,
      clientSystem: input.client?.system ?? null,
      externalId: input.client?.externalId ?? null,
    },
    userMessage: message,
    source: "chat",
    state: "open",
    memory,
    mode: input.mode,
    occurredAt: now,
    recordedAt: now,
    idempotencyKey: input.idempotencyKey ?? null,
    extract: memory === "on",
    intent: wish?.opening,
  });
}

/** What may be written down of a message: nothing of one that is off the record or that a program made up. */
function storedMessage(input: TurnInput, wish: WishPlan | null): string {
  return input.isHouseKeeping ? OFF_THE_RECORD : (wish?.stored ?? input.message);
}

function assertSameRequest(episode: Episode, input: TurnInput, wish: WishPlan | null = null): void {
  const same =
    episode.userMessage === storedMessage(input, wish) &&
    (input.conversationId === undefined || input.conversationId === episode.conversationId);
  if (!same) throw new EngramError("idempotency_mismatch");
}

async function gatherContext(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  conversation: Conversation | null,
  episodeId: string,
  signal: AbortSignal,
): Promise<GatheredContext> {
  const known = await prefixOf(deps, user, input, conversation, episodeId);
  const { prefix, block } = await askMemory(deps, user, input, known, episodeId, signal);
  return { prefix, block: await block };
}

/**
 * Begins the search; the block comes when it is read, and is empty when the user has left. `found` resolves when its
 * lanes have answered: what is written before that would take their core and empty their page caches.
 */
async function askMemory(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  prefix: Prefix,
  episodeId: string,
  signal: AbortSignal,
): Promise<{ prefix: ModelMessage[]; block: Promise<RecallBlock>; found: Promise<unknown> }> {
  const inContext = prefix.episodes.map((episode) => episode.id);
  let onFound = (): void => undefined;
  const lanes = new Promise<void>((resolve) => (onFound = resolve));
  const block =
    input.memory === "off"
      ? emptyBlock(deps, user, "off")
      : recall(deps.recall, user, {
          message: input.message,
          excludeEpisodeIds: [episodeId, ...inContext],
          signal,
          onFound,
        }).catch(() => emptyBlock(deps, user, "unavailable"));
  return { prefix: prefix.messages, block, found: Promise.race([lanes, block]) };
}

async function emptyBlock(deps: TurnDeps, user: UserStore, state: RecallState): Promise<RecallBlock> {
  const timeZone = await timeZoneOf(user);
  return recallBlock([], { now: deps.clock.now(), timeZone, tokensMax: 0, itemsMax: 0, state });
}

async function prefixOf(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  conversation: Conversation | null,
  episodeId: string,
): Promise<Prefix> {
  const system = deps.prompts.get("chat").text;
  const stored =
    conversation === null
      ? { messages: [{ role: "system" as const, content: systemText(system, null) }], episodes: [] }
      : await conversationPrefix(user, conversation, {
          system,
          tokensMax: deps.settings.historyTokensMax,
          without: [episodeId, input.replaces],
          heard: deps.heard,
        });
  if (!input.client) return stored;
  const head: ModelMessage = { role: "system", content: systemText(system, input.client.system) };
  return { messages: [head, ...input.client.history], episodes: stored.episodes };
}

async function* answer(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  turn: BegunTurn,
  signal: AbortSignal,
  started: number,
): AsyncGenerator<ChatEvent, void, undefined> {
  const { episode, block } = turn;
  const ids = { conversationId: episode.conversationId, episodeId: episode.id };
  const state = new ReplyState();
  let failure: EngramError | null = null;
  let kept: AnsweredEpisode | null = null;
  try {
    yield { type: "accepted", ...ids };
    yield { type: "recall", recalled: block.items, recall: { state: block.state } };
    for (const act of turn.wish?.outcome.acts ?? turn.notice?.acts ?? []) yield { type: "memory", ...act };
    if (turn.notice !== null) {
      state.before = `${turn.notice.text}\n\n`;
      yield { type: "delta", text: state.before };
    }
    for await (const event of turn.events()) {
      state.firstToken ??= (performance.now() - started) / 1000;
      if (event.type === "finish") state.finish(event.reason, event.usage, event.model);
      else {
        if (event.type === "delta") state.add(event.text);
        yield event.type === "aside" ? state.say(event.text) : event;
      }
    }
  } catch (error) {
    failure = signal.aborted ? new EngramError("cancelled") : toEngramError(error);
    throw withTurn(failure, ids);
  } finally {
    turn.stop();
    kept = await keep(deps, user, input, turn, state, failure);
    deps.observe({
      userId: user.userId,
      usage: state.usage,
      outcome: failure !== null && failure.code !== "cancelled" ? "failed" : kept.state,
      firstTokenSeconds: state.firstToken,
    });
  }
  yield {
    type: "done",
    ...ids,
    reply: state.shown,
    recalled: block.items,
    recall: { state: block.state },
    model: state.model,
    finish: state.reason ?? "stop",
    usage: state.usage,
    ...spooledMark(kept),
  };
}

/** The client is told that the turn is kept, and not in the memory yet. */
function spooledMark(episode: AnsweredEpisode): { spooled?: true } {
  return episode.spooled ? { spooled: true } : {};
}

function withTurn(error: EngramError, ids: { conversationId: string; episodeId: string }): EngramError {
  return new EngramError(error.code, error.message, { fields: error.fields, cause: error.cause, extra: ids });
}

function requestOf(
  deps: TurnDeps,
  input: TurnInput,
  conversationId: string,
  context: GatheredContext,
): Parameters<ChatModel["stream"]>[0] {
  const text = userText({ speaker: null, userMessage: input.message });
  const last = `${text}\n\n${context.block.text}${input.mode === "memory" ? `\n\n${MEMORY_ONLY}` : ""}`;
  return {
    purpose: "chat",
    conversationId,
    messages: [...context.prefix, { role: "user", content: last }, ...(input.client?.after ?? [])],
    effort: deps.settings.effort,
    temperature: input.client?.temperature ?? (input.mode === "memory" ? MEMORY_TEMPERATURE : TEMPERATURE),
    maxTokens: input.client?.maxTokens ?? deps.settings.maxTokens,
    extra: input.client?.extra,
  };
}

class ReplyState {
  /** What code told before the reply; shown, not stored. */
  before = "";
  reply = "";
  firstToken: number | null = null;
  reason: FinishReason | null = null;
  usage: ModelUsage | null = null;
  model = "";

  /** What is said beside it; shown, not stored. */
  after = "";

  get shown(): string {
    return this.before + this.reply + this.after;
  }

  say(text: string): ChatEvent {
    const aside = this.shown === "" ? text : `\n\n${text}`;
    this.after += aside;
    return { type: "delta", text: aside };
  }

  add(text: string): void {
    this.reply += text;
    if (this.reply.length > REPLY_CHARS_MAX)
      throw new EngramError("model_error", "The reply is longer than allowed");
  }

  finish(reason: FinishReason, usage: ModelUsage | null, model: string): void {
    this.reason = reason;
    this.usage = usage;
    this.model = model;
  }
}

/** Writes down how the turn ended, then lets its extraction begin. */
async function keep(
  deps: TurnDeps,
  user: UserStore,
  input: TurnInput,
  turn: BegunTurn,
  state: ReplyState,
  failure: EngramError | null,
): Promise<AnsweredEpisode> {
  const whole = state.reason !== null && state.reason !== "tool_calls" && failure === null;
  const isKept = turn.episode.userMessage !== OFF_THE_RECORD;
  const reply = isKept ? onRecord(deps, input, turn, state.reply) : OFF_THE_RECORD;
  if (reply !== state.reply) {
    deps.heard.keep(turn.episode.id, {
      conversationId: turn.episode.conversationId,
      userMessage: isKept ? turn.episode.userMessage : input.message,
      reply: state.reply,
      isOffRecord: !isKept,
    });
  }
  const kept = await user.completeEpisode(turn.episode.id, {
    assistantReply: state.reply === "" ? null : reply,
    state: whole ? "complete" : "interrupted",
    recalled: isKept ? turn.block.items.map(withoutComponents) : [],
    intent: turn.wish?.outcome.intent ?? turn.notice?.intent,
    model: state.model === "" ? deps.model.info().name : state.model,
    chainHash: chainHashOf(input, state, whole),
    error: failure?.code ?? null,
  });
  if (turn.notice !== null && failure === null) await deps.onTold(user, turn.notice);
  if (!kept.spooled) deps.onTurn(user.userId, kept);
  return kept;
}

/** A reply without what was said off the record before it: the conversation goes on with it, and nothing is written. */
function onRecord(deps: TurnDeps, { message }: TurnInput, { episode }: BegunTurn, reply: string): string {
  return unrepeated(reply, message, deps.heard.offRecordIn(episode.conversationId));
}

/** How a score came about is told once; kept with every turn, it would be the largest part of it. */
function withoutComponents({ components, ...item }: RecalledItem): RecalledItem {
  return item;
}

function chainHashOf(input: TurnInput, state: ReplyState, whole: boolean): string | null {
  if (!input.client) return null;
  if (state.reason === "tool_calls") return input.client.chainHash(null);
  return whole || state.reply !== "" ? input.client.chainHash(state.shown) : null;
}

/** A turn that was answered before, told again without asking the model. */
function* replay(episode: AnsweredEpisode, heard: Heard): Generator<ChatEvent, void, undefined> {
  const ids = { conversationId: episode.conversationId, episodeId: episode.id };
  const recalled: RecalledItem[] = episode.recalled;
  const reply = heard.get(episode.id)?.reply ?? episode.assistantReply ?? "";
  const told = keptState(episode);
  yield { type: "accepted", ...ids };
  yield { type: "recall", recalled, ...told };
  if (reply !== "") yield { type: "delta", text: reply };
  const model = episode.model ?? "";
  yield {
    type: "done",
    ...ids,
    reply,
    recalled,
    ...told,
    model,
    finish: "stop",
    usage: null,
    ...spooledMark(episode),
  };
}

/** What came of the search is not kept with a turn: told where it is certain. */
function keptState({ memory, recalled }: AnsweredEpisode): { recall?: { state: RecallState } } {
  return memory === "off" && recalled.length === 0 ? { recall: { state: "off" } } : {};
}
