import { relate } from "../../../domain/belief/consistency.ts";
import type { Entity } from "../../../domain/model/entity.ts";
import { endsOf, type Fact } from "../../../domain/model/fact.ts";
import { CURRENT_STATUSES } from "../../../domain/model/status.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { rootEntity } from "../../review/merge.ts";
import { factsOfEntities } from "../../facts-of.ts";
import { byId } from "../../collections.ts";

/** Evidence about two possible duplicates beyond their names. */
export interface PairContext {
  a: Entity;
  b: Entity;
  factsOfA: Fact[];
  factsOfB: Fact[];
  /** They are related to each other. */
  related: boolean;
  /** Both occur in one turn, so the speaker distinguishes them. */
  sideBySide: boolean;
  /** `hard`: an immutable property differs. `soft`: a single-valued property has two values. */
  conflict: "none" | "soft" | "hard";
  /** `company`: both are linked to the same others. `conversation`: one conversation mentions both. */
  overlap: "none" | "conversation" | "company";
}

/** Facts read per entity. */
const FACTS_MAX = 200;

/** The current context; null if one of them is gone or they are already merged. */
export async function contextOf(
  user: UserStore,
  ids: readonly [string, string],
  selfId: string,
): Promise<PairContext | null> {
  const stored = byId(await user.entitiesById([...ids]));
  const rootOf = async (id: string): Promise<Entity | null> => {
    const one = stored.get(id) ?? null;
    return one?.mergedInto === undefined ? one : rootEntity(user, id);
  };
  const [a, b] = await Promise.all(ids.map(rootOf));
  if (!a || !b || a.id === b.id) return null;
  const [factsOfA, factsOfB] = await Promise.all([factsOf(user, a.id), factsOf(user, b.id)]);
  const seen = await user.mentionsOf([a.id, b.id]);
  const seenIn = (id: string, place: "episodeId" | "conversationId"): Set<string> =>
    new Set(seen.filter((mention) => mention.entityId === id).map((mention) => mention[place]));
  const isShared = (place: "episodeId" | "conversationId"): boolean =>
    !seenIn(a.id, place).isDisjointFrom(seenIn(b.id, place));
  const others = (facts: Fact[], id: string): Set<string> => endsOf(facts).difference(new Set([id, selfId]));
  const isCompanyShared = !others(factsOfA, a.id).isDisjointFrom(others(factsOfB, b.id));
  const related = factsOfA.some((fact) => fact.subjectId === b.id || fact.objectId === b.id);
  return {
    a,
    b,
    factsOfA,
    factsOfB,
    related,
    sideBySide: isShared("episodeId"),
    conflict: conflictOf(factsOfA, factsOfB, a.id, b.id),
    overlap: isCompanyShared ? "company" : isShared("conversationId") ? "conversation" : "none",
  };
}

function factsOf(user: UserStore, id: string): Promise<Fact[]> {
  return factsOfEntities(user, [id], CURRENT_STATUSES, FACTS_MAX);
}

function conflictOf(ofA: Fact[], ofB: Fact[], a: string, b: string): PairContext["conflict"] {
  const believed = ofA.filter((fact) => fact.subjectId === a);
  const kinds = ofB
    .filter((fact) => fact.subjectId === b)
    .map((fact) => relate({ ...fact, subjectId: a, change: "none" }, believed).kind);
  if (kinds.includes("contradiction")) return "hard";
  return kinds.some((kind) => kind === "update" || kind === "late") ? "soft" : "none";
}
