import { OFF_THE_RECORD, type AnsweredEpisode, type EpisodeIntent } from "../../domain/model/episode.ts";
import { recalledRef } from "../../domain/model/recalled.ts";
import { keptReasoning, type Trace } from "../../domain/model/trace.ts";
import { plusMs } from "../../domain/model/time.ts";
import { EngramError, toEngramError, type ErrorCode } from "../../errors.ts";
import type { FinishReason, ModelUsage } from "../../ports/chat-model.ts";
import type { Notice } from "../forgetting/notice.ts";
import { redactOffRecord } from "../intents/index.ts";
import { showRecalled } from "../retrieval/memory-items.ts";
import { otherChoices, otherSeed } from "./choices.ts";
import { fittingReply, nextPrefix } from "./context.ts";
import type { ChatEvent } from "./events.ts";
import { mergeCalls, type ToolCall } from "./tool-calls.ts";
import type { BegunTurn, GatheredContext, Turn, TurnInput } from "./turn-types.ts";

/** Not accepted by any store or client. */
const NUL = "\u0000";
/** Shown, but not stored, if the model only produced reasoning. */
const NO_REPLY = "(The model thought about it and gave no answer. Please ask again.)";
const EMPTY_REPLY: ErrorCode = "model_error";
/** A tool's answer belongs to the turn: it is extracted with it, or after this wait without it. */
const TOOLS_WAIT_MS = 120_000;
/** Longest reply kept, characters. */
const REPLY_CHARS_MAX = 400_000;
/** Longest thought collected; less of it is kept. */
const THOUGHT_CHARS_MAX = 100_000;
/** Longest calls and results of tools kept while their turn waits, characters of JSON. */
const CALLS_CHARS_MAX = 400_000;

