import { CronExpressionParser } from "cron-parser";
import { toInstant, toMs, type Instant } from "../../domain/model/time.ts";
import type { ScheduleEntry } from "../../ports/job-scheduler.ts";

type When = Pick<ScheduleEntry, "expression" | "timeZone">;

/**
 * The last time due at or before `now`. A time skipped by daylight saving is due an hour later, which only counting forwards finds.
 */
export function lastDue(when: When, now: Instant): Instant {
  const justAfter = new Date(toMs(now) + 1);
  const times = CronExpressionParser.parse(when.expression, { currentDate: justAfter, tz: when.timeZone });
  let last = toInstant(times.prev().getTime());
  for (let next = nextDue(when, last); next <= now; next = nextDue(when, last)) last = next;
  return last;
}

/** The first time due after `now`. */
export function nextDue({ expression, timeZone }: When, now: Instant): Instant {
  const times = CronExpressionParser.parse(expression, { currentDate: new Date(now), tz: timeZone });
  return toInstant(times.next().getTime());
}
