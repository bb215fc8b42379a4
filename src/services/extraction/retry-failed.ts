import { EngramError, notFound } from "../../errors.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** Turns retried at once; the rest is left to the next request. */
const AT_ONCE_MAX = 5_000;

/**
 * Makes a turn that failed, or waits for its next attempt, due at once. Throws `conflict` if it is already extracted.
 */
export async function retryExtraction(user: UserStore, id: string): Promise<Episode> {
  const episode = await user.episode(id);
  if (!episode) throw notFound("episode");
  const { state } = episode.extraction;
  const isLeft = (state === "failed" || state === "pending") && episode.memory === "on";
  if (!isLeft)
    throw new EngramError("conflict", `There is nothing to extract again: its extraction is "${state}"`);
  if (!(await makeDue(user, episode))) throw new EngramError("conflict");
  return episode;
}

const VERIFY_PAGE = 200;

/** Queues turns whose verification was abandoned for the next pass; returns how many. */
export async function retryFailedVerifications(user: UserStore): Promise<number> {
  let count = 0;
  for (;;) {
    const { items } = await user.episodePage({ verification: "failed", limit: VERIFY_PAGE });
    const applied = await Promise.all(items.map((episode) => retryVerification(user, episode)));
    count += applied.filter(Boolean).length;
    if (!applied.includes(true)) return count;
  }
}

async function retryVerification(user: UserStore, { id, verification }: Episode): Promise<boolean> {
  const { applied } = await user.apply({
    actor: "user",
    reason: "verification_asked_again",
    expect: { episodeId: id, verification: "failed" },
    mutations: [
      {
        op: "episode.patch",
        id,
        set: { verification: { state: "pending", attempts: verification.attempts, error: null } },
      },
    ],
  });
  return applied;
}

/** The failed turns that are due now. */
export async function retryFailedExtractions(user: UserStore): Promise<Episode[]> {
  const failed = await user.episodes({
    extraction: "failed",
    states: ["complete", "interrupted"],
    order: "oldest",
    limit: AT_ONCE_MAX,
  });
  const due: Episode[] = [];
  for (const episode of failed) if (await makeDue(user, episode)) due.push(episode);
  return due;
}

/** Resets its attempts. False if it changed in the meantime. */
async function makeDue(user: UserStore, { id, extraction: { state } }: Episode): Promise<boolean> {
  const { applied } = await user.apply({
    actor: "user",
    reason: "extraction_asked_again",
    expect: { episodeId: id, extraction: state },
    mutations: [
      { op: "episode.patch", id, set: { extraction: { state: "pending", attempts: 0, error: null } } },
    ],
  });
  return applied;
}