/** Streams the reply and stores how it ended: complete, interrupted or failed. */
export async function* answer(turn: Turn, begun: BegunTurn): AsyncGenerator<ChatEvent, void, undefined> {
  const { deps, user, signal, started } = turn;
  const { episode, block, intent, notice } = begun;
  const ids = { conversationId: episode.conversationId, episodeId: episode.id };
  const state = new ReplyState();
  let failure: EngramError | null = null;
  let kept: AnsweredEpisode | null = null;
  try {
    yield { type: "accepted", ...ids };
    yield { type: "recall", recalled: block.items, recall: { state: block.state } };
    const acts = [...(intent?.outcome.actions ?? []), ...(notice?.actions ?? [])];
    for (const act of acts) yield { type: "memory", ...act };
    if (notice !== null) {
      state.before = `${notice.text}\n\n`;
      yield { type: "delta", text: state.before };
    }
    for await (const event of begun.events()) {
      if (event.type === "finish") state.dropBlank();
      if (event.type === "finish" && event.reason !== "tool_calls" && state.isEmpty && intent === null)
        yield state.say(NO_REPLY);
      state.firstToken ??= (performance.now() - started) / 1000;
      if (event.type === "finish") state.finish(event.reason, event.usage, event.model);
      else {
        if (event.type === "delta") state.add(event.text);
        if (event.type === "reasoning") state.think(event.text);
        if (event.type === "tool_calls") mergeCalls(state.calls, event.delta);
        yield event.type === "aside" ? state.say(event.text) : event;
      }
    }
  } catch (error) {
    failure = signal.aborted ? new EngramError("cancelled") : toEngramError(error);
    const { code, message, fields, cause } = failure;
    throw new EngramError(code, message, { fields, cause, extra: ids });
  } finally {
    begun.stop();
    kept = await keep(turn, begun, state, failure);
    deps.observe({
      userId: user.userId,
      usage: state.usage,
      outcome: failure !== null && failure.code !== "cancelled" ? "failed" : kept.state,
      firstTokenSeconds: state.firstToken,
    });
  }
  if (begun.context !== null) yield* othersOf(turn, begun.context);
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

function othersOf(turn: Turn, context: GatheredContext): AsyncGenerator<ChatEvent, void, undefined> {
  const { client } = turn.input;
  return otherChoices(client?.choices ?? 1, (index) => {
    const extra = otherSeed(client?.extra, index);
    const input = { ...turn.input, client: client && { ...client, extra } };
    return fittingReply({ ...turn, input }, context, turn.signal);
  });
}

/** An off-the-record stretch continues; otherwise the next turn may answer the notice's questions. */
function intentOf(intent: BegunTurn["intent"], notice: Notice | null): EpisodeIntent | null {
  const own = intent?.outcome.intent ?? null;
  return own?.state === "on" ? own : (notice?.intent ?? own);
}

/** Informs the client that the turn is kept, but not in the memory yet. */
function spooledMark(episode: AnsweredEpisode): { spooled?: true } {
  return episode.spooled ? { spooled: true } : {};
}

class ReplyState {
  /** Text by code before the reply; shown, not stored. */
  before = "";
  reply = "";
  firstToken: number | null = null;
  reason: FinishReason | null = null;
  usage: ModelUsage | null = null;
  model = "";

  /** Text alongside the reply; shown, not stored. */
  after = "";
  thought = "";
  readonly calls: ToolCall[] = [];

  /** Neither the model nor code produced any text. */
  get isEmpty(): boolean {
    return this.shown === "";
  }

  get shown(): string {
    const said = this.reply + this.after;
    return said === "" ? this.before.trimEnd() : this.before + said;
  }

  say(text: string): ChatEvent {
    const aside = this.shown === "" ? text : `\n\n${text}`;
    this.after += aside;
    return { type: "delta", text: aside };
  }

  add(text: string): void {
    this.reply += text.replaceAll(NUL, "");
    if (this.reply.length > REPLY_CHARS_MAX)
      throw new EngramError("model_error", "The reply is longer than allowed");
  }

  /** White space alone is no reply. */
  dropBlank(): void {
    if (this.reply.trim() === "") this.reply = "";
  }

  think(text: string): void {
    if (this.thought.length < THOUGHT_CHARS_MAX) this.thought += text.replaceAll(NUL, "");
  }

  finish(reason: FinishReason, usage: ModelUsage | null, model: string): void {
    this.reason = reason;
    this.usage = usage;
    this.model = model;
  }
}

/** Stores how the turn ended, then lets its extraction begin. */
async function keep(
  turn: Turn,
  { episode, block, context, intent, notice }: BegunTurn,
  state: ReplyState,
  failure: EngramError | null,
): Promise<AnsweredEpisode> {
  const { deps, user, input } = turn;
  const waitsForTools = state.reason === "tool_calls" && failure === null;
  const isEmpty = state.reason !== null && !waitsForTools && state.reply === "" && intent === null;
  const whole = state.reason !== null && !waitsForTools && !isEmpty && failure === null;
  const isKept = episode.userMessage !== OFF_THE_RECORD;
  const said = (input.client?.begun ?? "") + state.reply;
  const reply = isKept
    ? redactOffRecord(said, input.message, deps.offRecordBuffer.offRecordIn(episode.conversationId))
    : OFF_THE_RECORD;
  if (reply !== said) {
    deps.offRecordBuffer.keep(episode.id, {
      conversationId: episode.conversationId,
      userMessage: isKept ? episode.userMessage : input.message,
      reply: said,
      isOffRecord: !isKept,
    });
  }
  const kept = await user.completeEpisode(episode.id, {
    assistantReply: state.reply !== "" ? reply : (intent && notice?.kept) || null,
    state: whole ? "complete" : "interrupted",
    recalled: isKept ? block.items.map(recalledRef) : [],
    intent: intentOf(intent, notice),
    model: state.model === "" ? deps.model.info().name : state.model,
    chainHash: chainHashOf(input, state, whole),
    error: failure?.code ?? (isEmpty ? EMPTY_REPLY : null),
    extractNotBefore: waitsForTools ? plusMs(deps.clock.now(), TOOLS_WAIT_MS) : undefined,
  });
  if (whole && context !== null) deps.readAhead(nextPrefix(turn, context, said));
  const thought = reply === said ? keptReasoning(state.thought.trim()) : null;
  if (thought !== null) await keepTrace(turn, kept, "reply", thought);
  const { keepsCalls = false, continues } = input.client ?? {};
  if (keepsCalls && waitsForTools)
    await keepTrace(turn, kept, "tools", isKept ? keptCalls(turn, state) : null);
  // With their results, they are no longer needed.
  if (keepsCalls && whole && continues !== undefined) await keepTrace(turn, kept, "tools", null);
  if (notice !== null && failure === null) await deps.onTold(user, notice);
  if (!kept.spooled) deps.onTurn(user.userId, kept);
  return kept;
}

/** The messages after the user's, to the calls that wait for results: a client may send the results alone, to any process. */
function keptCalls({ input }: Turn, { reply, calls }: ReplyState): string | null {
  const called = {
    role: "assistant",
    content: reply,
    tool_calls: calls.map(({ index: _, ...call }) => call),
  };
  const messages = JSON.stringify([...(input.client?.after ?? []), called]);
  return messages.length <= CALLS_CHARS_MAX ? messages : null;
}

/** Keeps with a turn what the model produced besides its reply, unless it repeats words off the record. Its cost is the turn's. */
async function keepTrace(
  { deps, user, input }: Turn,
  episode: AnsweredEpisode,
  purpose: "reply" | "tools",
  reasoning: string | null,
): Promise<void> {
  if (episode.spooled) return;
  const offRecord = deps.offRecordBuffer.offRecordIn(episode.conversationId);
  const isOnRecord = reasoning !== null && redactOffRecord(reasoning, input.message, offRecord) === reasoning;
  const trace: Trace = {
    episodeId: episode.id,
    purpose,
    at: deps.clock.now(),
    origin: deps.prompts.get("chat").origin,
    model: episode.model ?? "",
    promptTokens: 0,
    completionTokens: 0,
    seconds: 0,
    reasoning: isOnRecord ? reasoning : null,
    suspicion: null,
    ballots: {},
    rulings: {},
  };
  // The turn itself is kept; a trace that cannot be is no reason to fail it.
  await user
    .apply({
      actor: "live",
      reason: purpose === "reply" ? "thought" : "calls",
      mutations: [{ op: "trace.put", trace }],
    })
    .catch(() => undefined);
}

function chainHashOf(input: TurnInput, state: ReplyState, whole: boolean): string | null {
  if (!input.client) return null;
  if (state.reason === "tool_calls") return input.client.chainHash(null);
  return whole || state.reply !== "" ? input.client.chainHash(state.shown) : null;
}

/** Replays a turn that was already answered, without calling the model. */
export async function* replay(
  { deps, user }: Turn,
  episode: AnsweredEpisode,
): AsyncGenerator<ChatEvent, void, undefined> {
  const ids = { conversationId: episode.conversationId, episodeId: episode.id };
  const [shown] = await showRecalled(user, [episode], deps.clock.now());
  const recalled = shown?.recalled ?? [];
  const reply = deps.offRecordBuffer.get(episode.id)?.reply ?? episode.assistantReply ?? "";
  // The search state is not stored with a turn: returned only if certain.
  const isOff = episode.memory === "off" && episode.recalled.length === 0;
  const told = isOff ? { recall: { state: "off" as const } } : {};
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
