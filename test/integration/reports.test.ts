import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createInProcessCoordination } from "../../src/adapters/in-process-coordination/index.ts";
import { createInProcessQueue } from "../../src/adapters/in-process-queue/index.ts";
import { createNotifier } from "../../src/adapters/notify/index.ts";
import { createWebhook } from "../../src/adapters/notify/webhook.ts";
import { freeShare } from "../../src/adapters/system/disk.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs, toMs } from "../../src/domain/time.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/user.ts";
import type { TracePurpose } from "../../src/domain/trace.ts";
import type { ModelState } from "../../src/ports/chat-model.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { createAlerts, dropAlertsOf, type Alert } from "../../src/services/reports/alerts.ts";
import { createDailyCounters } from "../../src/services/reports/daily-counters.ts";
import { REPORT_PAGE_POLICY, toHtml, toMarkdown } from "../../src/services/reports/render.ts";
import { report as reportJob } from "../../src/services/reports/report-job.ts";
import { viewReport } from "../../src/services/reports/view.ts";
import { dayBounds, localDate, plusDays } from "../../src/domain/local-day.ts";
import { dayReport } from "../contracts/memory-store-days.ts";
import { trace } from "../contracts/memory-store-traces.ts";
import { batch, entity, fact, must, newEpisode, rejection, say } from "../contracts/memory-store-story.ts";
import { startHookReceiver, type HookReceiver } from "../support/hook-receiver.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

let memory: TestMemory;
let ann: UserStore;
let hook: HookReceiver;
let errors: unknown[];

beforeEach(async () => {
  memory = await openMemory();
  hook = await startHookReceiver();
  errors = [];
  ann = memory.store.forUser("ann");
  await zone("UTC");
});
afterEach(async () => {
  await memory.close();
  await hook.close();
});

/** Calls of the model about a turn, the first ones thought suspiciously. */
const think = async (episodeId: string, at: string, purposes: TracePurpose[], suspicious: number) => {
  const made = purposes.map((purpose, n) =>
    trace(episodeId, {
      at,
      purpose,
      suspicion: n < suspicious ? 0.8 : 0.2,
      promptTokens: 0,
      completionTokens: 0,
    }),
  );
  await ann.apply(batch(made.map((one) => ({ op: "trace.put", trace: one }))));
};
const zone = (timeZone: string, user = ann) => user.putSettings({ ...DEFAULT_SETTINGS, timeZone });
const setClock = (instant: string): void =>
  void memory.clock.advance(toMs(instant) - toMs(memory.clock.now()));
const notifierTo = (url: string | null) =>
  createNotifier(url === null ? [] : [createWebhook({ url })], {
    onError: (channel, error) => errors.push([channel, error]),
    pausesMs: [],
  });

describe("the user's own days", () => {
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
});

describe("counts that outlive the process", () => {
  const counters = () =>
    createDailyCounters({ ...memory, onError: (error) => errors.push(error), flushMs: 3_600_000 });
  const days = async (user = ann) =>
    Object.fromEntries((await user.dayPage({ limit: 9 })).items.map(({ date, counts }) => [date, counts]));

  test("they are written together, by the day of their user, and add up over processes", async () => {
    const bob = memory.store.forUser("bob");
    await zone("Asia/Tokyo", bob);
    setClock("2026-03-04T14:59:00.000Z");
    const [one, other] = [counters(), counters()];
    for (const user of ["ann", "ann", "bob"]) one.add(user, "turns.complete");
    other.add("ann", "tokens.prompt", 70);
    other.add("ann", "nothing", 0);
    memory.clock.advance(MINUTE_MS);
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
    expect(errors).toEqual([]);
  });

  test("while the store is away they wait; of who forgot everything they go", async () => {
    const away = { isAway: true };
    const store = {
      ...memory.store,
      forUser: (userId: string) => {
        const user = memory.store.forUser(userId);
        return {
          ...user,
          settings: () => (away.isAway ? Promise.reject(new Error("away")) : user.settings()),
        };
      },
    };
    const one = createDailyCounters({ store, clock: memory.clock, onError: (error) => errors.push(error) });
    one.add("ann", "suspicious", 3);
    await one.flush();
    expect(errors).toHaveLength(1);
    one.add("ann", "suspicious");
    away.isAway = false;
    await one.flush();
    expect(Object.values(await days())).toEqual([{ suspicious: 4 }]);
    one.add("ann", "suspicious");
    one.drop("ann");
    await one.stop();
    expect(Object.values(await days())).toEqual([{ suspicious: 4 }]);
  });
});

