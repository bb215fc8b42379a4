import { contentWords, crudeStem } from "../../language/stems.ts";
import { kinPredicate } from "../../domain/belief/kinship.ts";
import { familyNames } from "../../domain/belief/predicate.ts";
import type { Status } from "../../domain/model/status.ts";
import { words } from "../../language/text.ts";
import type { Neighbourhood, UserStore } from "../../ports/memory-store.ts";
import { namesOf } from "../own-names.ts";
import type { UnderstoodQuery } from "./query.ts";

/** Of whom and what a question asks. */
export interface AskedAbout {
  /** What it names or means by a role, and the user where it says "I"; empty: nobody knows. */
  ids: ReadonlySet<string>;
  /** Folded words of their names; none of the user's, and no roles: an extractor may call somebody "my boss". */
  names: ReadonlySet<string>;
  /** One for each that it speaks of, and each that it may mean by that: two of one name are one. */
  mentions: readonly (readonly AskedThing[])[];
  /** The user is among them. */
  self: boolean;
  /** Null where the user has said nothing yet. */
  selfId: string | null;
  /** Somebody is meant by what they are to the user or to somebody named: "my brother", "Ada's boss". */
  byRole: boolean;
}

export interface AskedThing {
  id: string;
  /** Folded words of each. */
  names: readonly (readonly string[])[];
}

export const NOBODY: AskedAbout = {
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
  /** Ids of those who are what it says to the user: "my cat". */
  mine: readonly string[];
  statuses: readonly Status[];
}

/** Of whom a question asks. */
export async function askedAbout(
  user: UserStore,
  { question, understood: { asksSelf, nGrams }, selfId, known: { entityIds }, mine, statuses }: Asking,
): Promise<AskedAbout> {
  const named = entityIds.filter((id) => id !== selfId);
  // "Anders's mother": found once it is known who Anders is.
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

/** "The pool" is known by "pool", "my boss" by none of its words. */
function isOfName(word: string): boolean {
  return contentWords(word).length > 0 && kinPredicate(word) === null;
}

function byMention(
  things: readonly AskedThing[],
  said: ReadonlySet<string>,
  meant: ReadonlySet<string>,
): AskedThing[][] {
  const mentions = new Map<string, AskedThing[]>();
  for (const thing of things) {
    const called = thing.names.map((name) => name.join(" ")).filter((name) => said.has(name));
    const mention = meant.has(thing.id)
      ? BY_ROLE
      : (called.sort((a, b) => b.length - a.length)[0] ?? thing.id);
    mentions.set(mention, [...(mentions.get(mention) ?? []), thing]);
  }
  return [...mentions.values()];
}

/** "My cat" may be either of two, and "my cat Diesel" is one of them. */
const BY_ROLE = " by role";

/** Facts by which somebody is a brother or a boss. */
const ROLES_MAX = 20;

/** Who is meant by "my brother" or "Ada's boss": one more reading, and only for questions that say so. */
export async function askedByRole(
  user: UserStore,
  question: string,
  ofIds: readonly string[],
  statuses: readonly Status[],
): Promise<string[]> {
  const roles = contentWords(question).filter((word) => kinPredicate(word) !== null);
  if (roles.length === 0 || ofIds.length === 0) return [];
  const facts = await user.facts({
    entityIds: [...ofIds],
    role: "subject",
    predicates: roles.flatMap((role) => familyNames(kinPredicate(role) ?? role)),
    statuses,
    limit: ROLES_MAX,
  });
  // "My dog" is no cat, though both are pets.
  const asked = new Set(roles.map(crudeStem));
  const saying = facts.filter(({ text, predicate }) =>
    [...words(text), ...words(predicate)].some((word) => asked.has(crudeStem(word))),
  );
  return (saying.length > 0 ? saying : facts).flatMap(({ objectId }) => objectId ?? []);
}
