import type { Fact } from "../model/fact.ts";
import { catalogued } from "./predicate.ts";

/** Stems of words in the name of a relation that an extractor made up ("HAS_PEANUT_ALLERGY"). */
const TELLING =
  /(?:^|_)(?:ALLERG|MEDICATION|DIAGNOS|DISEASE|BLOOD_|BIRTHDAY|CITIZEN|VISA|GUARDIAN|HEIR|EMERGENCY_)/;

/**
 * Medical, legal, or who somebody is and belongs to: a model that reads wrong must not make it be over. Only its owner
 * ends such a fact.
 */
export function isHighStakes({ predicate }: Pick<Fact, "predicate">): boolean {
  return catalogued(predicate)?.isHighStakes ?? TELLING.test(predicate);
}
