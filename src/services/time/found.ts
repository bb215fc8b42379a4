import type { Period } from "./period.ts";

/** A period with its span in the text. */
export interface FoundTime extends Period {
  start: number;
  end: number;
}

/** Keeps the longest of overlapping times, and the first of equally long ones; in text order. */
export function withoutOverlaps(found: FoundTime[]): FoundTime[] {
  const kept: FoundTime[] = [];
  for (const one of found.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    if (kept.every((other) => one.end <= other.start || other.end <= one.start)) kept.push(one);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}
