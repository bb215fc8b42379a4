import type { Entity } from "../../domain/entity.ts";
import type { Episode } from "../../domain/episode.ts";
import type { Fact } from "../../domain/fact.ts";
import type { FactProposal, TurnExtraction } from "../../domain/proposal.ts";
import type { Ballot, Ruling, Trace, TracePurpose } from "../../domain/trace.ts";
import type { ChatModel, ModelMessage, ReasoningEffort } from "../../ports/chat-model.ts";
import type { Clock } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { turnMessages } from "../chat/history.ts";
import { extractionMessages } from "../extraction/request.ts";
import { EXTRACTION_JSON_SCHEMA, readExtraction } from "../extraction/schema.ts";
import { collect, type Collected } from "../model/collect.ts";
import { parseModelJson } from "../model/json-answer.ts";
import type { ModelGate } from "../model/gate.ts";
import { traceOf } from "../model/trace.ts";
import type { Prompt, PromptLibrary } from "../prompts/library.ts";
import {
  readRulings,
  readVerdicts,
  rulingMessages,
  rulingSchema,
  verdictMessages,
  verdictSchema,
  type Pair,
} from "./ballot.ts";
import { ballotOf, isSame } from "./match.ts";

export interface EnsembleDeps {
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
  clock: Clock;
  settings: { maxTokens: number };
}

/** What the passes of one episode need to know. */
export interface Hearing {
  user: UserStore;
  episode: Episode;
  timeZone: string;
  /** Turns of the conversation before it, oldest first. */
  earlier: Episode[];
  /** Staged facts that neither code nor the passes made so far decide. */
  open: Fact[];
  /** What is believed of their subjects. */
  believed: Fact[];
  entities: Map<string, Entity>;
  /** Passes that were made already. */
  traces: Trace[];
}

/** What one pass brought; kept before the next begins. */
export interface Pass {
  trace: Trace;
  /** Statements the blind reading found and nobody had proposed. */
  missed: TurnExtraction | null;
}

const TEMPERATURES: Record<"blind" | "verdict-a" | "verdict-b" | "adjudicate", number> = {
  blind: 0.2,
  "verdict-a": 0.3,
  "verdict-b": 0.5,
  adjudicate: 0,
};
const EFFORTS: Record<keyof typeof TEMPERATURES, ReasoningEffort> = {
  blind: "high",
  "verdict-a": "medium",
  "verdict-b": "medium",
  adjudicate: "medium",
};

/**
 * The next model call that this episode needs, made; null when none is left. One blind reading that knows nothing of
 * the proposals, then two verdict passes over those that it leaves open, then one ruling over pairs that code cannot
 * reconcile. An answer that cannot be read is an abstention: it is kept as such and not asked for again.
 */
export async function nextPass(
  deps: EnsembleDeps,
  hearing: Hearing,
  pairs: Pair[],
  signal: AbortSignal,
): Promise<Pass | null> {
  const made = new Set<TracePurpose>(hearing.traces.map((trace) => trace.purpose));
  const { open } = hearing;
  if (open.length > 0 && !made.has("blind")) return blindPass(deps, hearing, signal);
  for (const purpose of ["verdict-a", "verdict-b"] as const) {
    if (open.length === 0 || made.has(purpose)) continue;
    return verdictPass(deps, hearing, purpose, purpose === "verdict-b" ? open.toReversed() : open, signal);
  }
  if (pairs.length > 0 && !made.has("adjudicate")) return rulingPass(deps, hearing, pairs, signal);
  return null;
}

