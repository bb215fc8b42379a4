import type { NewId } from "../../../src/ports/clock.ts";

/**
 * Ids in the form of a UUID v7 that count up, so that ties are broken alike at every run. Those of another series
 * (0-4095) are others.
 */
export function countingIds(series = 0): NewId {
  let last = 0;
  const group = (0x80_00 + series).toString(16);
  return () => `00000000-0000-7000-${group}-${String(++last).padStart(12, "0")}`;
}
