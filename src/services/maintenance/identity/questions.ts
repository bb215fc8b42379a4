import { reviewId } from "../../../domain/model/review.ts";
import type { Review } from "../../../domain/model/review.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { DuplicatePair } from "./blocking.ts";

/** A candidate that nobody has decided, with the question that stands open about it, if there is one. */
export type Question = DuplicatePair & { review: Review | null };

/**
 * Without pairs that were decided, also as they were called before they were merged into others. What a model was
 * asked about and could not tell waits for the owner; `asksModel` says whether the rest of the open ones is for it.
 */
export async function questionsOf(
  user: UserStore,
  candidates: DuplicatePair[],
  { asksModel, signal }: { asksModel: boolean; signal: AbortSignal },
): Promise<Question[]> {
  const family = familiesOf(user);
  const open: Question[] = [];
  for (const candidate of candidates) {
    signal.throwIfAborted();
    const [as, bs] = await Promise.all([family(candidate.a), family(candidate.b)]);
    const known = await user.reviewsById(as.flatMap((a) => bs.map((b) => reviewId("merge", a, b))));
    const isOpen = known.every(({ state, askedAt }) => state === "open" && askedAt === null && asksModel);
    if (isOpen) open.push({ ...candidate, review: known[0] ?? null });
  }
  return open;
}

/** An entity with those that were merged into it, read once. */
function familiesOf(user: UserStore): (id: string) => Promise<string[]> {
  const known = new Map<string, string[]>();
  return async (id) => {
    const family = known.get(id) ?? [id, ...(await user.mergedInto(id)).map((one) => one.id)];
    known.set(id, family);
    return family;
  };
}
