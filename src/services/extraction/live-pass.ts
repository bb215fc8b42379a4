import { languageOf } from "../../language/index.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { keptReasoning } from "../../domain/model/trace.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import { emptyTurn, type TurnExtraction } from "../../domain/model/proposal.ts";
import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import { EngramError, ModelBusy, toEngramError } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { EmbedMemories } from "../embedding/embed-memories.ts";
import type { Forgetting } from "../forgetting/forgetting.ts";
import type { Needs } from "../kernel.ts";
import { countsAsAttempt } from "../model/attempt.ts";
import { collect, nothingCollected, together, type Collected } from "../model/collect.ts";
import { Preempted } from "../model/gate.ts";
import { parseModelJson } from "../model/json-answer.ts";
import { traceOfCall } from "../model/trace.ts";
import { afterFailure } from "./attempts.ts";
import { nextLiveRequest, type LiveRequest } from "./live-request.ts";
import { nextTurns } from "./next-turns.ts";
import { createParts, joinPieces, type Parts } from "./pieces.ts";
import { planLiveExtraction } from "./plan.ts";
import { extractionRequest } from "./request.ts";
import { readExtraction, type ReadExtraction, type Unreadable } from "./schema.ts";

/** `malformed`: not JSON; `error`: the request failed. Both are retried. `failed`: after the last attempt. */
export type ExtractionOutcome = "done" | "failed" | "malformed" | "error";

export interface LivePassDeps extends Needs<
  "store" | "model" | "gate" | "prompts" | "clock" | "newId" | "graphLock"
> {
  /** Pauses before each further attempt at a turn; after the last it is abandoned. */
  pausesMs: readonly number[];
  /** Embeds a turn's new memories; undefined if vectors are made later. */
  vectorsWith?: EmbedMemories["withBatch"] | undefined;
  /** Carries out the turn's requests to the memory; rejects only when the service stops. */
  carryOut?: ((...asked: Parameters<Forgetting["carryOut"]>) => Promise<void>) | undefined;
  onStaged?: (userId: string, episodeId: string, facts: Fact[]) => void;
  count?: (outcome: ExtractionOutcome, userId: string) => void;
  /** A request produced a readable extraction, or failed. */
  onAttempt?: (succeeded: boolean) => void;
  /** An attempt failed because of a bug in this program. */
  onError?: (error: unknown) => void;
  /** The reasoning behind an extraction looked suspicious (COT-2); advisory. */
  onSuspicious?: () => void;
}

export type LivePass = ReturnType<typeof createLivePass>;

type Timed = Collected & { seconds: number };

/** Maximum plans for one turn, when each runs into a person created by another turn in between. */
const PLANS_MAX = 5;
/** After losing the model to a chat this often, an extraction waits for a pause between messages. */
const LOSSES_MAX = 2;
const LOSERS_MAX = 1_000;

export function createLivePass(deps: LivePassDeps) {
  const parts = createParts();
  /** Consecutive times a chat took the model from a conversation's extraction. */
  const losses = new Map<string, number>();
  /** Conversations whose last request was refused by a server that had reported itself ready. */
  const refused = new Set<string>();
  return {
    /**
     * Extracts the oldest due turns of a conversation in one model call; returns true if it should be called again. Turns
     * whose attempt failed wait for their next one. Rejects with `Preempted` if a chat took the model, with
     * `model_unavailable` if no model answers, and with the store's errors; all of these leave the turns unchanged.
     */
    async run(userId: string, conversationId: string, signal: AbortSignal): Promise<boolean> {
      const user = deps.store.forUser(userId);
      if ((await nextTurns(user, conversationId, deps.clock.now())).length === 0) return false;
      // Turns that no available model can read well wait for a better one.
      if (deps.model.info().trust === "turns") return false;
      // No whole prompts for a server that is still loading its model.
      if ((await deps.model.health(signal)) !== "ready") throw new EngramError("model_unavailable");
      const settings = await user.settings();
      const rank = (losses.get(conversationId) ?? 0) >= LOSSES_MAX ? "idle" : "live";
      try {
        const round: Round = { deps, user, settings, parts, signal };
        const asked = await ask(round, conversationId, { rank, isRefused: refused.has(conversationId) });
        losses.delete(conversationId);
        refused.delete(conversationId);
        if (asked === null) return false;
        await extractTurns(round, asked);
        return true;
      } catch (error) {
        if (error instanceof Preempted) losses.set(conversationId, (losses.get(conversationId) ?? 0) + 1);
        if (error instanceof ModelBusy) refused.add(conversationId);
        if (losses.size > LOSERS_MAX) losses.clear();
        if (refused.size > LOSERS_MAX) refused.clear();
        throw error;
      }
    },
  };
}

