import { languageOf } from "../../language/index.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Mutation, MutationBatch } from "../../domain/model/mutation.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { planLiveExtraction } from "../extraction/plan.ts";
import type { Needs } from "../kernel.ts";
import type { Pass } from "./stages.ts";

/** Minimum confidence of a statement that only one reading proposed, as for a believed one. */
const MISSED_CONFIDENCE_MIN = 0.6;

interface KeepDeps extends Needs<"newId" | "prompts"> {
  user: UserStore;
  settings: UserSettings;
  now: string;
}

/**
 * One pass as a batch: its trace and, after the blind reading, the statements no proposal had, staged like any other and already
 * carrying the vote of that pass. Applied at most once.
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
  const { settings } = deps;
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
