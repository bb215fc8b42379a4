import { z } from "zod";
import { turnsBehind } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { partsOf } from "../collections.ts";
import type { Needs } from "../kernel.ts";
import { renamedIn, synonymDecisions } from "../maintenance/types/synonyms.ts";

export const UndoneRun = z.object({
  undone: z.int(),
  skipped: z
    .array(z.object({ changeId: z.string(), targetId: z.string() }))
    .describe("changes that stay, because something changed the same thing later"),
  judgedAgain: z.int().describe("turns that will be judged again"),
});
export type UndoneRun = z.infer<typeof UndoneRun>;

/** Changes undone at once; others may write in between. */
const CHANGES_PER_STEP = 200;
/** Turns requeued for the idle pass at once. */
const EPISODES_PER_BATCH = 100;

/**
 * Undoes all changes of one run, newest first, except those with later changes on top. Repeated, it undoes what is
 * left. Facts that a pass judged are staged again, but their turns stay judged: code would judge them the same way in
 * the next idle pass and revert the owner's undo. With `again`, their turns are requeued.
 */
export async function undoRun(
  deps: Needs<"graphLock" | "clock">,
  user: UserStore,
  runId: string,
  { again }: { again: boolean },
): Promise<UndoneRun> {
  const result: UndoneRun = { undone: 0, skipped: [], judgedAgain: 0 };
  const facts = new Set<string>();
  for (let before: number | undefined; ;) {
    const step = await deps.graphLock.run(user.userId, () =>
      user.undoRun(runId, { limit: CHANGES_PER_STEP, before }),
    );
    result.undone += step.undone.length;
    result.skipped.push(...step.skipped);
    for (const { kind, targetId } of step.undone) if (kind === "fact") facts.add(targetId);
    if (step.next === null) break;
    before = step.next;
  }
  await refuseSynonyms(deps, user, runId);
  if (again) result.judgedAgain = await judgeAgain(deps, user, [...facts]);
  return result;
}

/** Renames made by a rule are not repeated: the owner has said that the names differ in meaning. */
async function refuseSynonyms(
  deps: Needs<"graphLock" | "clock">,
  user: UserStore,
  runId: string,
): Promise<void> {
  const pairs = await renamedIn(user, runId);
  if (pairs.length === 0) return;
  const mutations = synonymDecisions(pairs, "rejected", "user", deps.clock.now());
  await user.apply({ actor: "user", reason: "not_the_same", mutations });
}

async function judgeAgain(
  deps: Needs<"graphLock" | "clock">,
  user: UserStore,
  factIds: string[],
): Promise<number> {
  const staged = (await user.factsById(factIds)).filter((fact) => fact.status === "staged");
  let count = 0;
  for (const ids of partsOf([...turnsBehind(staged)], EPISODES_PER_BATCH)) {
    const episodes = await user.episodesById(ids);
    const mutations = episodes.map(({ id, verification }): Mutation => {
      const pending = { state: "pending" as const, attempts: verification.attempts, error: null };
      return { op: "episode.patch", id, set: { verification: pending } };
    });
    await deps.graphLock.run(user.userId, () =>
      user.apply({ actor: "user", reason: "judge_again", mutations }),
    );
    count += episodes.length;
  }
  return count;
}