async function extractTurns(round: Round, asked: Asked): Promise<void> {
  const { deps, user, parts, signal } = round;
  const { turns } = asked.request;
  const extraction = asked.error === null ? joined(asked) : null;
  deps.onAttempt?.(extraction !== null);
  if (extraction === null) return recordFailure(round, turns, asked);
  const answered = turns.filter((_, at) => isAnswered(asked, extraction, at + 1));
  const left = turns.filter((turn) => !answered.includes(turn));
  if (left.length > 0) await recordFailure(round, left, asked);
  for (const episode of answered) {
    const number = turns.indexOf(episode) + 1;
    parts.delete(episode.id);
    const turn = extraction.turns.find((one) => one.turn === number) ?? emptyTurn(number);
    const unreadable = extraction.unreadable.filter((item) => item.turn === number);
    try {
      const isStored = await deps.graphLock.run(user.userId, async () => {
        for (let attempt = 1; attempt <= PLANS_MAX; attempt++) {
          if (await applyTurn(round, asked, episode, { turn, unreadable })) return true;
        }
        return false;
      });
      if (isStored && turn.requests.length > 0) await deps.carryOut?.(user, episode, turn.requests, signal);
    } catch (error) {
      if (signal.aborted || !countsAsAttempt(error)) throw error;
      await recordFailure(round, [episode], { ...asked, error });
    }
  }
}

/** Null if the answer is not an extraction, or if one of the turn's pieces is not. */
function joined({ read, request }: Asked): ReadExtraction | null {
  if (read.length < request.prompts.length) return null;
  return request.prompts.length > 1 ? joinPieces(read) : (read[0] ?? null);
}

/** The last turn in a truncated answer may be incomplete. A turn asked about alone may yield nothing. */
function isAnswered({ answer, request }: Asked, { turns }: ReadExtraction, number: number): boolean {
  const last = Math.max(1, ...turns.map(({ turn }) => turn));
  if (answer.truncated) return number < last;
  return request.turns.length === 1 || turns.some(({ turn }) => turn === number);
}

/** The result of one request; on `error`, with the partial answer. */
interface Asked {
  request: LiveRequest;
  /** One per readable answer, in prompt order. */
  read: ReadExtraction[];
  answer: Timed;
  /** As `MutationBatch.forgettings`. */
  forgettings: number;
  error: unknown;
}

/** What the steps of one call of the pass share. */
interface Round {
  deps: LivePassDeps;
  user: UserStore;
  settings: UserSettings;
  parts: Parts;
  signal: AbortSignal;
}

/**
 * Asks about the due turns once the model is free; null if there are none. Rejects if the attempt does not count: the
 * model is away, a chat took it, or the service stops. A server that reports itself ready and then refuses may just
 * have gone away; a second refusal counts, or it would be asked forever.
 */
async function ask(
  round: Round,
  conversationId: string,
  { rank, isRefused }: { rank: "live" | "idle"; isRefused: boolean },
): Promise<Asked | null> {
  const { deps, user, settings, signal } = round;
  const asked: Asked = {
    request: { turns: [], prompts: [] },
    read: [],
    answer: { ...nothingCollected(), seconds: 0 },
    forgettings: 0,
    error: null,
  };
  try {
    return await deps.gate.background(rank, signal, async (inner) => {
      asked.forgettings = await user.forgettings();
      const at = { now: deps.clock.now(), timeZone: settings.timeZone };
      const request = await nextLiveRequest(deps, user, conversationId, at);
      if (request === null) return null;
      inner.throwIfAborted();
      asked.request = request;
      await readAll(round, asked, inner);
      return asked;
    });
  } catch (error) {
    const [first] = asked.request.turns;
    if (signal.aborted || first === undefined) throw error;
    const isAgain = isRefused || first.extraction.attempts > 0;
    if (!countsAsAttempt(error) && !(error instanceof ModelBusy && isAgain)) throw error;
    return { ...asked, error };
  }
}

