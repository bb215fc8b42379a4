import { contentWords, crudeStem } from "../../language/stems.ts";
import { familyNames } from "../../domain/belief/predicate.ts";
import type { Status } from "../../domain/model/status.ts";
import { words } from "../../language/text.ts";
import type { Neighbourhood, UserStore } from "../../ports/memory-store.ts";
import { namesOf } from "../own-names.ts";
import { askedRole } from "./predicate-expansion.ts";
import type { UnderstoodQuery } from "./query.ts";

/** The people and things a question asks about. */
export interface AskedAbout {
  /** Entities named or referred to by a role, and the user if it says "I"; empty if none is known. */
  ids: ReadonlySet<string>;
  /** Folded words of their names, without the user's and without roles: an extractor may name an entity "my boss". */
  names: ReadonlySet<string>;
  /** One entry per mention, with every entity it may refer to: two entities of the same name share an entry. */
  mentions: readonly (readonly AskedThing[])[];
  /** Whether the user is among them. */
  self: boolean;
  /** Null if the user has said nothing yet. */
  selfId: string | null;
  /** Someone is referred to by their relation to the user or to a named person: "my brother", "Ada's boss". */
  byRole: boolean;
}

export interface AskedThing {
  id: string;
  /** Folded words of each name. */
  names: readonly (readonly string[])[];
}

export const NO_FOCUS: AskedAbout = {
  ids: new Set(),
  names: new Set(),
  mentions: [],
  self: false,
  selfId: null,
  byRole: false,
};

interface Asking {
  question: string;
  understood: UnderstoodQuery;
  selfId: string | null;
  known: Neighbourhood;
  /** Ids of entities with the relation to the user that the question mentions: "my cat". */
  mine: readonly string[];
  statuses: readonly Status[];
}

/** Resolves the people and things a question asks about. */
export async function askedAbout(
  user: UserStore,
  { question, understood: { asksSelf, nGrams }, selfId, known: { entityIds }, mine, statuses }: Asking,
): Promise<AskedAbout> {
  const named = entityIds.filter((id) => id !== selfId);
  // "Anders's mother" can be resolved only once Anders is.
  const theirs = await askedByRole(
    user,
    question,
    named.filter((id) => !mine.includes(id)),
    statuses,
  );
  const meant = [...mine, ...theirs];
  const others = [...new Set([...named, ...theirs])];
  const entities = others.length === 0 ? [] : await user.entitiesById(others);
  const things = entities.map((entity) => ({ id: entity.id, names: namesOf(entity).map(words) }));
  const self = asksSelf && selfId !== null;
  return {
    ids: new Set(self ? [...others, selfId] : others),
    names: new Set(things.flatMap(({ names }) => names.flat()).filter(isOfName)),
    mentions: [
      ...byMention(things, new Set(nGrams), new Set(meant)),
      ...(self ? [[{ id: selfId, names: [] }]] : []),
    ],
    self,
    selfId,
    byRole: meant.length > 0,
  };
}

/** "pool" is part of the name "the pool"; no word of "my boss" is part of a name. */
function isOfName(word: string): boolean {
  return contentWords(word).length > 0 && askedRole(word) === null;
}

function byMention(
  things: readonly AskedThing[],
  words: ReadonlySet<string>,
  meant: ReadonlySet<string>,
): AskedThing[][] {
  const mentions = new Map<string, AskedThing[]>();
  for (const thing of things) {
    const called = thing.names.map((name) => name.join(" ")).filter((name) => words.has(name));
    const mention = meant.has(thing.id)
      ? BY_ROLE
      : (called.sort((a, b) => b.length - a.length)[0] ?? thing.id);
    mentions.set(mention, [...(mentions.get(mention) ?? []), thing]);
  }
  return [...mentions.values()];
}

/** "My cat" may be either of two, and "my cat Diesel" is one of them. */
const BY_ROLE = " by role";

/** Maximum number of facts read to resolve roles such as brother or boss. */
const ROLES_MAX = 20;

/** Resolves "my brother" or "Ada's boss". Costs one more read, and only for questions that use such a role. */
export async function askedByRole(
  user: UserStore,
  question: string,
  ofIds: readonly string[],
  statuses: readonly Status[],
): Promise<string[]> {
  const roles = contentWords(question).filter((word) => askedRole(word) !== null);
  if (roles.length === 0 || ofIds.length === 0) return [];
  const facts = await user.facts({
    entityIds: [...ofIds],
    role: "subject",
    predicates: roles.flatMap((role) => familyNames(askedRole(role) ?? role)),
    statuses,
    limit: ROLES_MAX,
  });
  // "My dog" is not a cat, though both are pets.
  const asked = new Set(roles.map(crudeStem));
  const saying = facts.filter(({ text, predicate }) =>
    [...words(text), ...words(predicate)].some((word) => asked.has(crudeStem(word))),
  );
  return (saying.length > 0 ? saying : facts).flatMap(({ objectId }) => objectId ?? []);
}
