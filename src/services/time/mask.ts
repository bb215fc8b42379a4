import { anySource } from "../../language/index.ts";
import { GREETING } from "../../language/stems.ts";

/** Masks text that looks like a date but is not one, character by character, so that spans stay valid. */

const MASK = "¤";

const CURRENCY = `(?:€|\\$|£|¥|euros?|usd|eur|gbp|chf|${anySource(({ times }) => times.money)})`;

/** Counts of things: "2000 people", "in 2016 Einheiten". */
const COUNTED = `(?:kcal|km|kg|mb|gb|kb|ml|kwh|ps|hp|rpm|%|${anySource(({ times }) => times.counted)})`;

const NAMED = `(?:#|iso|rfc|${anySource(({ times }) => times.named)})`;

const PATTERNS = [
  // No date spans a long run of blanks, which slows regular expressions down
  /\s{20,}/gu,
  // Greetings: "Guten Morgen" is not tomorrow
  new RegExp(GREETING, "giu"),
  // Phone numbers: +49 170 2016 2017, 0170/20162017, (030) 2016-2017, 555-2016, 138-2010-2015
  /(?:\+|(?<![\d:.])00)\d[\d ()/.-]{6,}\d/gu,
  /(?<![\p{L}\d.:-])\(?0\d{2,5}\)?[ /-]\d[\d /-]{3,}\d/gu,
  /(?<![\p{L}\d./-])\d{3}-(?:\d{3,4}-)?\d{4}(?![\d-])/gu,
  new RegExp(
    `(?<!\\p{L})(?:tel|fax|${anySource(({ times }) => times.phone)})\\.?:? ?[+(]?\\d[\\d ()/.-]{4,}\\d`,
    "giu",
  ),
  new RegExp(`(?:[€$£¥]|\\b(?:usd|eur|gbp|chf) ) ?\\d[\\d.,]*`, "giu"),
  new RegExp(
    `(?<![\\p{L}\\d.]|[\\d.,],)\\d[\\d.,]* ?(?:(?:k|${anySource(({ times }) => times.millions)}) )?${CURRENCY}(?![\\p{L}])`,
    "giu",
  ),
  new RegExp(`(?<![\\p{L}\\d./-])\\d{4} ?${COUNTED}(?![\\p{L}])`, "giu"),
  new RegExp(`(?<![\\p{L}])${NAMED} ?\\d{1,5}(?![\\d-])`, "giu"),
  // IP addresses and versions: 192.168.1.20, v1.2.2016
  /(?<![\d.])\d+\.\d+\.\d+\.\d+(?![\d.])/gu,
  // Digits inside identifiers: A2016, 2016b, 20161203
  /(?<![\p{L}_])[\p{L}_]+\d{3,}|(?<![.\d])\d{5,}/gu,
];

export function maskNonDates(text: string): string {
  return PATTERNS.reduce(
    (masked, pattern) => masked.replace(pattern, (found) => MASK.repeat(found.length)),
    text,
  );
}
