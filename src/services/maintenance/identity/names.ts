import type { Entity } from "../../../domain/model/entity.ts";
import { isPersonType, NO_TYPE, typeKey } from "../../../domain/model/entity-type.ts";
import { kinPredicate } from "../../../domain/belief/kinship.ts";
import { editsWithin } from "../../../domain/grounding/matching.ts";
import { mayBeNickname } from "../../../domain/belief/nicknames.ts";
import type { MergeReason } from "../../../domain/model/review.ts";
import { bareName, foldName, words } from "../../../language/text.ts";

/** The compared part of an entity, kept small: a hundred thousand of them are held in memory. */
export interface NamedEntity {
  id: string;
  /** Bare names, the main one first; without roles ("sister"). */
  names: string[];
  /** The same names, split into words. */
  parts: string[][];
  type: string;
  isPerson: boolean;
  /** Named by its relation to the user ("my old lady"), in words that need not name a role. */
  isDescribed: boolean;
}

/** Null if only a role is known: those are compared by relation. */
export function namedOf(entity: Entity): NamedEntity | null {
  const own = bareName(entity.name);
  const others = entity.aliases
    .filter((alias) => alias.kind !== "role")
    .map((alias) => bareName(alias.alias));
  const names = [...new Set([own, ...others])].filter((name) => name !== "" && kinPredicate(name) === null);
  if (entity.isSelf || names.length === 0) return null;
  const { id, type } = entity;
  const isDescribed = own !== foldName(entity.name);
  return {
    id,
    names,
    parts: names.map(words),
    type: typeKey(type),
    isPerson: isPersonType(type),
    isDescribed,
  };
}

/** Why two entities may be the same, judged by their names and types alone; null if they are not similar. */
export function duplicateReason(a: NamedEntity, b: NamedEntity): MergeReason | null {
  if (a.type !== b.type && a.type !== NO_TYPE && b.type !== NO_TYPE) return null;
  if (a.names[0] === b.names[0]) return "same_name";
  if (a.names.some((name) => b.names.includes(name))) return "shared_alias";
  const either = (test: (one: string[], other: string[]) => boolean): boolean =>
    a.parts.some((one) => b.parts.some((other) => test(one, other)));
  if (either(isMisspelt)) return "misspelling";
  if (a.isPerson && b.isPerson && either(isShortForm)) return "nickname";
  const isKnownType = a.type === b.type && a.type !== NO_TYPE;
  return isKnownType && either((one, other) => isPartOf(one, other) || isPartOf(other, one))
    ? "contained_name"
    : null;
}

/** "Bob" matches "Robert Miller", and "Bob Miller" matches "Robert Miller", but not "Robert Ford". */
function isShortForm([a = "", ...as]: string[], [b = "", ...bs]: string[]): boolean {
  if (a === b || !mayBeNickname(a, b)) return false;
  return as.length === 0 || bs.length === 0 || as.join(" ") === bs.join(" ");
}

const PART_CHARS_MIN = 3;

/** Whole words at either end: "Ann" is not part of "Annelie", nor "York" of "New York Times". */
function isPartOf(part: string[], whole: string[]): boolean {
  if (part.length === 0 || part.length >= whole.length || part.join("").length < PART_CHARS_MIN) return false;
  const text = part.join(" ");
  return whole.slice(0, part.length).join(" ") === text || whole.slice(-part.length).join(" ") === text;
}

/** One word differs by a typo; words of at least the second length may differ by two. */
const SLIP_CHARS_MIN = 5;
const TWO_SLIPS_CHARS_MIN = 9;

function isMisspelt(a: string[], b: string[]): boolean {
  if (a.length !== b.length) return false;
  const differing = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at] ?? ""] as const]));
  const [first] = differing;
  if (!first || differing.length > 1) return false;
  const [one, other] = first;
  const length = Math.min(one.length, other.length);
  if (length < SLIP_CHARS_MIN || /\d/.test(one + other) || one[0] !== other[0]) return false;
  return editsWithin(one, other, length >= TWO_SLIPS_CHARS_MIN ? 2 : 1);
}
