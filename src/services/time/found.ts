import type { Period } from "./period.ts";

/** A period with its span in the text. */
export interface Found extends Period {
  start: number;
  end: number;
}

/** Of overlapping ones the longest is kept, and of equally long ones the first; in text order. */
export function withoutOverlaps(found: Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    if (kept.every((other) => one.end <= other.start || other.end <= one.start)) kept.push(one);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}
