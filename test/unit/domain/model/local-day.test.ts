import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { dayBounds, localDate, plusDays } from "../../../../src/domain/model/local-day.ts";
import { HOUR_MS, toMs } from "../../../../src/domain/model/time.ts";

/** The days of a user, in the user's own time zone. */

test.each([
  ["2026-03-04T23:30:00.000Z", "Europe/Berlin", "2026-03-05"],
  ["2026-03-04T23:30:00.000Z", "America/New_York", "2026-03-04"],
  ["2026-03-04T18:30:00.000Z", "Asia/Kathmandu", "2026-03-05"],
])("%s in %s is %s", (instant, timeZone, date) => {
  expect(localDate(instant, timeZone)).toBe(date);
  const { from, to } = dayBounds(date, timeZone);
  expect(from <= instant && instant < to).toBe(true);
});

test("a day in which the clock is changed has 23 or 25 hours, and the next one begins where it ends", () => {
  const hours = (date: string): number => {
    const { from, to } = dayBounds(date, "Europe/Berlin");
    expect(dayBounds(plusDays(date, 1), "Europe/Berlin").from).toBe(to);
    return (toMs(to) - toMs(from)) / HOUR_MS;
  };
  expect([hours("2026-03-28"), hours("2026-03-29"), hours("2026-10-25")]).toEqual([24, 23, 25]);
  expect([plusDays("2026-02-28", 1), plusDays("2026-01-01", -1)]).toEqual(["2026-03-01", "2025-12-31"]);
});

test.for([
  ["Europe/Berlin", "Europe/Berlin"],
  ["", "UTC"],
  ["Berlin", "UTC"],
  ["UTC+2", "UTC"],
])("the zone of a machine with TZ=%s is %s", ([TZ = "", zone]) => {
  const program = `import { machineTimeZone } from "./src/domain/model/local-day.ts"; console.log(machineTimeZone())`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    env: { TZ },
    encoding: "utf8",
  });
  expect(ran.stdout.trim()).toBe(zone);
});
