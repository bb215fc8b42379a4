import type { Fact } from "../model/fact.ts";
import type { FactPatch } from "../model/mutation.ts";
import type { Instant, TimePoint } from "../model/time.ts";

/** The patch that ends a fact. If already superseded, its end only moves earlier. */
export function superseding(old: Fact, at: TimePoint, now: Instant): FactPatch {
  const until = endingOf(old, at);
  return old.status === "superseded" ? until : { status: "superseded", expiredAt: now, ...until };
}

/** Ignores an end before the beginning. */
export function endingOf({ validAt }: Fact, at: TimePoint): Pick<FactPatch, "invalidAt"> {
  return validAt === null || at.at > validAt.at ? { invalidAt: at } : {};
}

/** The patch of a fact that ended before it was stated: its own end applies if it was stated and is earlier. */
export function supersededBefore(fact: Fact, next: TimePoint, now: Instant): FactPatch {
  const own = fact.invalidAt;
  const until = own !== null && own.at < next.at ? own : next;
  return { status: "superseded", expiredAt: now, ...endingOf(fact, until) };
}
