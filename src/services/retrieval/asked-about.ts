import { contentWords } from "../../language/stems.ts";
import { familyNames } from "../../domain/belief/predicate.ts";
import type { Status } from "../../domain/model/status.ts";
import { words } from "../../language/text.ts";
import type { Neighbourhood, UserStore } from "../../ports/memory-store.ts";
import { namesOf } from "../own-names.ts";
import { askedRole } from "./predicate-expansion.ts";

/** The people and things a question asks about. */
export interface AskedAbout {
  /** Entities named or referred to by a role, and the user if it says "I"; empty if none is known. */
  ids: ReadonlySet<string>;
  /** The same without the user. */
  things: readonly AskedThing[];
  /** Whether the user is among them. */
  self: boolean;
  /** Someone is referred to by their relation to the user: "my brother". */
  byRole: boolean;
}

export interface AskedThing {
  id: string;
  /** Folded words of each name. */
  names: readonly (readonly string[])[];
}

export const NO_FOCUS: AskedAbout = { ids: new Set(), things: [], self: false, byRole: false };

/** `selfId`: the user, if the question is about the user. */
export async function askedAbout(
  user: UserStore,
  { entityIds }: Neighbourhood,
  selfId: string | null,
  byRole: boolean,
): Promise<AskedAbout> {
  const ids = new Set(selfId === null ? entityIds : [...entityIds, selfId]);
  const others = [...ids].filter((id) => id !== selfId);
  const entities = others.length === 0 ? [] : await user.entitiesById(others);
  const things = entities.map((entity) => ({ id: entity.id, names: namesOf(entity).map(words) }));
  return { ids, things, self: selfId !== null, byRole };
}

/** Maximum number of facts read to resolve roles such as brother or boss. */
const ROLES_MAX = 20;

/** Resolves "my brother". Costs one more read, and only for questions that use such a role. */
export async function askedByRole(
  user: UserStore,
  question: string,
  selfId: string,
  statuses: readonly Status[],
): Promise<string[]> {
  const roles = contentWords(question).flatMap((word) => askedRole(word) ?? []);
  if (roles.length === 0) return [];
  const facts = await user.facts({
    entityIds: [selfId],
    role: "subject",
    predicates: roles.flatMap(familyNames),
    statuses,
    limit: ROLES_MAX,
  });
  return facts.flatMap(({ objectId }) => objectId ?? []);
}
