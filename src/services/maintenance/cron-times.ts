import { CronExpressionParser } from "cron-parser";
import { toInstant, toMs, type Instant } from "../../domain/time.ts";
import type { ScheduleEntry } from "../../ports/ticker.ts";

type When = Pick<ScheduleEntry, "expression" | "timeZone">;

/** The last time that was due at `now`, or before. */
export function lastDue({ expression, timeZone }: When, now: Instant): Instant {
  const justAfter = new Date(toMs(now) + 1);
  const times = CronExpressionParser.parse(expression, { currentDate: justAfter, tz: timeZone });
  return toInstant(times.prev().getTime());
}

/** The first time that is due after `now`. */
export function nextDue({ expression, timeZone }: When, now: Instant): Instant {
  const times = CronExpressionParser.parse(expression, { currentDate: new Date(now), tz: timeZone });
  return toInstant(times.next().getTime());
}
