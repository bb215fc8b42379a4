import type { Fact } from "../../domain/fact.ts";
import type { Instant } from "../../domain/time.ts";
import { beginning } from "../../domain/consistency.ts";

/**
 * Whether a fact held at some time of a half-open span. `unknown`: it was told later, and nobody said since when it
 * holds.
 */
export function heldDuring(fact: Fact, span: { from: Instant; to: Instant }): "held" | "unknown" | "not" {
  if (fact.invalidAt !== null && fact.invalidAt.at <= span.from) return "not";
  if (fact.validAt !== null) return fact.validAt.at < span.to ? "held" : "not";
  return beginning(fact).at < span.to ? "held" : "unknown";
}