/** One prompt after another. Pieces already read are kept if a chat takes the model. */
async function readAll({ deps, settings, parts }: Round, asked: Asked, signal: AbortSignal): Promise<void> {
  const { request, answer } = asked;
  const { language } = settings;
  const started = performance.now();
  const known = parts.of(request);
  asked.read.push(...known);
  for (const messages of request.prompts.slice(known.length)) {
    const collected = nothingCollected();
    try {
      await collect(
        deps.model,
        {
          ...extractionRequest(messages, request.turns.length),
          source: { kind: "extract", turns: request.turns, language },
          conversationId: request.turns[0]?.conversationId,
        },
        signal,
        collected,
      );
    } finally {
      const { content, truncated } = collected;
      Object.assign(answer, { content, truncated, ...together([answer, collected]) });
      answer.seconds = (performance.now() - started) / 1000;
    }
    const read = readExtraction(parseModelJson(collected.content));
    if (read === null) return;
    if (collected.truncated && isLastAttempt(deps, request)) {
      const turns = read.turns.map((turn) => ({ ...turn, facts: turn.facts.slice(0, -1) }));
      asked.read.push({ ...read, turns });
      answer.truncated = false;
      continue;
    }
    // An incomplete piece is discarded: there is no way to tell which part is missing.
    if (collected.truncated && request.prompts.length > 1) return;
    asked.read.push(read);
    parts.keep(request, asked.read);
  }
}

/** What an answer that was cut off tells in full is better than nothing. */
function isLastAttempt({ pausesMs }: LivePassDeps, { turns: [turn] }: LiveRequest): boolean {
  return turn !== undefined && turn.extraction.attempts >= pausesMs.length;
}

/** False if the memory changed under the plan and a new one is needed; after a forgetting the turn is read again. */
async function applyTurn(
  { deps, user, settings: { timeZone, language, idTemplates }, signal }: Round,
  { answer, forgettings }: Asked,
  episode: Episode,
  { turn, unreadable }: { turn: TurnExtraction; unreadable: Unreadable[] },
): Promise<boolean> {
  if (!(await isStillToRead(user, episode))) return true;
  if ((await user.forgettings()) !== forgettings) return false;
  const batch = await planLiveExtraction(
    {
      user,
      newId: deps.newId,
      now: deps.clock.now(),
      timeZone,
      language: languageOf(language),
      idTemplates,
      origin: deps.prompts.get("extract").origin,
      reasoning: keptReasoning(answer.reasoning),
    },
    episode,
    turn,
    unreadable,
  );
  const trace = traceOfCall(deps, episode.id, "extract", { answer, seconds: answer.seconds });
  batch.mutations.push({ op: "trace.put", trace });
  batch.forgettings = forgettings;
  const { applied } = await user.apply(batch, await deps.vectorsWith?.(episode, batch, signal));
  if (!applied) return false;
  deps.count?.("done", user.userId);
  if ((trace.suspicion ?? 0) > SUSPICIOUS) deps.onSuspicious?.();
  const staged = batch.mutations.flatMap((one) => (one.op === "fact.put" ? [one.fact] : []));
  if (staged.length > 0) deps.onStaged?.(user.userId, episode.id, staged);
  return true;
}

/**
 * False if words were forgotten while the model read them (the turn stays pending and is read again as it is now), or
 * if another worker was faster.
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

/** After a failed attempt, the turns wait for their next one, or are abandoned after their last. */
async function recordFailure(
  { deps, user }: Round,
  turns: Episode[],
  { answer, error, forgettings }: Pick<Asked, "answer" | "error" | "forgettings">,
): Promise<void> {
  if (error !== null && toEngramError(error).code === "internal") deps.onError?.(error);
  // Keeps an earlier attempt's reasoning rather than none.
  const isAnswered = answer.reasoning !== "" || answer.usage !== null;
  for (const turn of turns) {
    const extraction = afterFailure(turn.extraction, {
      reason: failureOf(answer, error),
      now: deps.clock.now(),
      pausesMs: deps.pausesMs,
    });
    const hasFailed = extraction.state === "failed";
    deps.count?.(hasFailed ? "failed" : error === null ? "malformed" : "error", user.userId);
    const { applied } = await user.apply({
      actor: "live",
      reason: error === null ? "malformed_extraction" : "failed_extraction",
      expect: { episodeId: turn.id, extraction: "pending" },
      mutations: [{ op: "episode.patch", id: turn.id, set: { extraction } }],
    });
    if (!applied || !isAnswered) continue;
    const trace = traceOfCall(deps, turn.id, "extract", { answer, seconds: answer.seconds });
    const mutations = [{ op: "trace.put", trace } as const];
    await user.apply({ actor: "live", reason: "failed_extraction", forgettings, mutations });
  }
}

function failureOf(answer: Collected, error: unknown): string {
  if (error !== null) return toEngramError(error).message;
  return answer.truncated ? "the answer was cut off" : "the answer was not the JSON asked for";
}
