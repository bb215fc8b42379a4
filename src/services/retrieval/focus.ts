import { contentWords, inPlainWords } from "../../language/stems.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { kinPredicate } from "../../domain/belief/kinship.ts";
import { catalogued, predicateFamily } from "../../domain/belief/predicate.ts";
import { words } from "../../language/text.ts";
import type { AskedAbout } from "./asked-about.ts";
import { askedFamilies } from "./predicate-expansion.ts";

/** A fact about somebody else than the question asks about. */
const OTHERS_FACTOR = 0.5;
/** A fact that tells another relation than the one asked for: an everyday one, and one that an extractor made up. */
const OTHER_RELATION_FACTOR = 0.6;
const UNKNOWN_RELATION_FACTOR = 0.7;
/** A fact that only says who is meant by a role. */
const ONLY_ROLE_FACTOR = 0.5;

/**
 * How far a fact is what the question asks for, at most 1: words alone do not tell "I live in Lyon" from "my brother
 * lives in Lille" for somebody who asks where he lives himself.
 */
export function focusFactor(question: string, { ids, names }: AskedAbout): (fact: Fact) => number {
  const asked = contentWords(inPlainWords(question));
  const roles = askedFamilies(asked.filter((word) => kinPredicate(word) !== null));
  const others = askedFamilies(asked.filter((word) => kinPredicate(word) === null));
  // "Where does my brother live" asks where, not for a brother; "which brothers" asks for nothing else.
  const relations = others.size > 0 ? others : roles;
  const relationFactor = (predicate: string): number => {
    const family = predicateFamily(predicate);
    if (relations.size === 0 || relations.has(family)) return 1;
    if (roles.has(family)) return ONLY_ROLE_FACTOR;
    return catalogued(predicate) === null ? UNKNOWN_RELATION_FACTOR : OTHER_RELATION_FACTOR;
  };
  return ({ subjectId, objectId, predicate, text }) => {
    const isAbout =
      ids.size === 0 ||
      ids.has(subjectId) ||
      (objectId !== null && ids.has(objectId)) ||
      words(text).some((word) => names.has(word));
    return (isAbout ? 1 : OTHERS_FACTOR) * relationFactor(predicate);
  };
}
