import { expect, test } from "vitest";
import { createSteadyClock } from "../../../../src/adapters/system/clock.ts";

const at = (time: string): string => `2026-05-01T${time}.000Z`;

test("time never goes back: it runs on from the last that was told, until the clock below has caught up", () => {
  const told = ["10:00:00", "10:00:05", "09:00:00", "09:00:07", "10:30:00", "10:30:01"].map(at);
  const clock = createSteadyClock({ now: () => told.shift() ?? at("23:00:00") });
  const now = [1, 2, 3, 4, 5, 6].map(() => clock.now());
  expect(now).toEqual(["10:00:00", "10:00:05", "10:00:05", "10:00:12", "10:30:00", "10:30:01"].map(at));
});

test("it goes on from what is stored", () => {
  const clock = createSteadyClock({ now: () => at("09:00:00") });
  expect(clock.goOnFrom(at("10:00:00"))).toBe(3_600_000);
  expect(clock.now()).toBe(at("10:00:00"));
  expect(createSteadyClock({ now: () => at("09:00:00") }).goOnFrom(null)).toBe(0);
});