describe("the report of a day", () => {
  let runs = 0;
  const run = (
    options: { automatic?: boolean; dryRun?: boolean; url?: string | null; userId?: string } = {},
  ) => {
    const { automatic = true, dryRun = false, url = null, userId = "ann" } = options;
    const deps = {
      ...memory,
      notifier: notifierTo(url),
      sends: true,
      flush: async () => undefined,
      onError: (error: unknown) => errors.push(error),
    };
    const { signal } = new AbortController();
    const runId = `report${(runs += 1)}`;
    const context = { userId, runId, dryRun, automatic, signal, spend: async () => undefined };
    return reportJob(deps, memory.store.forUser(userId), context);
  };
  const reports = async () =>
    (await ann.dayPage({ limit: 50, reported: true })).items.map(({ report }) => must(report));

  /** A turn, two statements of which one is still there, two refusals, an answer that helped. */
  async function aDay(date: string): Promise<void> {
    const noon = `${date}T12:00:00.000Z`;
    setClock(noon);
    const said = await say(ann, `e-${date}`, "Anna likes tea.", { recordedAt: noon, occurredAt: noon });
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity(`anna-${date}`, "Anna <b>*x*</b>", { createdAt: noon }) },
        {
          op: "fact.put",
          fact: fact(`f-${date}`, `anna-${date}`, "LIKES", {
            value: "tea",
            status: "verified",
            createdAt: noon,
          }),
        },
        { op: "mention.put", episodeId: said.id, entityId: `anna-${date}`, start: 0, end: 4 },
        {
          op: "rejection.put",
          rejection: rejection(`r1-${date}`, { at: noon, stage: "grounding", reason: "not_in_turn" }),
        },
        {
          op: "rejection.put",
          rejection: rejection(`r2-${date}`, { at: noon, stage: "grounding", reason: "question" }),
        },
      ]),
    );
    await think(`e-${date}`, noon, ["extract", "blind"], 1);
    await ann.recordFeedback({ targetId: `f-${date}`, helpful: true, at: noon });
    await ann.addCounts([
      {
        date,
        counts: {
          "turns.complete": 1,
          "extractions.done": 1,
          "extractions.malformed": 2,
          "judged.verified": 1,
          "judged.rejected": 2,
          "validations.grounding.rejected": 2,
          "ensemble.agreed": 3,
          "ensemble.disagreed": 1,
          "tokens.prompt": 10,
          "tokens.completion": 5,
        },
      },
    ]);
  }

  test("tells what happened, null where there is nothing to divide by", async () => {
    await aDay("2026-03-04");
    setClock("2026-03-05T06:00:00.000Z");
    expect(await run()).toEqual({ reports: 1, sent: 0, unsent: 0 });
    expect(await reports()).toEqual([
      {
        date: "2026-03-04",
        from: "2026-03-04T00:00:00.000Z",
        to: "2026-03-05T00:00:00.000Z",
        madeAt: "2026-03-05T06:00:00.000Z",
        complete: true,
        sent: false,
        turns: { complete: 1 },
        extractions: {
          total: 1,
          done: 1,
          failed: 0,
          malformed: 2,
          validated: 1,
          rejected: 2,
          successRate: 0.333,
        },
        rejections: { total: 2, byStage: { grounding: 2 }, byReason: { not_in_turn: 1, question: 1 } },
        hallucinationRate: 0.333,
        suspicious: { count: 1, rate: 0.5 },
        ensemble: { agreed: 3, disagreed: 1, agreement: 0.75 },
        validations: { grounding: { rejected: 2 } },
        feedback: { helpful: 1, unhelpful: 0, helpfulShare: 1 },
        growth: { episodes: 1, facts: 1, entities: 1 },
        duplicateRate: 0,
        modelTokens: { prompt: 10, completion: 5, jobs: 0 },
        graph: { episodes: 1, conversations: 1, entities: { staged: 1 }, facts: { verified: 1 } },
        topEntities: [{ id: "anna-2026-03-04", mentions: 1 }],
        waiting: { extraction: 1, verification: 0, disputed: 0, reviews: {} },
      },
    ]);
    expect(JSON.stringify(await reports()), "ids and counts alone").not.toMatch(/Anna|tea/);
    const empty = memory.store.forUser("empty");
    await empty.self();
    expect(await run({ userId: "empty" })).toEqual({ reports: 0, sent: 0, unsent: 0 });
    await run({ userId: "empty", automatic: false });
    const [day] = (await empty.dayPage({ limit: 9, reported: true })).items;
    expect(day?.report).toMatchObject({
      hallucinationRate: null,
      extractions: { successRate: null },
      ensemble: { agreement: null },
      feedback: { helpfulShare: null },
      suspicious: { rate: null },
    });
  });

  test("once made it stays; days that were missed are made up, on demand today as well; a dry run keeps nothing", async () => {
    await aDay("2026-03-01");
    await aDay("2026-03-04");
    setClock("2026-03-06T06:00:00.000Z");
    expect(await run({ dryRun: true })).toEqual({ reports: 2 });
    expect(await reports()).toEqual([]);
    expect(await run()).toMatchObject({ reports: 2 });
    const made = await reports();
    expect(made.map(({ date }) => date)).toEqual(["2026-03-04", "2026-03-01"]);
    setClock("2026-03-06T07:00:00.000Z");
    expect(await run()).toMatchObject({ reports: 0 });
    expect(await reports()).toEqual(made);
    expect(await run({ automatic: false })).toMatchObject({ reports: 1 });
    expect((await reports())[0]).toMatchObject({ date: "2026-03-06", complete: false });
    setClock("2026-03-07T06:00:00.000Z");
    expect(await run({ url: hook.url })).toEqual({ reports: 1, sent: 0, unsent: 0 });
    expect((await reports())[0], "the day is over").toMatchObject({ date: "2026-03-06", complete: true });
  });

  test("it is sent once, again when that failed, with names to the only user alone", async () => {
    await aDay("2026-03-04");
    setClock("2026-03-05T06:00:00.000Z");
    hook.answers.push(500);
    expect(await run({ url: hook.url })).toEqual({ reports: 1, sent: 0, unsent: 1 });
    expect(errors.length).toBeGreaterThan(0);
    expect(await run({ url: hook.url })).toEqual({ reports: 0, sent: 1, unsent: 0 });
    expect(await run({ url: hook.url })).toEqual({ reports: 0, sent: 0, unsent: 0 });
    const notice = JSON.parse(must(hook.received[1]).body);
    expect(notice).toMatchObject({ kind: "report", subject: "Engram: report of 2026-03-04" });
    expect(notice.data.report.topEntities[0].name).toBe("Anna <b>*x*</b>");
    expect(notice.text).not.toContain("tea");

    await memory.store.forUser("bob").self();
    await aDay("2026-03-05");
    setClock("2026-03-06T06:00:00.000Z");
    expect(await run({ url: hook.url })).toMatchObject({ sent: 1 });
    expect(must(hook.received.at(-1)).body).not.toContain("Anna");
    expect(JSON.parse(must(hook.received.at(-1)).body).subject).toBe("Engram: report of 2026-03-05 for ann");
  });

  test("a report of long ago is not sent any more, and one that is kept long enough goes", async () => {
    await ann.putReport(dayReport("2025-01-01"), "2020-01-01");
    await aDay("2026-03-04");
    setClock("2026-03-08T06:00:00.000Z");
    expect(await run({ url: hook.url })).toEqual({ reports: 1, sent: 0, unsent: 0 });
    expect((await reports()).map(({ date }) => date)).toEqual(["2026-03-04"]);
  });

  test("as Markdown and as a page, a name is a name", async () => {
    await aDay("2026-03-04");
    setClock("2026-03-05T06:00:00.000Z");
    await run();
    const view = await viewReport(ann, must((await reports())[0]));
    const page = toHtml(view);
    expect(page).toContain("Anna &lt;b&gt;*x*&lt;/b&gt;");
    expect(page).not.toContain("<b>");
    expect(page).not.toMatch(/<script|\bon\w+=|href=|src=/);
    expect(page).toContain("33.3 %");
    expect(REPORT_PAGE_POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='/);
    const markdown = toMarkdown(view);
    expect(markdown).toContain("# Engram, 2026-03-04");
    expect(markdown).toContain(String.raw`Anna \<b\>\*x\*\</b\>`);
    await ann.forget({ entityId: "anna-2026-03-04" }, memory.clock.now());
    const after = await viewReport(ann, must((await reports())[0]));
    expect(after.topEntities).toEqual([]);
    expect(toHtml(after) + toMarkdown(after)).not.toContain("Anna");
  });
});

