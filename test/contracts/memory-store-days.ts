import { expect } from "vitest";
import { trace } from "./memory-store-traces.ts";
import type { DayReport } from "../../src/domain/model/day.ts";
import { openReview } from "../../src/domain/model/review.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import type { Case } from "./memory-store.ts";
import { START, batch, entity, fact, must, rejection, say, tellStory } from "./memory-store-story.ts";

export function dayReport(date: string, more: Partial<DayReport> = {}): DayReport {
  return {
    date,
    from: `${date}T00:00:00.000Z`,
    to: plusMs(`${date}T00:00:00.000Z`, DAY_MS),
    madeAt: START,
    complete: true,
    sent: false,
    turns: { complete: 2 },
    extractions: {
      total: 2,
      done: 2,
      failed: 0,
      malformed: 0,
      validated: 1,
      rejected: 1,
      successRate: 0.5,
    },
    rejections: { total: 1, byStage: { grounding: 1 }, byReason: { question: 1 } },
    hallucinationRate: 0.5,
    suspicious: { count: 0, rate: 0 },
    ensemble: { agreed: 0, disagreed: 0, agreement: null },
    validations: { shape: { passed: 2 } },
    feedback: { helpful: 0, unhelpful: 0, helpfulShare: null },
    growth: { episodes: 2, facts: 1, entities: 1 },
    duplicateRate: 0,
    modelTokens: { prompt: 10, completion: 5, jobs: 0 },
    graph: { episodes: 2, conversations: 1, entities: { staged: 1 }, facts: { staged: 1 } },
    topEntities: [{ id: "a-anna", mentions: 1 }],
    waiting: { extraction: 0, verification: 0, disputed: 0, reviews: {} },
    ...more,
  };
}

