import type { Outcome } from "../../domain/model/context.ts";
import type { AnsweredEpisode } from "../../domain/model/episode.ts";
import { notFound } from "../../errors.ts";
import type { Engine } from "../engine-types.ts";

/** Records whether a memory helped; `turnId`: the turn it was recalled for. Throws `not_found` for an unknown memory. */
export async function rate(
  engine: Engine,
  userId: string,
  { id, helpful, turnId }: { id: string; helpful: boolean; turnId?: string | undefined },
): Promise<void> {
  const user = engine.store.forUser(userId);
  const found = await Promise.all([user.fact(id), user.entity(id), user.episode(id), user.community(id)]);
  if (found.every((item) => item === null)) throw notFound("memory");
  const rated = { targetId: id, helpful, at: engine.clock.now(), basis: "rated" } as const;
  await user.recordFeedback([{ ...rated, ...(turnId !== undefined && { episodeId: turnId }) }]);
}

/** Records how something that was tried ended. Throws `not_found` for an unknown episode. */
export async function recordOutcome(
  engine: Engine,
  userId: string,
  { id, outcome }: { id: string; outcome: Outcome },
): Promise<AnsweredEpisode> {
  const user = engine.store.forUser(userId);
  const mutations = [{ op: "episode.patch", id, set: { outcome } } as const];
  if ((await user.episode(id)) !== null) await user.apply({ actor: "user", reason: "outcome", mutations });
  const episode = await user.episode(id);
  if (episode === null) throw notFound("episode");
  return episode;
}
