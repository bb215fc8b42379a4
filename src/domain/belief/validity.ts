import type { Fact } from "../model/fact.ts";
import type { Instant, Moment } from "../model/time.ts";
import { validFrom } from "./consistency.ts";

/** Whether a fact was valid at any time in a half-open span. `unknown`: it was stated later, without a start. */
export function validDuring(fact: Fact, span: { from: Instant; to: Instant }): "valid" | "unknown" | "not" {
  const end = endOf(fact);
  if (end !== null && end <= span.from) return "not";
  if (fact.validAt !== null) return fact.validAt.at < span.to ? "valid" : "not";
  return validFrom(fact).at < span.to ? "valid" : "unknown";
}

/**
 * Whether a fact was true, or believed, at a moment; both stores agree. An undated fact counts from when it was said. A
 * past belief did not yet know the end set when it expired.
 */
export function heldAt(fact: Fact, { asOf, knownAt }: Moment): boolean {
  if (knownAt !== undefined && !wasBelieved(fact, knownAt)) return false;
  if (asOf === undefined) return true;
  if (validFrom(fact).at > asOf) return false;
  const end = endOf(fact);
  return end === null || end > asOf || (knownAt !== undefined && fact.expiredAt !== null);
}

function wasBelieved({ createdAt, expiredAt }: Fact, at: Instant): boolean {
  return createdAt <= at && (expiredAt === null || expiredAt > at);
}

/** A superseded fact without a stated end was valid until it was closed. */
function endOf({ status, invalidAt, expiredAt }: Fact): Instant | null {
  return invalidAt?.at ?? (status === "superseded" ? expiredAt : null);
}
