import type { Language } from "../../language/index.ts";
import type { Instant, Precision } from "../../domain/model/time.ts";

/** Which year, month or day is meant if the text leaves it open: "in March", "on Friday". */
export type Preference = "past" | "future" | "nearest";

export interface TimeOptions {
  /** When the text was written. */
  reference: Instant;
  /** The user's IANA time zone. */
  timeZone: string;
  /** In order of preference; by default guessed from the text. */
  languages?: Language[] | undefined;
  /** That of the text, if it has no pack: ISO 639-1. By default guessed. */
  other?: string | null | undefined;
  /** Default `past`: most statements are about the past. */
  prefer?: Preference | undefined;
  /** Whether any number that can be a year is one, whatever precedes it: "Berlin 2019" in a question. */
  anyYear?: boolean | undefined;
}

/** A time mentioned in a text. */
export interface TimeMention {
  /** Span in the text, `[start, end)` in UTF-16 units. */
  start: number;
  end: number;
  text: string;
  /** Half-open interval, derived from the user's local calendar. */
  from: Instant;
  to: Instant;
  precision: Precision;
}
