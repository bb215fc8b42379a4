import { predicateFamily } from "./predicate.ts";
import type { FactProposal } from "../model/proposal.ts";

/**
 * "Not Lyon, she lives in Lille" is one correction in two statements: the denial gets the change kind of the statement
 * that replaces the denied one.
 */
export function alignDenials(facts: FactProposal[]): FactProposal[] {
  return facts.map((fact) => {
    if (fact.polarity !== "negative" || (fact.change !== null && fact.change !== "none")) return fact;
    const family = predicateFamily(fact.predicate);
    const partner = facts.find(
      (other) =>
        other.polarity === "positive" &&
        other.subject === fact.subject &&
        predicateFamily(other.predicate) === family &&
        other.change !== null &&
        other.change !== "none",
    );
    return partner ? { ...fact, change: partner.change } : fact;
  });
}
