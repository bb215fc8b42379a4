import type { UserSettings } from "../../domain/model/user.ts";
import { localTime } from "../../domain/model/local-day.ts";
import type { Instant } from "../../domain/model/time.ts";

/** True while the idle pass rests for a user; a span across midnight applies on both sides of it. */
export function isQuiet(settings: Pick<UserSettings, "quietHours" | "timeZone">, now: Instant): boolean {
  if (settings.quietHours === null) return false;
  const { from, to } = settings.quietHours;
  const time = localTime(now, settings.timeZone);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
