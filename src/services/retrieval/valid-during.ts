import type { Fact } from "../../domain/model/fact.ts";
import type { Instant } from "../../domain/model/time.ts";
import { validFrom } from "../../domain/belief/consistency.ts";

/**
 * Whether a fact was valid at some time of a half-open span. `unknown`: it was told later, and nobody said since when
 * it is valid.
 */
export function validDuring(fact: Fact, span: { from: Instant; to: Instant }): "valid" | "unknown" | "not" {
  const end = endOf(fact);
  if (end !== null && end <= span.from) return "not";
  if (fact.validAt !== null) return fact.validAt.at < span.to ? "valid" : "not";
  return validFrom(fact).at < span.to ? "valid" : "unknown";
}

/** A superseded fact without a stated end was valid until it was closed. */
function endOf({ status, invalidAt, expiredAt }: Fact): Instant | null {
  return invalidAt?.at ?? (status === "superseded" ? expiredAt : null);
}