describe("alerts", () => {
  let told: Alert[];
  let model: ModelState;
  let dead: boolean;
  let waits: number;

  function alerts(more: { diskFreePercent?: number } = {}) {
    const queue = createInProcessQueue({ concurrency: 1, waitingMax: 9, onError: () => undefined });
    const counts = async () => ({ ...(await memory.store.system.counts()), pendingExtraction: waits });
    return createAlerts({
      ...memory,
      store: { ...memory.store, system: { ...memory.store.system, counts } },
      queue: { ...queue, stats: async () => ({ ...(await queue.stats()), dead: dead ? 2 : 0 }) },
      model: {
        info: () => ({ kind: "llama-cpp", name: "m", contextTokens: null }),
        health: async () => model,
        close: async () => undefined,
        stream: async function* () {},
      },
      coordination: createInProcessCoordination("p"),
      notifier: notifierTo(hook.url),
      settings: {
        cooldownHours: 12,
        waitingTurns: 100,
        diskFreePercent: more.diskFreePercent ?? 0,
        modelDownMinutes: 10,
      },
      diskFree: () => freeShare("/"),
      onAlert: (alert) => told.push(alert),
      onError: (error) => errors.push(error),
    });
  }

  beforeEach(() => {
    told = [];
    model = "ready";
    dead = false;
    waits = 0;
    setClock("2026-03-04T12:00:00.000Z");
  });
  const kinds = (): string[] => told.map(({ kind }) => kind);

  test("all is well: nothing is told", async () => {
    const all = alerts();
    await all.look();
    await all.lookAtDisk();
    await all.lookAtUsers();
    await all.close();
    expect(told).toEqual([]);
    expect(await all.list("ann", 9)).toEqual([]);
  });

  test("a model that is away for a while, once per cool-down, over restarts", async () => {
    model = "down";
    const one = alerts();
    await one.look();
    memory.clock.advance(9 * MINUTE_MS);
    await one.look();
    expect(told).toEqual([]);
    await one.close();
    memory.clock.advance(MINUTE_MS);
    const [other, third] = [alerts(), alerts()];
    await Promise.all([other.look(), third.look()]);
    await other.look();
    await Promise.all([other.close(), third.close()]);
    expect(told).toEqual([
      { kind: "model_down", userId: null, at: memory.clock.now(), counts: { minutes: 10 } },
    ]);
    expect(JSON.parse(must(hook.received[0]).body)).toMatchObject({
      kind: "alert",
      subject: "Engram: model down",
      data: { alert: told[0] },
    });
    expect(await third.list("anybody", 9)).toEqual(told);
    memory.clock.advance(12 * HOUR_MS);
    const later = alerts();
    await later.look();
    expect(kinds()).toEqual(["model_down", "model_down"]);
    model = "ready";
    memory.clock.advance(13 * HOUR_MS);
    await later.look();
    model = "down";
    await later.look();
    expect(told, "it has only just gone").toHaveLength(2);
    await later.close();
    expect(errors).toEqual([]);
  });

  test("turns that wait and become no fewer; not those of an import that is read", async () => {
    const all = alerts();
    waits = 5_000;
    await all.look();
    memory.clock.advance(31 * MINUTE_MS);
    waits = 3_000;
    await all.look();
    expect(told).toEqual([]);
    waits = 0;
    await all.look();
    waits = 100;
    await all.look();
    memory.clock.advance(31 * MINUTE_MS);
    waits = 140;
    await all.look();
    expect(told).toMatchObject([{ kind: "queue_growth", counts: { waiting: 140, before: 100 } }]);
    await all.close();
  });

  test("jobs that failed for good, and a disk that is nearly full", async () => {
    dead = true;
    const all = alerts({ diskFreePercent: 100 });
    await all.look();
    await all.lookAtDisk();
    await all.close();
    expect(kinds()).toEqual(["dead_letters", "disk_full"]);
    expect(told[1]?.counts["freePercent"]).toBeLessThan(100);
    expect(await freeShare("/nowhere at all")).toBeNull();
  });

  test("more is refused as made up than in the days before: that user's alert, gone when they forget everything", async () => {
    const refuse = async (at: string, count: number, reason: "not_in_turn" | "question") => {
      const mutations = Array.from({ length: count }, (_, n) => ({
        op: "rejection.put" as const,
        rejection: rejection(`r-${at}-${reason}-${n}`, { at, reason, stage: "grounding" }),
      }));
      await ann.apply(batch(mutations));
    };
    const now = memory.clock.now();
    await ann.addCounts([{ date: "2026-03-04", counts: { "turns.complete": 1 } }]);
    await refuse(now, 11, "not_in_turn");
    const all = alerts();
    await all.lookAtUsers();
    expect(told, "nothing to compare with").toEqual([]);
    await refuse(plusMs(now, -2 * DAY_MS), 38, "question");
    await refuse(plusMs(now, -2 * DAY_MS), 2, "not_in_turn");
    await all.lookAtUsers();
    await all.lookAtUsers();
    expect(told).toMatchObject([
      {
        kind: "hallucination_spike",
        userId: "ann",
        counts: { today: 11, of: 11, before: 2, ofBefore: 40 },
      },
    ]);
    await all.close();
    expect(await all.list("ann", 9)).toHaveLength(1);
    expect(await all.list("bob", 9)).toEqual([]);
    await dropAlertsOf(memory.store.system, "ann");
    expect(await all.list("ann", 9)).toEqual([]);
  });

  test("the model's reasoning looks suspicious more often than usual", async () => {
    const now = memory.clock.now();
    await ann.addCounts([{ date: "2026-03-04", counts: { "turns.complete": 1 } }]);
    for (let n = 0; n < 30; n++) {
      await ann.openEpisode(newEpisode(`thought-${n}`));
      const isToday = n < 10;
      const at = isToday ? now : plusMs(now, -2 * DAY_MS);
      await think(`thought-${n}`, at, ["extract", "blind", "verdict-a"], isToday || n === 10 ? 1 : 0);
    }
    const all = alerts();
    await all.lookAtUsers();
    await all.close();
    expect(told).toMatchObject([
      {
        kind: "suspicious_spike",
        userId: "ann",
        counts: { today: 10, of: 30, before: 1, ofBefore: 60 },
      },
    ]);
  });
});

test("turns that are new are counted by when they were recorded", async () => {
  await ann.openEpisode(
    newEpisode("old", { occurredAt: "2020-01-01T00:00:00.000Z", recordedAt: "2026-03-04T01:00:00.000Z" }),
  );
  const day = { from: "2026-03-04T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" };
  expect((await ann.activity(day)).episodes).toBe(1);
});
