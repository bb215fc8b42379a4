import type { Fact } from "../model/fact.ts";
import type { Instant, Moment } from "../model/time.ts";
import { validFrom } from "./consistency.ts";

/** Whether a fact was valid at any time in a half-open span. An undated fact counts from when it was said. */
export function validDuring(fact: Fact, span: { from: Instant; to: Instant }): boolean {
  const end = endOf(fact);
  return validFrom(fact).at < span.to && (end === null || end > span.from);
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
