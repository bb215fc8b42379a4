import { reviewId } from "../../../domain/model/review.ts";
import type { Review } from "../../../domain/model/review.ts";
import type { JobRun } from "../job.ts";
import type { DuplicatePair } from "./blocking.ts";
import { byId, groupedBy, inGroups } from "../../collections.ts";

/** An undecided candidate, with its open question to the owner, if there is one. */
export type Question = DuplicatePair & { review: Review | null };

/** Reviews, or archived entities, read at once. */
const ITEMS_PER_READ = 200;

/**
 * Leaves out decided pairs, including those decided under ids since merged into others. Pairs that a model could not decide wait
 * for the owner; `asksModel` says whether the other open ones go to the model.
 */
export async function questionsOf(
  job: JobRun,
  candidates: DuplicatePair[],
  asksModel: boolean,
): Promise<Question[]> {
  if (candidates.length === 0) return [];
  const merged = await mergedIds(job);
  const family = (id: string): string[] => [id, ...(merged.get(id) ?? [])];
  const asked = candidates.map((candidate) => ({
    candidate,
    ids: family(candidate.a).flatMap((a) => family(candidate.b).map((b) => reviewId("merge", a, b))),
  }));
  const open: Question[] = [];
  for (const part of inGroups(asked, (group) => group.flatMap(({ ids }) => ids).length <= ITEMS_PER_READ)) {
    const reviews = byId(await job.step(() => job.user.reviewsById(part.flatMap(({ ids }) => ids))));
    for (const { candidate, ids } of part) {
      const known = ids.flatMap((id) => reviews.get(id) ?? []);
      const isOpen = known.every(({ state, askedAt }) => state === "open" && askedAt === null && asksModel);
      if (isOpen) open.push({ ...candidate, review: known[0] ?? null });
    }
  }
  return open;
}

/** Ids of merged entities, by the entity they were merged into. */
async function mergedIds({ user, all }: JobRun): Promise<Map<string | undefined, string[]>> {
  const read = (cursor?: string) => user.entityPage({ status: "archived", limit: ITEMS_PER_READ, cursor });
  const merged = await all(read, (page) => page.filter(({ mergedInto }) => mergedInto !== undefined));
  return groupedBy(
    merged,
    ({ mergedInto }) => mergedInto,
    ({ id }) => id,
  );
}
