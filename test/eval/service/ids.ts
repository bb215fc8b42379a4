import type { NewId } from "../../../src/ports/clock.ts";

/** Ids in the form of a UUID v7 that count up, so that ties are broken alike at every run. */
export function countingIds(): NewId {
  let last = 0;
  return () => `00000000-0000-7000-8000-${String(++last).padStart(12, "0")}`;
}
