import { languageOf } from "../../language/index.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Mutation, MutationBatch } from "../../domain/model/mutation.ts";
import type { Trace } from "../../domain/model/trace.ts";
import type { NewId } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { planLiveExtraction } from "../extraction/plan.ts";
import { turnsBefore } from "../extraction/turn-context.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import type { PassInput, Pass } from "./ensemble.ts";
import { CONTEXT_TURNS } from "./judgement-input.ts";
import type { Judged } from "./judge.ts";
import type { EmbedStatement } from "../embedding/query-vectors.ts";

/** Reads what the next pass over an episode needs. */
export async function readPassInput(
  user: UserStore,
  episode: Episode,
  judged: Judged,
  before: readonly Fact[],
  traces: Trace[],
  embedStatement: EmbedStatement,
): Promise<PassInput> {
  const [{ timeZone }, earlier, self] = await Promise.all([
    user.settings(),
    turnsBefore(user, episode, CONTEXT_TURNS),
    user.self(),
  ]);
  return {
    user,
    episode,
    timeZone,
    earlier,
    open: judged.open,
    accepted: judged.accepted,
    before,
    nearby: { user, selfId: self.id, embedStatement },
    believed: judged.believed,
    entities: judged.entities,
    traces,
  };
}

/** A statement that one reading alone proposes must be as sure as one that is believed. */
const MISSED_CONFIDENCE_MIN = 0.6;

interface KeepDeps {
  user: UserStore;
  newId: NewId;
  now: string;
  prompts: PromptLibrary;
}

/**
 * One pass as a batch: its trace and, after the blind reading, what nobody had proposed, staged like anything else
 * and already carrying that pass's vote. Takes effect once.
 */
export async function passBatch(
  deps: KeepDeps & { runId: string },
  episode: Episode,
  { trace, missed }: Pass,
): Promise<MutationBatch> {
  const staged = missed === null || missed.facts.length === 0 ? [] : await stageMissed(deps, episode, missed);
  const found = staged.flatMap((mutation) => (mutation.op === "fact.put" ? [mutation.fact.id] : []));
  const ballots = { ...trace.ballots, ...Object.fromEntries(found.map((id) => [id, "for" as const])) };
  return {
    actor: "verify",
    reason: trace.purpose,
    runId: deps.runId,
    once: `${trace.purpose}:${episode.id}:${episode.verification.attempts}`,
    expect: { episodeId: episode.id, verification: "deferred" },
    mutations: [...staged, { op: "trace.put", trace: { ...trace, ballots } }],
  };
}

async function stageMissed(
  deps: KeepDeps,
  episode: Episode,
  missed: NonNullable<Pass["missed"]>,
): Promise<Mutation[]> {
  const settings = await deps.user.settings();
  const { mutations } = await planLiveExtraction(
    {
      user: deps.user,
      newId: deps.newId,
      now: deps.now,
      timeZone: settings.timeZone,
      language: languageOf(settings.language),
      origin: deps.prompts.get("extract").origin,
      confidenceMin: MISSED_CONFIDENCE_MIN,
      reasoning: null,
    },
    episode,
    missed,
    [],
  );
  return mutations.filter(({ op }) => op !== "episode.patch" && op !== "rejection.put");
}
