import type { Language } from "../../language/index.ts";
import type { Instant, Precision } from "../../domain/model/time.ts";

/** Which year, month or day is meant when the text leaves it open: "in March", "on Friday". */
export type Preference = "past" | "future" | "nearest";

export interface TimeOptions {
  /** When the text was written. */
  reference: Instant;
  /** IANA, the user's. */
  timeZone: string;
  /** In order of trust; by default guessed from the text. */
  languages?: Language[] | undefined;
  /** Default `past`: statements mostly tell what was. */
  prefer?: Preference | undefined;
  /** Whether a number that can be a year is one, whatever stands before it: "Berlin 2019" in a question. */
  anyYear?: boolean | undefined;
}

/** A time that a text speaks of. */
export interface TimeMention {
  /** Span in the text, `[start, end)` in UTF-16 units. */
  start: number;
  end: number;
  text: string;
  /** Half-open interval, from the user's local calendar. */
  from: Instant;
  to: Instant;
  precision: Precision;
}
