import { languageOf } from "../../language/index.ts";
import type { Episode } from "../../domain/episode.ts";
import type { Trace } from "../../domain/trace.ts";
import type { UserSettings } from "../../domain/user.ts";
import { SUSPICIOUS } from "../../domain/suspicion.ts";
import { EngramError, toEngramError } from "../../errors.ts";
import type { ChatModel, ModelMessage, ReasoningEffort } from "../../ports/chat-model.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { MemoryStore, UserStore } from "../../ports/memory-store.ts";
import type { EmbedMemories } from "../embedding/embed-memories.ts";
import type { Forgetting } from "../forgetting/forgetting.ts";
import type { KeyedLock } from "../locks.ts";
import { conversationPrefix, systemText, turnMessages } from "../chat/history.ts";
import { collect, nothingCollected, type Collected } from "../model/collect.ts";
import type { ModelGate } from "../model/gate.ts";
import { parseModelJson } from "../model/json-answer.ts";
import { traceOf } from "../model/trace.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { afterFailure, countsAsAttempt } from "./attempts.ts";
import { nextTurns } from "./next-turns.ts";
import { planLiveExtraction } from "./plan.ts";
import { extractionMessages } from "./request.ts";
import { EXTRACTION_JSON_SCHEMA, readExtraction, type ReadExtraction } from "./schema.ts";

/** `malformed`: no JSON; `error`: the request failed. Both are tried again. `failed`: after the last attempt. */
export type ExtractionOutcome = "done" | "failed" | "malformed" | "error";

export interface LivePassDeps {
  store: MemoryStore;
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
  clock: Clock;
  newId: NewId;
  /** Writers of one user's graph take turns, so that a plan is applied to what it was made from. */
  graphLock: KeyedLock;
  settings: {
    effort: ReasoningEffort;
    layout: "shared" | "separate";
    confidenceMin: number;
    maxTokens: number;
    historyTokensMax: number;
    /** Before each further attempt at a turn, milliseconds; after the last it is set aside. */
    retryPausesMs: readonly number[];
  };
  /** Vectors of what a turn brings; undefined when they are to be made later. */
  vectorsWith?: EmbedMemories["withBatch"] | undefined;
  /** Carries out what the turn asked of the memory itself; rejects only when the service ends. */
  carryOut?: ((...asked: Parameters<Forgetting["carryOut"]>) => Promise<void>) | undefined;
  onStaged?: (userId: string, episodeId: string, facts: number) => void;
  count?: (outcome: ExtractionOutcome, userId: string) => void;
  /** A request brought an extraction that can be read, or failed. */
  onAttempt?: (succeeded: boolean) => void;
  /** An attempt failed for a reason that lies in this program. */
  onError?: (error: unknown) => void;
  /** The reasoning behind an extraction looked suspicious (COT-2); advisory. */
  onSuspicious?: (userId: string) => void;
}

export interface LivePass {
  /**
   * Extracts the oldest turns of a conversation that are due with one model call; true when it should be called again.
   * Turns whose attempt failed wait for their next one. Rejects with `Preempted` when a chat took the model, with
   * `model_unavailable` when nothing answers, and with the store's errors: these leave the turns as they are.
   */
  run(userId: string, conversationId: string, signal: AbortSignal): Promise<boolean>;
}

type Timed = Collected & { seconds: number };

/** Plans made for one turn, when each meets a person that another turn made meanwhile. */
const PLANS_MAX = 5;
/** Earlier turns shown when the conversation's own prefix does not end at the turn (imports, back-fill). */
const BACKFILL_CONTEXT_TURNS = 10;
const TEMPERATURE = 0.4;

export function createLivePass(deps: LivePassDeps): LivePass {
  return {
    async run(userId, conversationId, signal) {
      const user = deps.store.forUser(userId);
      const turns = await nextTurns(user, conversationId, deps.clock.now());
      if (turns.length === 0) return false;
      await extractTurns(deps, user, turns, signal);
      return true;
    },
  };
}

