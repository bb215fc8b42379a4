import { kinPredicate } from "../../../src/domain/belief/kinship.ts";
import { words } from "../../../src/language/text.ts";
import { namesOf, type Cast } from "./entities.ts";
import type { Trap } from "./format.ts";
import type { HeldFact } from "./observed.ts";
import type { ToldFact } from "./truth.ts";

/** What both a stored fact and a search result say. */
export type Statement = Pick<HeldFact, "subject" | "object" | "polarity">;

/**
 * Whether a statement says what was told: subject, object and polarity; the predicate is free. Names match by any name
 * or alias, objects when one has all words of the other.
 */
export function says(cast: Cast, held: Statement, told: ToldFact): boolean {
  return told.tellings.some(({ subject, object, value, polarity = "positive" }) => {
    const other = object ?? value;
    return (
      other !== null &&
      held.polarity === polarity &&
      isNamed(cast, held.subject, subject) &&
      isObject(cast, held.object, other)
    );
  });
}

/** As `says`, or told from the other side: "Samir has a daughter Amal", "Amal's father is Samir". */
export function saysOrTurned(cast: Cast, held: Statement, told: ToldFact): boolean {
  if (says(cast, held, told)) return true;
  return told.tellings.some(
    ({ subject, object, polarity = "positive" }) =>
      object !== null &&
      held.polarity === polarity &&
      isCalled(cast, held.subject, object) &&
      isCalled(cast, held.object, subject),
  );
}

/** "Tadeusz is called Teddy": true by the cast itself, told or not. */
export function namesItsSubject(cast: Cast, held: Statement): boolean {
  return [...cast.byId.keys()].some(
    (id) =>
      isNamed(cast, held.subject, id) && namesOf(cast, id).some((name) => isSame(cast, name, held.object)),
  );
}

/** Whether a stored fact is a trap's: from its turn, with its subject and object, or in its words. */
export function saysTrap(cast: Cast, held: HeldFact, trap: Trap, turnId: string): boolean {
  if (!held.turns.includes(turnId) || held.polarity === "negative") return false;
  if (isSame(cast, held.text, trap.text)) return true;
  if (trap.object === undefined) return false;
  return (
    isNamed(cast, held.subject, trap.subject ?? cast.selfId ?? "") && isObject(cast, held.object, trap.object)
  );
}

function isCalled(cast: Cast, name: string, id: string): boolean {
  return namesOf(cast, id).some((known) => cast.folded(known).bare === cast.folded(name).bare);
}

function isNamed(cast: Cast, name: string, id: string): boolean {
  return namesOf(cast, id).some((known) => sameName(cast, known, name));
}

/** "Bas" and "Bas Verhulst", "mum" and "mother"; not "Noor" and "Noor's mother". */
function sameName(cast: Cast, a: string, b: string): boolean {
  const [left, right] = [cast.folded(a), cast.folded(b)];
  if (left.bare === right.bare) return true;
  const role = kinPredicate(left.bare);
  if (role !== null) return role === kinPredicate(right.bare);
  return !/['’]s\b/.test(`${a} ${b}`) && oneHoldsOther(left.words, right.words);
}

function isObject(cast: Cast, object: string, id: string): boolean {
  return namesOf(cast, id).some((known) => sameObject(cast, known, object));
}

function sameObject(cast: Cast, a: string, b: string): boolean {
  const [left, right] = [cast.folded(a).content, cast.folded(b).content];
  return left.length > 0 && right.length > 0 ? oneHoldsOther(left, right) : isSame(cast, a, b);
}

function oneHoldsOther(a: string[], b: string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  return few.every((word) => many.includes(word));
}

function isSame(cast: Cast, a: string, b: string): boolean {
  return cast.folded(a).words.join(" ") === cast.folded(b).words.join(" ");
}

/** Whether the words of `phrase` stand in a row in `text`. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const wanted = words(phrase);
  return wanted.length > 0 && ` ${words(text).join(" ")} `.includes(` ${wanted.join(" ")} `);
}
