import { guessLanguage, type Language, PACKS } from "../../language/index.ts";
import { findWithChrono } from "./chrono.ts";
import { languageIn } from "../../language/foreign.ts";
import { findInOther } from "./other-languages.ts";
import type { Instant } from "../../domain/model/time.ts";
import { withoutOverlaps, type FoundTime } from "./found.ts";
import { joinTimes, narrow } from "./join.ts";
import { maskNonDates } from "./mask.ts";
import type { TimeContext } from "./meanings.ts";
import { ANY_YEAR, rulesOf, type Rule } from "./rules.ts";
import type { TimeMention, TimeOptions } from "./types.ts";
import { fromWall, toWall } from "../../domain/model/wall-clock.ts";

/** Callers bound their texts; this caps the cost if one forgets to. */
const CHARS_MAX = 4_000;

/**
 * The times mentioned in a text, in text order and without overlaps. Ignores money, phone numbers, rooms, clock times without a
 * day, and "may" and "march" as ordinary words. Never throws because of a text; throws a RangeError for an unknown time zone.
 */
export function parseTimes(text: string, options: TimeOptions): TimeMention[] {
  const bounded = text.slice(0, CHARS_MAX);
  const now = toWall(options.reference, options.timeZone);
  const languages = options.languages?.length ? options.languages : [guessLanguage(bounded)];
  const masked = maskNonDates(bounded);
  const other = options.other === undefined ? otherLanguageOf(bounded) : options.other;
  const found = withoutOverlaps([
    ...languages.flatMap((language) => find(masked, language, now, options)),
    ...(other === null ? [] : findInOther(masked, other, contextOf(PACKS.en.times, now, options))),
  ]);
  const instants = new Map<number, Instant>();
  const instantOf = (wall: number): Instant => {
    const instant = instants.get(wall) ?? fromWall(wall, options.timeZone);
    instants.set(wall, instant);
    return instant;
  };
  return found.flatMap((one) => toMention(one, text, instantOf) ?? []);
}

/** Of a text without a pack; null if there is one. */
export function otherLanguageOf(text: string): string | null {
  const { hasPack, language } = languageIn(text);
  return hasPack ? null : language;
}

export function contextOf(
  words: TimeContext["words"],
  now: number,
  { prefer = "past" }: TimeOptions,
): TimeContext {
  return { now, prefer, words };
}

function find(text: string, language: Language, now: number, options: TimeOptions): FoundTime[] {
  const words = PACKS[language].times;
  const context = contextOf(words, now, options);
  const rules = options.anyYear ? [...rulesOf(language), ANY_YEAR] : rulesOf(language);
  const byRule = rules.flatMap((rule) => apply(rule, text, context));
  const single = withoutOverlaps([...byRule, ...findWithChrono(text, language, context)]);
  return narrow(joinTimes(single, text, words), text, words);
}

function apply({ pattern, meaning }: Rule, text: string, context: TimeContext): FoundTime[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const period = meaning(match.groups ?? {}, context);
    return period === null ? [] : { ...period, start: match.index, end: match.index + match[0].length };
  });
}

/** Instants are compared as strings, which works for four-digit years only ("900 decades ago"). */
const WALL_MIN = Date.UTC(1000, 0);
const WALL_MAX = Date.UTC(9999, 0);

function toMention(found: FoundTime, text: string, instantOf: (wall: number) => Instant): TimeMention | null {
  if (found.from < WALL_MIN || found.to > WALL_MAX) return null;
  const from = instantOf(found.from);
  const to = instantOf(found.to);
  // A minute skipped by daylight saving has no length.
  if (from >= to) return null;
  const { start, end, precision } = found;
  return { start, end, text: text.slice(start, end), from, to, precision };
}
