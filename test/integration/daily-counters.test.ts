import { afterEach, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../src/domain/model/time.ts";
import { createDailyCounters } from "../../src/services/reports/daily-counters.ts";
import { newEpisode } from "../contracts/memory-store-story.ts";
import { openReportBench, type ReportBench } from "../support/report-bench.ts";

/** Counts of a day outlive the process that counted. */
let bench: ReportBench;

beforeEach(async () => {
  bench = await openReportBench();
});
afterEach(() => bench.close());

const counters = () => createDailyCounters({ ...bench.memory, onError: bench.onError, flushMs: 3_600_000 });
const days = async (user = bench.ann) =>
  Object.fromEntries((await user.dayPage({ limit: 9 })).items.map(({ date, counts }) => [date, counts]));

test("they are written together, by the day of their user, and add up over processes", async () => {
  const bob = bench.memory.store.forUser("bob");
  await bench.setZone("Asia/Tokyo", bob);
  bench.setClock("2026-03-04T14:59:00.000Z");
  const [one, other] = [counters(), counters()];
  for (const user of ["ann", "ann", "bob"]) one.add(user, "turns.complete");
  other.add("ann", "tokens.prompt", 70);
  other.add("ann", "nothing", 0);
  bench.memory.clock.advance(MINUTE_MS);
  one.add("bob", "turns.complete");
  expect(await days()).toEqual({});
  await Promise.all([one.flush(), other.flush()]);
  await one.stop();
  one.add("ann", "turns.complete");
  await Promise.all([one.flush(), other.stop()]);
  expect(await days()).toEqual({ "2026-03-04": { "tokens.prompt": 70, "turns.complete": 2 } });
  expect(await days(bob)).toEqual({
    "2026-03-05": { "turns.complete": 1 },
    "2026-03-04": { "turns.complete": 1 },
  });
  expect(bench.errors).toEqual([]);
});

test("while the store is away they wait; of who forgot everything they go", async () => {
  const away = { isAway: true };
  const store = {
    ...bench.memory.store,
    forUser: (userId: string) => {
      const user = bench.memory.store.forUser(userId);
      return {
        ...user,
        settings: () => (away.isAway ? Promise.reject(new Error("away")) : user.settings()),
      };
    },
  };
  const one = createDailyCounters({ store, clock: bench.memory.clock, onError: bench.onError });
  one.add("ann", "suspicious", 3);
  await one.flush();
  expect(bench.errors).toHaveLength(1);
  one.add("ann", "suspicious");
  away.isAway = false;
  await one.flush();
  expect(Object.values(await days())).toEqual([{ suspicious: 4 }]);
  one.add("ann", "suspicious");
  one.drop("ann");
  await one.stop();
  expect(Object.values(await days())).toEqual([{ suspicious: 4 }]);
});

test("turns that are new are counted by when they were recorded", async () => {
  await bench.ann.openEpisode(
    newEpisode("old", { occurredAt: "2020-01-01T00:00:00.000Z", recordedAt: "2026-03-04T01:00:00.000Z" }),
  );
  const day = { from: "2026-03-04T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" };
  expect((await bench.ann.activity(day)).episodes).toBe(1);
});
