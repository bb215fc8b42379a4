import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fact } from "../../src/domain/model/fact.ts";
import { DAY_MS, HOUR_MS, plusMs } from "../../src/domain/model/time.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { findInsights } from "../../src/services/insights/find-insights.ts";
import { wilson } from "../../src/services/insights/insights.ts";
import { reviewItems } from "../../src/services/review/queue.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { batch, entity, fact, must, say, START } from "../contracts/memory-store-story.ts";
import { jobContext, undoAll } from "../support/jobs.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

let memory: TestMemory;
let ann: UserStore;
let self: string;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.putSettings({ ...DEFAULT_SETTINGS, timeZone: "UTC" });
  self = (await ann.self()).id;
  const rowing = entity("rowing", "Rowing", { status: "verified", mentionCount: 9 });
  await ann.apply(batch([{ op: "entity.put", entity: rowing }]));
});
afterEach(() => memory.close());

async function know(id: string, predicate: string, more: Partial<Fact>): Promise<void> {
  await ann.apply(
    batch([{ op: "fact.put", fact: fact(id, self, predicate, { status: "verified", ...more }) }]),
  );
}

/** Lived in each of these, one year after another; the last one now. */
async function homes(predicate: string, values: string[]): Promise<void> {
  for (const [n, value] of values.entries()) {
    const year = (later: number) =>
      ({ at: `${2015 + n + later}-01-01T00:00:00.000Z`, precision: "year" }) as const;
    const isLast = n === values.length - 1;
    await know(`${predicate}${n}`, predicate, {
      value,
      text: `The user lives in ${value}.`,
      validAt: year(0),
      ...(isLast ? {} : { status: "superseded", invalidAt: year(1), expiredAt: START }),
    });
  }
}

let said = 0;
async function mention(daysAgo: number, valence: number, about = "rowing"): Promise<string> {
  const id = `t${(said += 1)}`;
  const occurredAt = plusMs(memory.clock.now(), -daysAgo * DAY_MS);
  await say(ann, id, `Rowing today, ${id}.`, { occurredAt, recordedAt: occurredAt, conversationId: id });
  await ann.apply(
    batch([
      { op: "episode.patch", id, set: { valence } },
      ...(about === ""
        ? []
        : [{ op: "mention.put", episodeId: id, entityId: about, start: 0, end: 6 } as const]),
    ]),
  );
  return id;
}

async function run(dryRun = false) {
  const context = jobContext({ dryRun });
  return { runId: context.runId, counts: await findInsights.run(memory, ann, context) };
}

const items = async (state: "open" | "accepted" | "rejected" = "open"): Promise<any[]> =>
  (await reviewItems(ann, { state, kind: "insight", limit: 50 }, memory.clock.now())).items;

