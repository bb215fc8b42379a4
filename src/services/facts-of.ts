import type { Fact } from "../domain/model/fact.ts";
import type { Status } from "../domain/model/status.ts";
import type { UserStore } from "../ports/memory-store.ts";

/** Facts whose subject is one of these entities, newest first. */
export function factsOfSubjects(
  user: UserStore,
  entityIds: string[],
  statuses: readonly Status[],
  limit: number,
): Promise<Fact[]> {
  return user.facts({ entityIds, role: "subject", statuses, limit });
}

/** Facts whose subject or object is one of these entities, newest first. */
export function factsOfEntities(
  user: UserStore,
  entityIds: string[],
  statuses: readonly Status[],
  limit: number,
): Promise<Fact[]> {
  return user.facts({ entityIds, role: "either", statuses, limit });
}
