import type { Fact } from "../model/fact.ts";
import type { FactPatch } from "../model/mutation.ts";
import type { Instant, TimePoint } from "../model/time.ts";

/** The patch by which a fact ends. One that was superseded before only ends earlier. */
export function superseding(old: Fact, at: TimePoint, now: Instant): FactPatch {
  const until = endingOf(old, at);
  return old.status === "superseded" ? until : { status: "superseded", expiredAt: now, ...until };
}

/** An end that lies before the beginning says nothing. */
export function endingOf({ validAt }: Fact, at: TimePoint): Pick<FactPatch, "invalidAt"> {
  return validAt === null || at.at > validAt.at ? { invalidAt: at } : {};
}

/** The patch of a fact that ended before it was told: its own end counts where an earlier one was told. */
export function supersededBefore(fact: Fact, next: TimePoint, now: Instant): FactPatch {
  const own = fact.invalidAt;
  const until = own !== null && own.at < next.at ? own : next;
  return { status: "superseded", expiredAt: now, ...endingOf(fact, until) };
}