describe("find-insights", () => {
  test("a home that changed three times is one insight, however often it is run; nothing enters the graph", async () => {
    await homes("LIVES_IN", ["Oslo", "Bergen", "Rome"]);
    await homes("AGE", ["30", "31", "32", "33", "34"]);
    await run();
    expect(await items()).toEqual([]);
    await homes("LIVES_IN", ["Oslo", "Bergen", "Rome", "Paris"]);
    await know("LIVES_IN3", "LIVES_IN", {});
    await ann.apply(
      batch([{ op: "fact.patch", id: "LIVES_IN2", set: { status: "superseded", expiredAt: START } }]),
    );
    const before = await exported(ann);
    expect((await run(true)).counts).toEqual({ found: 1, proposed: 1 });
    expect(await items()).toEqual([]);
    expect((await run()).counts).toEqual({ found: 1, proposed: 1 });
    expect((await run()).counts).toEqual({ found: 1, proposed: 0 });
    expect(await exported(ann)).toEqual(before);
    expect(await items()).toMatchObject([
      {
        kind: "insight",
        reason: "change",
        text: "The user lives in Paris. It changed 3 times: Oslo, Bergen, Rome, Paris.",
        confidence: wilson(4, 4),
        facts: [{ id: "LIVES_IN0" }, { id: "LIVES_IN1" }, { id: "LIVES_IN2" }, { id: "LIVES_IN3" }],
      },
    ]);
  });

  test("a thing that goes with low mood, more than is usual; and one of a day of the week", async () => {
    for (const weeks of [1, 2, 3, 4]) await mention(7 * weeks, 0.1);
    for (let day = 0; day < 20; day++) await mention(day + 0.2, 0.6, "");
    await mention(3, 0.7);
    await run();
    const found = await items();
    expect(found.map(({ reason, text }) => [reason, text]).toSorted()).toEqual([
      ["low_mood", "4 of 5 messages that mention Rowing sound unhappy."],
      ["weekday", "Rowing comes up on Sundays: on 4 of 5 days."],
    ]);
    const mood = must(found.find(({ reason }) => reason === "low_mood"));
    expect(mood.confidence).toBe(wilson(4, 5));
    expect(mood.turns).toHaveLength(4);
  });

  test("what is as usual is no pattern: always unhappy, always on Sundays, or too seldom", async () => {
    for (const weeks of [1, 2, 3]) await mention(7 * weeks, 0.1);
    await run();
    expect(await items()).toEqual([]);
    for (const weeks of [4, 5, 6]) {
      await mention(7 * weeks, 0.1);
      await mention(7 * weeks, 0.2, "");
    }
    await run();
    expect(await items()).toEqual([]);
  });

  test("a plan in doubt and one not mentioned for long, if they are near", async () => {
    const validAt = { at: plusMs(START, 3 * DAY_MS), precision: "day" } as const;
    await know("doubt", "PLANS", {
      status: "disputed",
      validAt,
      text: "The user flies to Rome.",
      confidence: 0.6,
    });
    await know("fresh", "PLANS", { validAt });
    await know("old", "PLANS", { validAt, createdAt: "2025-06-01T00:00:00.000Z", text: "The user moves." });
    await know("far", "PLANS", {
      status: "disputed",
      validAt: { ...validAt, at: plusMs(START, 30 * DAY_MS) },
    });
    await run();
    const texts = (await items()).map(({ text, confidence }) => [text, confidence]);
    expect(texts.toSorted()).toEqual([
      ["The user flies to Rome. That is in 3 days, but it is in doubt.", 0.4],
      ["The user moves. That is in 3 days, but it was not mentioned for a long time.", 0.3],
    ]);
    // It is over: there is nothing left to decide.
    memory.clock.advance(4 * DAY_MS);
    expect(await items()).toEqual([]);
  });

  test("plans that are over leave room for what is found later", async () => {
    const soon = (days: number) =>
      ({ at: plusMs(memory.clock.now(), days * DAY_MS), precision: "day" }) as const;
    for (let n = 0; n < 20; n++) await know(`p${n}`, "PLANS", { status: "disputed", validAt: soon(1) });
    expect((await run()).counts).toEqual({ found: 20, proposed: 20 });
    memory.clock.advance(7 * DAY_MS);
    await know("flight", "PLANS", { status: "disputed", validAt: soon(2) });
    expect((await run()).counts).toEqual({ found: 1, proposed: 1 });
    expect(await items()).toMatchObject([{ facts: [{ id: "flight" }] }]);
  });

  test("what is not useful is never proposed again; a decision is undone; undoing the run ends its proposals", async () => {
    await homes("LIVES_IN", ["Oslo", "Bergen", "Rome", "Paris"]);
    const { runId } = await run();
    const [{ id }] = await items();
    const rejected = await memory.desk.reject("ann", id);
    expect(rejected).toMatchObject({ kind: "insight", state: "rejected", factId: null });
    expect((await memory.desk.reject("ann", id)).runId).toBeNull();
    await expect(memory.desk.accept("ann", id)).rejects.toMatchObject({ code: "conflict" });
    expect((await run()).counts).toEqual({ found: 1, proposed: 0 });
    expect(await items("rejected")).toHaveLength(1);
    await memory.desk.undoRun("ann", must(rejected.runId), { again: false });
    expect(await items()).toHaveLength(1);
    await expect(memory.desk.accept("ann", id, { name: "x" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await memory.desk.accept("ann", id)).toMatchObject({ state: "accepted" });
    expect(await items("accepted")).toHaveLength(1);
    await undoAll(ann, runId);
    expect((await run()).counts).toEqual({ found: 1, proposed: 0 });
  });

  test("an insight goes with what it rests on, decided or not", async () => {
    await homes("LIVES_IN", ["Oslo", "Bergen", "Rome", "Paris"]);
    for (const weeks of [1, 2, 3, 4]) await mention(7 * weeks, 0.1);
    for (let day = 0; day < 20; day++) await mention(day + 0.2, 0.6, "");
    await run();
    const kept = async (): Promise<string[]> =>
      (await ann.reviewPage({ kind: "insight", limit: 50 })).items.map(({ reason }) => reason).toSorted();
    expect(await kept()).toEqual(["change", "low_mood", "weekday"]);
    const change = must((await items()).find(({ reason }) => reason === "change"));
    await memory.desk.reject("ann", change.id);
    await ann.forget({ factId: "LIVES_IN0" }, memory.clock.advance(HOUR_MS));
    expect(await kept()).toEqual(["low_mood", "weekday"]);
    await ann.forget({ entityId: "rowing" }, memory.clock.advance(HOUR_MS));
    expect(await kept()).toEqual([]);
    expect(JSON.stringify(await exported(ann))).not.toMatch(/Oslo|Rowing/i);
  });

  test("a hidden turn is no evidence", async () => {
    for (const weeks of [1, 2, 3, 4]) await mention(7 * weeks, 0.1);
    for (let day = 0; day < 9; day++) await mention(day + 0.2, 0.6, "");
    await run();
    expect((await items()).map(({ reason }) => reason)).toContain("low_mood");
    const hidden = await mention(2, 0.5, "");
    const review = {
      id: `forget.${hidden}.t`,
      kind: "forget",
      state: "open",
      left: hidden,
      reason: "turn",
      at: START,
      askedAt: null,
      decidedAt: null,
      decidedBy: null,
      runId: null,
    } as const;
    const [first] = (await ann.mentionsOf(["rowing"])).map(({ episodeId }) => episodeId);
    await ann.apply(batch([{ op: "review.put", review: { ...review, right: must(first) } }]));
    expect(await items()).toEqual([]);
  });
});

test("the lower bound of a share", () => {
  expect(wilson(0, 0)).toBe(0);
  expect(wilson(4, 4)).toBe(0.51);
  expect(wilson(4, 8)).toBe(0.22);
  expect(wilson(400, 400)).toBe(0.99);
});
