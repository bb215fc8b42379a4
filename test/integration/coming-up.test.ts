import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fact } from "../../src/domain/model/fact.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/model/time.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { comingUp } from "../../src/services/plans/coming-up.ts";
import { batch, fact, quote, say, START } from "../contracts/memory-store-story.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** It is Sunday, 1 March 2026, 10 o'clock in Berlin. */
let memory: TestMemory;
let ann: UserStore;
let self: string;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.putSettings({ ...DEFAULT_SETTINGS, timeZone: "Europe/Berlin" });
  self = (await ann.self()).id;
});
afterEach(() => memory.close());

async function know(id: string, predicate: string, more: Partial<Fact>): Promise<void> {
  const known = fact(id, self, predicate, { status: "verified", createdAt: START, ...more });
  await ann.apply(batch([{ op: "fact.put", fact: known }]));
}

async function listed(days = 30): Promise<[string, string | null, number | null][]> {
  const items = await comingUp(ann, { now: memory.clock.now(), days });
  return items.map(({ fact: { id }, when, daysUntil }) => [id, when?.at ?? null, daysUntil]);
}

test("dated things by date, then what has none; by the calendar of the user", async () => {
  await know("rome", "PLANS", { validAt: { at: "2026-03-11T23:00:00.000Z", precision: "day" } });
  await know("job", "WORKS_AT", {
    status: "staged",
    validAt: { at: "2026-03-01T23:00:00.000Z", precision: "day" },
  });
  await know("sail", "WANTS_TO", { validAt: null, text: "The user wants to learn to sail." });
  await know("move", "LIVES_IN", { validAt: { at: "2026-03-31T22:00:00.000Z", precision: "month" } });
  expect(await listed()).toEqual([
    ["job", "2026-03-01T23:00:00.000Z", 1],
    ["rome", "2026-03-11T23:00:00.000Z", 11],
    ["sail", null, null],
  ]);
  expect((await listed(31)).map(([id]) => id)).toEqual(["job", "rome", "move", "sail"]);
  expect((await listed(1)).map(([id]) => id)).toEqual(["job", "sail"]);
  memory.clock.advance(20 * 86_400_000);
  expect((await listed()).map(([id]) => id)).toEqual(["move", "sail"]);
  // A month that has begun is still ahead until it is over.
  memory.clock.advance(21 * 86_400_000);
  expect(await listed()).toEqual([
    ["move", "2026-03-31T22:00:00.000Z", 0],
    ["sail", null, null],
  ]);
  memory.clock.advance(21 * 86_400_000);
  expect((await listed()).map(([id]) => id)).toEqual(["sail"]);
});

test.each(["America/New_York", "Asia/Tokyo"])(
  "a day stays the day that was told, in %s too",
  async (timeZone) => {
    await know("rome", "PLANS", { validAt: { at: "2026-03-11T23:00:00.000Z", precision: "day" } });
    await ann.putSettings({ ...DEFAULT_SETTINGS, timeZone });
    expect(await listed()).toEqual([["rome", "2026-03-11T23:00:00.000Z", 11]]);
    // Noon in Berlin on the day itself.
    memory.clock.advance(11 * DAY_MS + 2 * HOUR_MS);
    expect(await listed()).toEqual([["rome", "2026-03-11T23:00:00.000Z", 0]]);
  },
);

test("not what began before it was stated, was denied, was taken back, or ended", async () => {
  const at = "2026-03-10T00:00:00.000Z";
  const ahead = { validAt: { at, precision: "day" } } as const;
  await know("denied", "PLANS", { ...ahead, polarity: "negative" });
  await know("retracted", "PLANS", { ...ahead, status: "retracted" });
  await know("archived", "PLANS", { ...ahead, status: "archived" });
  await know("ended", "PLANS", { validAt: null, invalidAt: { at: START, precision: "day" } });
  await know("since", "WORKS_AT", { createdAt: at, ...ahead });
  const turn = await say(ann, "t1", "I work at the Mill since March.", {
    occurredAt: "2026-03-12T09:00:00.000Z",
  });
  await know("said", "WORKS_AT", { ...ahead, evidence: [quote(turn, "since March")] });
  const today = { at: "2026-02-28T23:00:00.000Z", precision: "day" } as const;
  await know("begun", "WORKS_AT", { validAt: today });
  expect(await listed()).toEqual([]);
  await know("tonight", "PLANS", { validAt: today });
  expect(await listed(0)).toEqual([["tonight", today.at, 0]]);
  memory.clock.advance(14 * HOUR_MS);
  expect(await listed()).toEqual([]);
  await know("disputed", "PLANS", { ...ahead, status: "disputed" });
  expect(await listed()).toEqual([["disputed", at, 8]]);
});

test("a birthday comes round every year, on 29 February as well", async () => {
  await know("ada", "BIRTHDAY", { value: "5 March 1990" });
  await know("leap", "BORN_ON", { value: "2000-02-29" });
  await know("year", "BIRTHDAY", { value: "1990" });
  expect(await listed()).toEqual([
    ["leap", "2026-02-28T23:00:00.000Z", 0],
    ["ada", "2026-03-04T23:00:00.000Z", 4],
  ]);
  memory.clock.advance(5 * 86_400_000);
  expect(await listed(366)).toEqual([
    ["leap", "2027-02-28T23:00:00.000Z", 360],
    ["ada", "2027-03-04T23:00:00.000Z", 364],
  ]);
});

test("a date is read from an intention's sentence and from the value of an unknown relation", async () => {
  await know("fly", "PLANS_TO", { text: "The user plans to fly to Oslo on 12 March." });
  await know("dentist", "HAS_APPOINTMENT_ON", { value: "3 March at 14:30" });
  await know("price", "COSTS", { value: "2027" });
  await know("number", "HAS_ROOM", { value: "1204" });
  await know("alarm", "WORKS_SHIFT", { value: "Tuesday 8:00" });
  expect(await listed()).toEqual([
    ["dentist", "2026-03-03T13:30:00.000Z", 2],
    ["fly", "2026-03-11T23:00:00.000Z", 11],
  ]);
  // What has passed is over: the intention does not become one without a date.
  memory.clock.advance(30 * 86_400_000);
  expect(await listed()).toEqual([]);
});
