import type { Fact } from "../model/fact.ts";
import type { FactPatch } from "../model/mutation.ts";
import type { Instant, TimePoint } from "../model/time.ts";

/** The patch that ends a fact. Its own end applies if it was stated and is earlier. */
export function superseding(old: Fact, at: TimePoint, now: Instant): FactPatch {
  const own = old.invalidAt;
  const until = endingOf(old, own !== null && own.at < at.at ? own : at);
  return old.status === "superseded" ? until : { status: "superseded", expiredAt: now, ...until };
}

/** Ignores an end before the beginning. */
export function endingOf({ validAt }: Fact, at: TimePoint): Pick<FactPatch, "invalidAt"> {
  return validAt === null || at.at > validAt.at ? { invalidAt: at } : {};
}