/** What is counted of a day, its report, and what the memory itself knows of a time. */
export function dayContract(declare: Case): void {
  declare("counts of a day add up, each user's for themselves", async ({ ann, bob }) => {
    await ann.self();
    await bob.self();
    await ann.addCounts([
      { date: "2026-03-02", counts: { "turns.complete": 2, suspicious: 1 } },
      { date: "2026-03-03", counts: { suspicious: 4 } },
    ]);
    await ann.addCounts([{ date: "2026-03-02", counts: { "turns.complete": 1, "turns.failed": 1 } }]);
    await bob.addCounts([{ date: "2026-03-02", counts: { suspicious: 9 } }]);
    expect((await ann.dayPage({ limit: 9 })).items).toEqual([
      { date: "2026-03-03", counts: { suspicious: 4 }, report: null },
      {
        date: "2026-03-02",
        counts: { suspicious: 1, "turns.complete": 3, "turns.failed": 1 },
        report: null,
      },
    ]);
    expect((await bob.dayPage({ limit: 9 })).items).toHaveLength(1);
  });

  declare("counts that come at once from many places are all there", async ({ ann }) => {
    await ann.self();
    await Promise.all(
      Array.from({ length: 20 }, () => ann.addCounts([{ date: "2026-03-02", counts: { suspicious: 1 } }])),
    );
    expect((await ann.dayPage({ limit: 9 })).items[0]?.counts).toEqual({ suspicious: 20 });
  });

  declare("of a user of whom nothing is stored nothing is counted", async ({ ann, store }) => {
    await ann.addCounts([{ date: "2026-03-02", counts: { suspicious: 1 } }]);
    await ann.putReport(dayReport("2026-03-02"), "2026-01-01");
    expect(await store.system.users()).toEqual([]);
    expect((await ann.dayPage({ limit: 9 })).items).toEqual([]);
  });

  declare("a report is one per day, the last; counts stay; old days go", async ({ ann, bob }) => {
    await ann.self();
    await bob.self();
    await bob.addCounts([{ date: "2026-01-01", counts: { suspicious: 1 } }]);
    await ann.addCounts([
      { date: "2026-02-01", counts: { suspicious: 1 } },
      { date: "2026-03-02", counts: { suspicious: 1 } },
    ]);
    await ann.putReport(dayReport("2026-03-02", { complete: false }), "2026-01-15");
    await ann.putReport(dayReport("2026-03-02", { sent: true }), "2026-02-02");
    await ann.putReport(dayReport("2026-03-04"), "2026-02-02");
    const reported = await ann.dayPage({ limit: 9, reported: true });
    expect(reported.items.map(({ date }) => date)).toEqual(["2026-03-04", "2026-03-02"]);
    expect(reported.items[1]).toEqual({
      date: "2026-03-02",
      counts: { suspicious: 1 },
      report: dayReport("2026-03-02", { sent: true }),
    });
    expect((await ann.dayPage({ limit: 9 })).items).toHaveLength(2);
    expect((await bob.dayPage({ limit: 9 })).items).toHaveLength(1);
    const first = await ann.dayPage({ limit: 1 });
    const next = await ann.dayPage({ limit: 1, cursor: must(first.nextCursor) });
    expect([first.items[0]?.date, next.items[0]?.date, next.nextCursor]).toEqual([
      "2026-03-04",
      "2026-03-02",
      null,
    ]);
    const ends = { from: "2026-03-02", to: "2026-03-02" };
    expect((await ann.dayPage({ limit: 9, ...ends })).items.map(({ date }) => date)).toEqual(["2026-03-02"]);
  });

  declare("what the memory knows of a time", async ({ ann, bob }) => {
    const { ids } = await tellStory(ann, "a");
    await tellStory(bob, "b");
    const later = plusMs(START, DAY_MS);
    const span = { from: later, to: plusMs(later, DAY_MS) };
    expect(await ann.activity(span)).toEqual({
      episodes: 0,
      facts: {},
      entities: 0,
      rejections: [],
      feedback: { helpful: 0, unhelpful: 0 },
      tokens: { prompt: 0, completion: 0 },
      reasonings: { total: 0, suspicious: 0 },
      topEntities: [],
      openReviews: {},
    });
    const call = { purpose: "extract", at: later, promptTokens: 0, completionTokens: 0 } as const;
    const said = await say(ann, "a-next", "Anna and Boris met.", { recordedAt: later, occurredAt: START });
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("a-boris", "Boris", { createdAt: later }) },
        { op: "entity.put", entity: entity("a-before", "Before", { createdAt: START }) },
        {
          op: "fact.put",
          fact: fact("a-new", "a-boris", "LIKES", { value: "tea", status: "verified", createdAt: later }),
        },
        { op: "mention.put", episodeId: said.id, entityId: ids.anna, start: 0, end: 4 },
        { op: "mention.put", episodeId: said.id, entityId: "a-boris", start: 9, end: 14 },
        { op: "rejection.put", rejection: rejection("a-r1", { at: later, stage: "grounding" }) },
        { op: "rejection.put", rejection: rejection("a-r2", { at: later, stage: "grounding" }) },
        { op: "rejection.put", rejection: rejection("a-r3", { at: plusMs(later, -1), stage: "shape" }) },
        { op: "review.put", review: openReview("merge", ["a-boris", ids.anna], "nickname", later) },
        { op: "trace.put", trace: trace(said.id, { ...call, promptTokens: 7, completionTokens: 3 }) },
        { op: "trace.put", trace: trace(said.id, { ...call, purpose: "verdict-a", suspicion: 0.5 }) },
        { op: "trace.put", trace: trace(said.id, { ...call, purpose: "verdict-b", suspicion: 0.51 }) },
      ]),
    );
    await ann.recordFeedback([{ targetId: "a-new", helpful: true, at: later, basis: "rated" }]);
    await ann.recordFeedback([{ targetId: "a-boris", helpful: false, at: later, basis: "rated" }]);
    await ann.recordFeedback([{ targetId: "a-boris", helpful: false, at: span.to, basis: "rated" }]);
    const { reason } = rejection("a-r1");
    expect(await ann.activity(span)).toEqual({
      episodes: 1,
      facts: { verified: 1 },
      entities: 1,
      rejections: [{ stage: "grounding", reason, count: 2 }],
      feedback: { helpful: 1, unhelpful: 1 },
      tokens: { prompt: 7, completion: 3 },
      reasonings: { total: 2, suspicious: 1 },
      topEntities: [
        { id: ids.anna, mentions: 1 },
        { id: "a-boris", mentions: 1 },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      openReviews: { merge: 1 },
    });
  });

  declare("forgetting everything takes counts and reports along", async ({ ann, bob, clock }) => {
    await tellStory(ann, "a");
    await bob.self();
    for (const user of [ann, bob]) {
      await user.addCounts([{ date: "2026-03-02", counts: { suspicious: 1 } }]);
      await user.putReport(dayReport("2026-03-02"), "2026-01-01");
    }
    await ann.forget({ everything: true }, clock.advance(1000));
    expect((await ann.dayPage({ limit: 9 })).items).toEqual([]);
    expect((await bob.dayPage({ limit: 9 })).items).toHaveLength(1);
  });

  declare("a note is written by whoever read it last, and by nobody else", async ({ store: { system } }) => {
    expect(await system.notes("schedule/")).toEqual([]);
    expect(await system.putNote({ name: "schedule/prune", version: 1, value: {} })).toBe(false);
    expect(await system.putNote({ name: "schedule/prune", version: 0, value: { paused: false } })).toBe(true);
    expect(await system.putNote({ name: "schedule/prune", version: 0, value: {} })).toBe(false);
    expect(await system.putNote({ name: "schedule/a", version: 0, value: [1] })).toBe(true);
    expect(await system.putNote({ name: "alert/x", version: 0, value: 1 })).toBe(true);
    expect(await system.putNote({ name: "schedule/prune", version: 1, value: { paused: true } })).toBe(true);
    expect(await system.putNote({ name: "schedule/prune", version: 1, value: {} })).toBe(false);
    expect(await system.notes("schedule/")).toEqual([
      { name: "schedule/a", version: 1, value: [1] },
      { name: "schedule/prune", version: 2, value: { paused: true } },
    ]);
    const claims = Array.from({ length: 8 }, (_, by) =>
      system.putNote({ name: "schedule/prune", version: 2, value: { by } }),
    );
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    expect(await system.putNote({ name: "schedule/a", version: 2, value: null })).toBe(false);
    expect(await system.putNote({ name: "schedule/a", version: 1, value: null })).toBe(true);
    expect((await system.notes("")).map(({ name }) => name)).toEqual(["alert/x", "schedule/prune"]);
  });
}