async function extractTurns(
  deps: LivePassDeps,
  user: UserStore,
  turns: Episode[],
  signal: AbortSignal,
): Promise<void> {
  const settings = await user.settings();
  const asked = await ask(deps, user, turns, settings.timeZone, signal);
  const { answer } = asked;
  const extraction = asked.error === null ? readExtraction(parseModelJson(answer.content)) : null;
  deps.onAttempt?.(extraction !== null);
  if (extraction === null) return giveBack(deps, user, turns, asked);
  const whole = wholeTurns(turns, extraction, answer);
  if (whole.length < turns.length) await giveBack(deps, user, turns.slice(whole.length), asked);
  for (const [index, episode] of whole.entries()) {
    const { requests } = extraction.turns.find(({ turn }) => turn === index + 1) ?? emptyTurn(index + 1);
    try {
      await deps.graphLock.run(user.userId, async () => {
        for (let attempt = 1; attempt <= PLANS_MAX; attempt++) {
          if (await applyTurn(deps, user, episode, extraction, index + 1, answer, settings, signal)) return;
        }
      });
      if (requests.length > 0) await deps.carryOut?.(user, episode, requests, signal);
    } catch (error) {
      if (signal.aborted || !countsAsAttempt(error)) throw error;
      await giveBack(deps, user, [episode], { answer, error });
    }
  }
}

/** Of several turns, those in front of the place where the answer was cut off. Of a single one what is there is kept. */
function wholeTurns(turns: Episode[], extraction: ReadExtraction, answer: Collected): Episode[] {
  if (!answer.truncated || turns.length === 1) return turns;
  const last = Math.max(1, ...extraction.turns.map(({ turn }) => turn));
  return turns.slice(0, last - 1);
}

/** What came of one request; `error` when it failed, with as much of the answer as there was. */
interface Asked {
  answer: Timed;
  error: unknown;
}

/** Rejects when the attempt does not count: the model is away, a chat took it, the service ends. */
async function ask(
  deps: LivePassDeps,
  user: UserStore,
  turns: Episode[],
  timeZone: string,
  signal: AbortSignal,
): Promise<Asked> {
  const started = performance.now();
  const collected = nothingCollected();
  const seconds = (): number => (performance.now() - started) / 1000;
  try {
    const prefix = await prefixBefore(deps, user, turns);
    await deps.gate.background("live", signal, (inner) =>
      collect(
        deps.model,
        {
          purpose: "extract",
          conversationId: turns[0]?.conversationId,
          messages: extractionMessages(prefix, turns, timeZone),
          effort: deps.settings.effort,
          temperature: TEMPERATURE,
          maxTokens: deps.settings.maxTokens,
          schema: { name: "extraction", schema: EXTRACTION_JSON_SCHEMA },
        },
        inner,
        collected,
      ),
    );
    return { answer: { ...collected, seconds: seconds() }, error: null };
  } catch (error) {
    if (signal.aborted || !countsAsAttempt(error)) throw error;
    return { answer: { ...collected, seconds: seconds() }, error };
  }
}

async function prefixBefore(deps: LivePassDeps, user: UserStore, turns: Episode[]): Promise<ModelMessage[]> {
  const first = turns[0] as Episode;
  const conversation = await user.conversation(first.conversationId);
  if (conversation === null) throw new EngramError("not_found", "The conversation is gone");
  const name = deps.settings.layout === "shared" ? "chat" : "extract";
  const system = deps.prompts.get(name).text;
  const atTheEnd = first.ordinal + turns.length >= conversation.episodeCount;
  if (deps.settings.layout === "shared" && atTheEnd) {
    const prefix = await conversationPrefix(user, conversation, {
      system,
      tokensMax: deps.settings.historyTokensMax,
      without: turns.map((turn) => turn.id),
    });
    return prefix.messages;
  }
  const around = (await user.neighbours([first.id], BACKFILL_CONTEXT_TURNS)).filter(
    (episode) => episode.ordinal < first.ordinal,
  );
  return [
    { role: "system", content: systemText(system, conversation.clientSystem) },
    ...around.sort((a, b) => a.ordinal - b.ordinal).flatMap(turnMessages),
  ];
}

