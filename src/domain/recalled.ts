import type { RecalledEvidence } from "./episode.ts";
import type { Fact } from "./fact.ts";

/** The words a fact rests on, as they are shown beside it. */
export function recalledEvidence(fact: Fact): RecalledEvidence[] {
  return fact.evidence.map(({ episodeId, start, end, quote, assertedBy, occurredAt }) => ({
    episodeId,
    start,
    end,
    quote,
    assertedBy,
    occurredAt,
  }));
}
