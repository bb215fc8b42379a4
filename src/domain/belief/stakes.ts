import type { Fact } from "../model/fact.ts";
import { catalogued } from "./predicate.ts";

/** Word stems in the names of relations invented by an extractor ("HAS_PEANUT_ALLERGY"). */
const TELLING =
  /(?:^|_)(?:ALLERG|MEDICATION|DIAGNOS|DISEASE|BLOOD_|BIRTHDAY|CITIZEN|VISA|GUARDIAN|HEIR|EMERGENCY_)/;

/** Medical, legal, identity or belonging: a model's misreading must not end such a fact. Only its owner does. */
export function isHighStakes({ predicate }: Pick<Fact, "predicate">): boolean {
  return catalogued(predicate)?.isHighStakes ?? TELLING.test(predicate);
}
