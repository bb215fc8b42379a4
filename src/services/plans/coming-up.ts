import { setImmediate } from "node:timers/promises";
import { catalogued, familyNames, PREDICATES, type PredicateEntry } from "../../domain/belief/predicate.ts";
import { saidAt } from "../../domain/belief/consistency.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { dayBounds, localDate, plusDays } from "../../domain/model/local-day.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import {
  DAY_MS,
  plusMs,
  toMs,
  type Instant,
  type Precision,
  type TimePoint,
  withinDay,
} from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { resolvePoint } from "../time/index.ts";
import { distinctById } from "../collections.ts";

/** Something ahead: a dated plan or change, a birthday, or an intention without a date. */
export interface ComingUp {
  fact: Fact;
  /** Null: an intention without a date. */
  when: TimePoint | null;
  /** Days by the user's calendar, 0 for today and for a month or year that has begun. */
  daysUntil: number | null;
  isYearly: boolean;
}

export const DAYS_MAX = 366;

/** Dated facts read, and of each sort that may need a date parser, newest first. */
const DATED_MAX = 1_000;
const UNDATED_MAX = 300;
/** A date that was written into a value longer ago is not searched for. */
const VALUES_LEARNED_DAYS = 400;
/** A longer value is a text, not a date. */
const VALUE_CHARS_MAX = 80;
/** A plan for a month is listed until the month is over. */
const PERIOD_DAYS: Record<Precision, number> = { minute: 0, day: 1, month: 31, year: 366 };

const namesOf = (is: (entry: PredicateEntry) => boolean): string[] =>
  PREDICATES.filter(is).flatMap(({ name }) => familyNames(name));
const INTENTIONS = namesOf(({ isIntention }) => isIntention);
/** A constant date, such as a birthday, comes round every year. */
const YEARLY = namesOf(({ valueKind, isConstant }) => valueKind === "date" && isConstant);

interface Horizon {
  now: Instant;
  days: number;
}

interface Calendar extends Horizon {
  today: string;
  timeZone: string;
}

async function calendarOf(user: UserStore, horizon: Horizon): Promise<Calendar> {
  const { timeZone } = await user.settings();
  return { ...horizon, timeZone, today: localDate(horizon.now, timeZone) };
}

/**
 * What lies ahead within `days`, by date, then intentions without a date, newest first. Believed and staged statements
 * alike: their status says which. A beginning counts if it was still ahead when it was stated: "since Monday" does not.
 */
export async function comingUp(user: UserStore, horizon: Horizon): Promise<ComingUp[]> {
  const calendar = await calendarOf(user, horizon);
  const items: ComingUp[] = [];
  for (const fact of await candidates(user, calendar)) {
    // Parsing a date takes time.
    await setImmediate();
    const item = ahead(fact, calendar);
    if (item !== null) items.push(item);
  }
  return items.sort((a, b) => orderOf(a) - orderOf(b));
}

/** One current statement, if it lies ahead. */
export async function comingUpOf(user: UserStore, fact: Fact, horizon: Horizon): Promise<ComingUp | null> {
  return CURRENT_STATUSES.includes(fact.status) ? ahead(fact, await calendarOf(user, horizon)) : null;
}

/** Undated ones after all others, newest first. */
function orderOf({ when, fact }: ComingUp): number {
  return when === null ? Number.MAX_SAFE_INTEGER - toMs(fact.createdAt) : toMs(when.at);
}

async function candidates(user: UserStore, { today, now, timeZone, days }: Calendar): Promise<Fact[]> {
  const midnight = (offset: number): Instant => dayBounds(plusDays(today, offset), timeZone).from;
  const statuses = CURRENT_STATUSES;
  const valid = { from: midnight(-PERIOD_DAYS.month), to: midnight(days + 1) };
  const learned = { from: plusMs(now, -VALUES_LEARNED_DAYS * DAY_MS) };
  const found = await Promise.all([
    user.facts({ statuses, valid, limit: DATED_MAX }),
    user.facts({ statuses, predicates: YEARLY, limit: UNDATED_MAX }),
    user.facts({ statuses, predicates: INTENTIONS, limit: UNDATED_MAX }),
    user.facts({ statuses, learned, limit: UNDATED_MAX }),
  ]);
  return distinctById(found.flat());
}

function ahead(fact: Fact, calendar: Calendar): ComingUp | null {
  const { polarity, invalidAt, predicate } = fact;
  if (polarity === "negative" || (invalidAt !== null && invalidAt.at <= calendar.now)) return null;
  if (YEARLY.includes(predicate)) return anniversary(fact, calendar);
  const isIntention = INTENTIONS.includes(predicate);
  const stated = saidAt(fact);
  const when = begins(fact, isIntention, stated, calendar) ?? dateIn(fact, isIntention, stated, calendar);
  const { now } = calendar;
  if (when !== null) return when.at > now || endOf(when, calendar) > now ? item(fact, when, calendar) : null;
  return isIntention ? { fact, when, daysUntil: null, isYearly: false } : null;
}

/** A plan for today is ahead; a job since today is not. */
function begins(
  { validAt }: Fact,
  isIntention: boolean,
  stated: Instant,
  calendar: Calendar,
): TimePoint | null {
  if (validAt === null) return null;
  return validAt.at > stated || (isIntention && endOf(validAt, calendar) > stated) ? validAt : null;
}

/** The future date in an intention, or in the value of a relation that the catalogue does not know: "3 May, 10:00". */
function dateIn(fact: Fact, isIntention: boolean, stated: Instant, calendar: Calendar): TimePoint | null {
  const text = isIntention ? fact.text : fact.value;
  if (text === null || (!isIntention && catalogued(fact.predicate) !== null)) return null;
  // Without a digit it may be any value that happens to name a day.
  if (!isIntention && (text.length > VALUE_CHARS_MAX || !/\d/.test(text))) return null;
  const { timeZone } = calendar;
  const point = resolvePoint(text, { reference: stated, timeZone, prefer: "future" });
  if (point === null || (point.at <= stated && endOf(point, calendar) <= stated)) return null;
  return isIntention || PERIOD_DAYS[point.precision] <= PERIOD_DAYS.day ? point : null;
}

function endOf(point: TimePoint, { timeZone }: Calendar): Instant {
  if (point.precision === "minute") return point.at;
  const first = localDate(withinDay(point), timeZone);
  return dayBounds(plusDays(first, PERIOD_DAYS[point.precision]), timeZone).from;
}

/** Null beyond the horizon. */
function item(fact: Fact, when: TimePoint, calendar: Calendar, isYearly = false): ComingUp | null {
  const { today, timeZone, days } = calendar;
  const daysUntil = (Date.parse(localDate(withinDay(when), timeZone)) - Date.parse(today)) / DAY_MS;
  return daysUntil > days ? null : { fact, when, daysUntil: Math.max(0, daysUntil), isYearly };
}

function anniversary(fact: Fact, calendar: Calendar): ComingUp | null {
  const { timeZone, today, now } = calendar;
  const first = resolvePoint(fact.value ?? "", { reference: now, timeZone, prefer: "past" });
  if (first === null || first.precision !== "day") return null;
  const [, month, day] = localDate(first.at, timeZone).split("-");
  // The 29th of February is the 1st of March in other years.
  const dates = [0, 1].map((later) =>
    plusDays(`${Number(today.slice(0, 4)) + later}-${month}-01`, Number(day) - 1),
  );
  const next = dates.find((date) => date >= today);
  if (next === undefined) return null;
  return item(fact, { at: dayBounds(next, timeZone).from, precision: "day" }, calendar, true);
}
