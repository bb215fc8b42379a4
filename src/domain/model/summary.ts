import type { Episode } from "./episode.ts";
import type { Instant } from "./time.ts";

/**
 * One short text replacing several old turns of little weight (CON-1..3). It is stored as an episode; the turns it
 * replaces stay unchanged as evidence, and are only left out of retrieval.
 */
export interface Summary {
  id: string;
  text: string;
  /** When the first and last of its turns were said. */
  from: Instant;
  to: Instant;
  recordedAt: Instant;
  importance: number;
  /** The turns it replaces. */
  sources: string[];
  /** Where it names the entities of its turns; an entity it does not name is at 0 to 0. */
  mentions: { entityId: string; start: number; end: number }[];
}

/** Its form in the change log: no words, so that nothing in it survives forgetting. `sources` are sorted. */
export interface SummaryLog {
  id: string;
  occurredAt: Instant;
  sources: string[];
}

/** The conversation that holds them. */
export const SUMMARIES = { id: "summaries", title: "Summaries of earlier turns" } as const;

/** The `Episode.context` text for the period a summary covers. */
export function spanText({ from, to }: Pick<Summary, "from" | "to">): string {
  return `${from}/${to}`;
}

/** The period a summary covers; null for anything else. */
export function spanOf({ source, context }: Pick<Episode, "source" | "context">): {
  from: Instant;
  to: Instant;
} | null {
  const [from, to] = source === "consolidated" ? (context ?? "").split("/") : [];
  return from && to ? { from, to } : null;
}
