import { contentWords } from "../../language/stems.ts";
import { familyNames } from "../../domain/belief/predicate.ts";
import type { Status } from "../../domain/model/status.ts";
import { words } from "../../language/text.ts";
import type { Neighbourhood, UserStore } from "../../ports/memory-store.ts";
import { askedRole } from "./predicate-expansion.ts";
import { namesOf } from "../../domain/model/entity.ts";

/** The people and things a question asks about. */
export interface AskedAbout {
  /** Entities named or referred to by a role, and the user if it says "I"; empty if none is known. */
  ids: ReadonlySet<string>;
  /** The same without the user, one entry per mention: "my cat" may be either of two. */
  mentions: readonly (readonly AskedThing[])[];
  /** Whether the user is among them. */
  self: boolean;
  /** Null if the user has said nothing yet. */
  selfId: string | null;
  /** Someone is referred to by their relation to the user: "my brother". */
  byRole: boolean;
}

export interface AskedThing {
  id: string;
  /** Folded words of each name. */
  names: readonly (readonly string[])[];
}

export const NO_FOCUS: AskedAbout = {
  ids: new Set(),
  mentions: [],
  self: false,
  selfId: null,
  byRole: false,
};

/** `meant`: ids of entities referred to by a role. */
export async function askedAbout(
  user: UserStore,
  { entityIds }: Neighbourhood,
  meant: readonly string[],
  selfId: string | null,
  aboutSelf: boolean,
): Promise<AskedAbout> {
  const self = aboutSelf && selfId !== null;
  const others = [...new Set(entityIds)].filter((id) => id !== selfId);
  const entities = others.length === 0 ? [] : await user.entitiesById(others);
  const things = entities.map((entity) => ({ id: entity.id, names: namesOf(entity).map(words) }));
  const { byRole = [], named = [] } = Object.groupBy(things, ({ id }) =>
    meant.includes(id) ? "byRole" : "named",
  );
  return {
    ids: new Set(self ? [...others, selfId] : others),
    mentions: [...(byRole.length > 0 ? [byRole] : []), ...named.map((thing) => [thing])],
    self,
    selfId,
    byRole: meant.length > 0,
  };
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
