import type { Episode } from "./episode.ts";
import type { Instant } from "./time.ts";

/**
 * One short text in the place of several old turns of little weight (CON-1..3). It is kept as an episode of its own;
 * the turns it stands for stay as they are, as evidence, and are only left out of retrieval.
 */
export interface Summary {
  id: string;
  text: string;
  /** When the first and the last of its turns were said. */
  from: Instant;
  to: Instant;
  recordedAt: Instant;
  importance: number;
  /** The turns it stands for. */
  sources: string[];
  /** Where it names what its turns name; an entity that it does not name stands at 0 to 0. */
  mentions: { entityId: string; start: number; end: number }[];
}

/** What the log of changes keeps of one: no words, so that nothing in it outlives forgetting. `sources` are sorted. */
export interface SummaryLog {
  id: string;
  occurredAt: Instant;
  sources: string[];
}

/** The conversation that holds them. */
export const SUMMARIES = { id: "summaries", title: "Summaries of earlier turns" } as const;

/** How `Episode.context` tells the time that a summary covers. */
export function spanText({ from, to }: Pick<Summary, "from" | "to">): string {
  return `${from}/${to}`;
}

/** The time a summary covers; null for anything else. */
export function spanOf({ source, context }: Pick<Episode, "source" | "context">): {
  from: Instant;
  to: Instant;
} | null {
  const [from, to] = source === "consolidated" ? (context ?? "").split("/") : [];
  return from && to ? { from, to } : null;
}
