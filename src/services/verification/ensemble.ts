import type { Entity } from "../../domain/entity.ts";
import type { Episode } from "../../domain/episode.ts";
import type { Fact } from "../../domain/fact.ts";
import type { FactProposal, TurnExtraction } from "../../domain/proposal.ts";
import type { Ballot, Trace, TracePurpose } from "../../domain/trace.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { turnMessages } from "../chat/history.ts";
import { extractionMessages } from "../extraction/request.ts";
import { extractionSchema, readExtraction } from "../extraction/schema.ts";
import { ask, traceOfCall, type AskDeps } from "./ask.ts";
import { readVerdicts, verdictMessages, verdictSchema } from "./ballot.ts";
import { ballotOf, isProposed } from "./match.ts";
import type { NearbyDeps } from "./reconcile/nearby.ts";
import { reconcilingPass, type ReconcileCase } from "./reconcile/passes.ts";

/** What the passes of one episode need to know. */
export interface Hearing {
  user: UserStore;
  episode: Episode;
  timeZone: string;
  /** Turns of the conversation before it, oldest first. */
  earlier: Episode[];
  /** Staged facts that neither code nor the passes made so far decide. */
  open: Fact[];
  /** Those that are to be believed and wait to be held against what is known. */
  accepted: Fact[];
  nearby: NearbyDeps;
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

/**
 * The next model call that this episode needs, made; null when none is left. One blind reading that knows nothing of
 * the proposals, then two verdict passes over those that it leaves open, then rulings over how those that were accepted
 * stand to what is known. An answer that cannot be read is an abstention: it is kept as such and not asked for again.
 */
export async function nextPass(deps: AskDeps, hearing: Hearing, signal: AbortSignal): Promise<Pass | null> {
  const made = new Set<TracePurpose>(hearing.traces.map((trace) => trace.purpose));
  const { open } = hearing;
  if (open.length > 0 && !made.has("blind")) return blindPass(deps, hearing, signal);
  for (const purpose of ["verdict-a", "verdict-b"] as const) {
    if (open.length === 0 || made.has(purpose)) continue;
    return verdictPass(deps, hearing, purpose, purpose === "verdict-b" ? open.toReversed() : open, signal);
  }
  const ruled = await reconcilingPass(deps, reconcileCaseOf(hearing), signal);
  return ruled && { trace: ruled, missed: null };
}

function reconcileCaseOf({ nearby, episode, accepted, traces }: Hearing): ReconcileCase {
  return { nearby, episodeId: episode.id, accepted, traces };
}

async function blindPass(deps: AskDeps, hearing: Hearing, signal: AbortSignal): Promise<Pass> {
  const { episode, open, entities } = hearing;
  const prompt = deps.prompts.get("extract");
  const prefix: ModelMessage[] = [
    { role: "system", content: prompt.text },
    ...hearing.earlier.flatMap(turnMessages),
  ];
  const messages = extractionMessages(prefix, [episode], hearing.timeZone);
  const schema = { name: "extraction", schema: extractionSchema(1) };
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
  return { trace: traceOfCall(deps, episode.id, "blind", prompt, call, { ballots }), missed };
}

function isNew({ episode, open, believed, entities }: Hearing, found: FactProposal): boolean {
  return ![...open, ...believed].some((fact) => isProposed(episode, fact, found, entities));
}

async function verdictPass(
  deps: AskDeps,
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
  return {
    trace: traceOfCall(deps, hearing.episode.id, purpose, prompt, call, { ballots }),
    missed: null,
  };
}