async function blindPass(deps: EnsembleDeps, hearing: Hearing, signal: AbortSignal): Promise<Pass> {
  const { episode, open, entities } = hearing;
  const prompt = deps.prompts.get("extract");
  const prefix: ModelMessage[] = [
    { role: "system", content: prompt.text },
    ...hearing.earlier.flatMap(turnMessages),
  ];
  const messages = extractionMessages(prefix, [episode], hearing.timeZone);
  const schema = { name: "extraction", schema: EXTRACTION_JSON_SCHEMA };
  const { read, ...call } = await ask(
    deps,
    { purpose: "blind", messages, schema, read: readExtraction },
    signal,
  );
  const turn = read?.turns[0] ?? null;
  const found = turn?.facts ?? [];
  const ballots: Record<string, Ballot> =
    read === null ? {} : Object.fromEntries(open.map((fact) => [fact.id, ballotOf(fact, found, entities)]));
  const missed = turn && { ...turn, facts: found.filter((one) => isNew(hearing, one)), requests: [] };
  return { trace: kept(deps, hearing, "blind", prompt, call, { ballots }), missed };
}

function isNew({ open, believed, entities }: Hearing, found: FactProposal): boolean {
  return ![...open, ...believed].some((fact) => isSame(fact, found, entities));
}

async function verdictPass(
  deps: EnsembleDeps,
  hearing: Hearing,
  purpose: "verdict-a" | "verdict-b",
  statements: Fact[],
  signal: AbortSignal,
): Promise<Pass> {
  const prompt = deps.prompts.get(purpose);
  const messages = verdictMessages(prompt.text, hearing.episode, hearing.earlier, statements);
  const schema = { name: "verdicts", schema: verdictSchema(statements.length) };
  const read = (json: unknown): Record<string, Ballot> | null => readVerdicts(json, statements);
  const call = await ask(deps, { purpose, messages, schema, read }, signal);
  const ballots = call.read ?? {};
  return { trace: kept(deps, hearing, purpose, prompt, call, { ballots }), missed: null };
}

async function rulingPass(
  deps: EnsembleDeps,
  hearing: Hearing,
  pairs: Pair[],
  signal: AbortSignal,
): Promise<Pass> {
  const prompt = deps.prompts.get("adjudicate");
  const schema = { name: "rulings", schema: rulingSchema(pairs.length) };
  const messages = rulingMessages(prompt.text, pairs);
  const read = (json: unknown): Record<string, Ruling> | null => readRulings(json, pairs);
  const call = await ask(deps, { purpose: "adjudicate", messages, schema, read }, signal);
  const rulings = call.read ?? {};
  return { trace: kept(deps, hearing, "adjudicate", prompt, call, { rulings }), missed: null };
}

interface Question<T> {
  purpose: keyof typeof TEMPERATURES;
  messages: ModelMessage[];
  schema: { name: string; schema: Record<string, unknown> };
  /** Null when the answer cannot be read. */
  read: (json: unknown) => T | null;
}

interface Call<T> {
  answer: Collected;
  read: T | null;
  seconds: number;
}

/** An answer that cannot be read is asked for once more; a second one is an abstention. */
const TRIES = 2;

async function ask<T>(deps: EnsembleDeps, question: Question<T>, signal: AbortSignal): Promise<Call<T>> {
  const started = performance.now();
  for (let tries = 1; ; tries++) {
    const answer = await deps.gate.background("idle", signal, (inner) =>
      collect(deps.model, requestOf(deps, question), inner),
    );
    const read = question.read(parseModelJson(answer.content));
    if (read === null && tries < TRIES) continue;
    return { answer, read, seconds: (performance.now() - started) / 1000 };
  }
}

function requestOf(
  deps: EnsembleDeps,
  { purpose, messages, schema }: Omit<Question<unknown>, "read">,
): Parameters<ChatModel["stream"]>[0] {
  return {
    purpose: purpose === "adjudicate" ? "adjudicate" : "verify",
    messages,
    effort: EFFORTS[purpose],
    temperature: TEMPERATURES[purpose],
    maxTokens: deps.settings.maxTokens,
    schema,
  };
}

function kept(
  deps: EnsembleDeps,
  { episode }: Hearing,
  purpose: TracePurpose,
  prompt: Prompt,
  { answer, seconds }: Omit<Call<unknown>, "read">,
  said: Partial<Pick<Trace, "ballots" | "rulings">>,
): Trace {
  const call = { episodeId: episode.id, purpose, at: deps.clock.now(), origin: prompt.origin, seconds };
  return traceOf({ ...call, model: deps.model.info().name }, answer, said);
}
