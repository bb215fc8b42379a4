import type { Instant } from "../domain/model/time.ts";

/** The only source of "now" and of ids, so that tests can simulate a year. */
export interface Clock {
  now(): Instant;
}

/** New unique ids, ordered by time (UUID v7). */
export type NewId = () => string;
