import { capitalisedRuns, capitalisedWords } from "../../language/capitalised.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { namesOf, ownNames } from "../own-names.ts";

/** Names that one case looks up; far above what a turn's statements hold. */
const LOOKUPS_MAX = 512;

/** Names of entities that some statement speaks of and that were known before its episode, and those of the user. */
export async function namesKnownBefore(
  user: UserStore,
  episode: Episode,
  staged: readonly Fact[],
  entities: ReadonlyMap<string, Entity>,
): Promise<string[]> {
  if (staged.length === 0) return [];
  const told = staged.map(({ text, value }) => `${text}\n${value ?? ""}`).join("\n");
  const lookups = new Set([...capitalisedWords(told), ...capitalisedRuns(told)]);
  const hits = await user.entitiesByAlias([...lookups].slice(0, LOOKUPS_MAX));
  const before = [...entities.values(), ...hits.map(({ entity }) => entity)].filter(
    ({ createdAt, isSelf, status }) => isSelf || status === "verified" || createdAt < episode.recordedAt,
  );
  return [...new Set([...before.flatMap(namesOf), ...(await ownNames(user, await user.self()))])];
}
