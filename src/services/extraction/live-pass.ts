import type { Episode } from "../../domain/episode.ts";
import type { UserSettings } from "../../domain/user.ts";
import { SUSPICIOUS } from "../../domain/suspicion.ts";
import { EngramError } from "../../errors.ts";
import type { ChatModel, ModelMessage, ReasoningEffort } from "../../ports/chat-model.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { MemoryStore, UserStore } from "../../ports/memory-store.ts";
import type { EmbedMemories } from "../embedding/embed-memories.ts";
import type { KeyedLock } from "../locks.ts";
import { conversationPrefix, systemText, turnMessages } from "../chat/history.ts";
import { collect, parseModelJson, type Collected } from "../model/collect.ts";
import type { ModelGate } from "../model/gate.ts";
import { traceOf } from "../model/trace.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { languageOf } from "../time/index.ts";
import { planLiveExtraction } from "./plan.ts";
import { extractionMessages } from "./request.ts";
import { EXTRACTION_JSON_SCHEMA, readExtraction, type ReadExtraction } from "./schema.ts";

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
  };
  /** Vectors of what a turn brings; undefined when they are to be made later. */
  vectorsWith?: EmbedMemories["withBatch"] | undefined;
  onStaged?: (userId: string, episodeId: string, facts: number) => void;
  count?: (outcome: "done" | "failed" | "malformed", userId: string) => void;
  /** The reasoning behind an extraction looked suspicious (COT-2); advisory. */
  onSuspicious?: (userId: string) => void;
}

export interface LivePass {
  /**
   * Extracts the oldest waiting turns of a conversation with one model call; true when it should be called again.
   * Rejects with `Preempted` when a chat took the model, `model_unavailable` when nothing answers: both leave the
   * turns pending.
   */
  run(userId: string, conversationId: string, signal: AbortSignal): Promise<boolean>;
}

type Timed = Collected & { seconds: number };

/** Turns one request may cover, when the user types faster than the model reads. */
const TURNS_PER_CALL = 4;
/** Plans made for one turn, when each meets a person that another turn made meanwhile. */
const PLANS_MAX = 5;
/** Malformed answers before a turn is given up; it can be asked for again. */
const ATTEMPTS_MAX = 3;
/** Earlier turns shown when the conversation's own prefix does not end at the turn (imports, back-fill). */
const BACKFILL_CONTEXT_TURNS = 10;
const TEMPERATURE = 0.4;

export function createLivePass(deps: LivePassDeps): LivePass {
  return {
    async run(userId, conversationId, signal) {
      const user = deps.store.forUser(userId);
      const turns = await nextTurns(user, conversationId);
      if (turns.length === 0) return false;
      await extractTurns(deps, user, turns, signal);
      return true;
    },
  };
}

/** The oldest pending turns that stand in a row, at most `TURNS_PER_CALL`. */
async function nextTurns(user: UserStore, conversationId: string): Promise<Episode[]> {
  const pending = await user.episodes({
    conversationId,
    extraction: "pending",
    states: ["complete", "interrupted"],
    order: "oldest",
    limit: TURNS_PER_CALL,
  });
  const run: Episode[] = [];
  for (const episode of pending) {
    const last = run.at(-1);
    if (last && episode.ordinal !== last.ordinal + 1) break;
    run.push(episode);
  }
  return run;
}

async function extractTurns(
  deps: LivePassDeps,
  user: UserStore,
  turns: Episode[],
  signal: AbortSignal,
): Promise<void> {
  const settings = await user.settings();
  const { timeZone } = settings;
  const prefix = await prefixBefore(deps, user, turns);
  const started = performance.now();
  const collected = await deps.gate.background("live", signal, (inner) =>
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
    ),
  );
  const answer: Timed = { ...collected, seconds: (performance.now() - started) / 1000 };
  const extraction = readExtraction(parseModelJson(answer.content));
  if (extraction === null) return giveBack(deps, user, turns, answer);
  for (const [index, episode] of turns.entries()) {
    await deps.graphLock.run(user.userId, async () => {
      for (let attempt = 1; attempt <= PLANS_MAX; attempt++) {
        if (await applyTurn(deps, user, episode, extraction, index + 1, answer, settings, signal)) return;
      }
    });
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
  const trace = traceOf(
    {
      episodeId: episode.id,
      purpose: "extract",
      at: deps.clock.now(),
      origin: deps.prompts.get("extract").origin,
      model: deps.model.info().name,
      seconds: answer.seconds,
    },
    answer,
  );
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

/** An answer that is no extraction: the turns wait for another try, at most `ATTEMPTS_MAX` times. */
async function giveBack(
  deps: LivePassDeps,
  user: UserStore,
  turns: Episode[],
  answer: Collected,
): Promise<void> {
  const error = answer.truncated ? "the answer was cut off" : "the answer was not the JSON asked for";
  for (const turn of turns) {
    const attempts = turn.extraction.attempts + 1;
    const state = attempts >= ATTEMPTS_MAX ? "failed" : "pending";
    deps.count?.(state === "failed" ? "failed" : "malformed", user.userId);
    await user.apply({
      actor: "live",
      reason: "malformed_extraction",
      expect: { episodeId: turn.id, extraction: "pending" },
      mutations: [{ op: "episode.patch", id: turn.id, set: { extraction: { state, attempts, error } } }],
    });
  }
}