/** False when the memory changed under the plan: another should be made. */
async function applyTurn(
  deps: LivePassDeps,
  user: UserStore,
  episode: Episode,
  extraction: ReadExtraction,
  number: number,
  answer: Timed,
  { timeZone, language }: UserSettings,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await isStillToRead(user, episode))) return true;
  const turn = extraction.turns.find((t) => t.turn === number) ?? emptyTurn(number);
  const batch = await planLiveExtraction(
    {
      user,
      newId: deps.newId,
      now: deps.clock.now(),
      timeZone,
      language: languageOf(language),
      origin: deps.prompts.get("extract").origin,
      confidenceMin: deps.settings.confidenceMin,
      reasoning: answer.reasoning === "" ? null : answer.reasoning,
    },
    episode,
    turn,
    extraction.unreadable.filter((item) => item.turn === number),
  );
  const trace = traceOfExtraction(deps, episode, answer);
  batch.mutations.push({ op: "trace.put", trace });
  const { applied } = await user.apply(batch, await deps.vectorsWith?.(episode, batch, signal));
  if (!applied) return false;
  deps.count?.("done", user.userId);
  if ((trace.suspicion ?? 0) > SUSPICIOUS) deps.onSuspicious?.(user.userId);
  const staged = batch.mutations.filter((mutation) => mutation.op === "fact.put").length;
  if (staged > 0) deps.onStaged?.(user.userId, episode.id, staged);
  return true;
}

/**
 * Not when words were forgotten while the model read them (the turn stays pending and is read again as it is now), nor
 * when another worker was faster.
 */
async function isStillToRead(user: UserStore, read: Episode): Promise<boolean> {
  const now = await user.episode(read.id);
  return (
    now !== null &&
    now.extraction.state === "pending" &&
    now.userMessage === read.userMessage &&
    now.assistantReply === read.assistantReply
  );
}

function emptyTurn(turn: number): ReadExtraction["turns"][number] {
  return {
    turn,
    summary: null,
    emotion: null,
    valence: null,
    importance: null,
    time: null,
    place: null,
    entities: [],
    facts: [],
    requests: [],
  };
}

function traceOfExtraction(deps: LivePassDeps, { id: episodeId }: Episode, answer: Timed): Trace {
  const call = {
    episodeId,
    purpose: "extract" as const,
    at: deps.clock.now(),
    origin: deps.prompts.get("extract").origin,
    model: deps.model.info().name,
    seconds: answer.seconds,
  };
  return traceOf(call, answer);
}

/** An attempt that brought nothing: the turns wait for their next one, or are set aside after their last. */
async function giveBack(
  deps: LivePassDeps,
  user: UserStore,
  turns: Episode[],
  { answer, error }: Asked,
): Promise<void> {
  if (error !== null && toEngramError(error).code === "internal") deps.onError?.(error);
  // The thought of an earlier attempt is worth more than none.
  const isAnswered = answer.reasoning !== "" || answer.usage !== null;
  for (const turn of turns) {
    const extraction = afterFailure(turn.extraction, {
      reason: failureOf(answer, error),
      now: deps.clock.now(),
      pausesMs: deps.settings.retryPausesMs,
    });
    const isOver = extraction.state === "failed";
    deps.count?.(isOver ? "failed" : error === null ? "malformed" : "error", user.userId);
    await user.apply({
      actor: "live",
      reason: error === null ? "malformed_extraction" : "failed_extraction",
      expect: { episodeId: turn.id, extraction: "pending" },
      mutations: [
        { op: "episode.patch", id: turn.id, set: { extraction } },
        ...(isAnswered ? [{ op: "trace.put" as const, trace: traceOfExtraction(deps, turn, answer) }] : []),
      ],
    });
  }
}

function failureOf(answer: Collected, error: unknown): string {
  if (error !== null) return toEngramError(error).message;
  return answer.truncated ? "the answer was cut off" : "the answer was not the JSON asked for";
}
