import { afterEach, beforeEach, expect, test } from "vitest";
import { createInProcessCoordination } from "../../src/adapters/in-process-coordination/index.ts";
import { createInProcessQueue } from "../../src/adapters/in-process-queue/index.ts";
import { freeShare } from "../../src/adapters/system/disk.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs } from "../../src/domain/model/time.ts";
import type { ModelState } from "../../src/ports/chat-model.ts";
import { createAlerts, dropAlertsOf, type Alert } from "../../src/services/reports/alerts.ts";
import { batch, must, newEpisode, rejection } from "../contracts/memory-store-story.ts";
import { openReportBench, type ReportBench } from "../support/report-bench.ts";

/** What the operator and a user are alerted about, once per cool-down. */
let bench: ReportBench;
let told: Alert[];
let model: ModelState;
let dead: boolean;
let waits: number;

beforeEach(async () => {
  bench = await openReportBench();
  told = [];
  model = "ready";
  dead = false;
  waits = 0;
  bench.setClock("2026-03-04T12:00:00.000Z");
});
afterEach(() => bench.close());

function alerts(free = 0.5) {
  const queue = createInProcessQueue({ concurrency: 1, waitingMax: 9, onError: () => undefined });
  const counts = async () => ({ ...(await bench.memory.store.system.counts()), pendingExtraction: waits });
  return createAlerts({
    ...bench.memory,
    store: { ...bench.memory.store, system: { ...bench.memory.store.system, counts } },
    queue: { ...queue, stats: async () => ({ ...(await queue.stats()), dead: dead ? 2 : 0 }) },
    model: {
      info: () => ({ kind: "server", name: "m", contextTokens: null }),
      health: async () => model,
      close: async () => undefined,
      stream: async function* () {},
    },
    coordination: createInProcessCoordination("p"),
    notifier: bench.notifierTo(bench.hook.url),
    diskFree: async () => free,
    onAlert: (alert) => told.push(alert),
    onError: bench.onError,
  });
}

const kinds = (): string[] => told.map(({ kind }) => kind);

test("a backup that failed is told, until one goes well", async () => {
  const all = alerts();
  const { clock, store } = bench.memory;
  const run = {
    userId: "ann",
    job: "backup",
    dryRun: false,
    startedAt: clock.now(),
    finishedAt: clock.now(),
  };
  await store.system.putRun({ ...run, id: "1", state: "failed", result: {}, error: "store_unavailable" });
  await all.lookAtUsers();
  expect(told).toMatchObject([{ kind: "backup_failed", userId: "ann" }]);
  const later = plusMs(clock.now(), DAY_MS);
  bench.setClock(later);
  await store.system.putRun({ ...run, id: "2", startedAt: later, state: "done", result: {}, error: null });
  await all.lookAtUsers();
  await all.close();
  expect(told).toHaveLength(1);
});

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
  bench.memory.clock.advance(14 * MINUTE_MS);
  await one.look();
  expect(told).toEqual([]);
  await one.close();
  bench.memory.clock.advance(MINUTE_MS);
  const [other, third] = [alerts(), alerts()];
  await Promise.all([other.look(), third.look()]);
  await other.look();
  await Promise.all([other.close(), third.close()]);
  expect(told).toEqual([
    { kind: "model_down", userId: null, at: bench.memory.clock.now(), counts: { minutes: 15 } },
  ]);
  expect(JSON.parse(must(bench.hook.received[0]).body)).toMatchObject({
    kind: "alert",
    subject: "Engram: model down",
    data: { alert: told[0] },
  });
  expect(await third.list("anybody", 9)).toEqual(told);
  bench.memory.clock.advance(12 * HOUR_MS);
  const later = alerts();
  await later.look();
  expect(kinds()).toEqual(["model_down", "model_down"]);
  model = "ready";
  bench.memory.clock.advance(13 * HOUR_MS);
  await later.look();
  model = "down";
  await later.look();
  expect(told, "it has only just gone").toHaveLength(2);
  await later.close();
  expect(bench.errors).toEqual([]);
});

test("turns that wait and become no fewer; not those of an import that is read", async () => {
  const all = alerts();
  waits = 5_000;
  await all.look();
  bench.memory.clock.advance(31 * MINUTE_MS);
  waits = 3_000;
  await all.look();
  expect(told).toEqual([]);
  waits = 0;
  await all.look();
  waits = 500;
  await all.look();
  bench.memory.clock.advance(31 * MINUTE_MS);
  waits = 540;
  await all.look();
  expect(told).toMatchObject([{ kind: "queue_growth", counts: { waiting: 540, before: 500 } }]);
  await all.close();
});

test("jobs that failed for good, and a disk that is nearly full", async () => {
  dead = true;
  const all = alerts(0.04);
  await all.look();
  await all.lookAtDisk();
  await all.close();
  expect(kinds()).toEqual(["dead_letters", "disk_full"]);
  expect(told[1]?.counts["freePercent"]).toBe(4);
  expect(await freeShare("/")).toBeGreaterThan(0);
  expect(await freeShare("/nowhere at all")).toBeNull();
});

test("more is refused as made up than in the days before: that user's alert, gone when they forget everything", async () => {
  const refuse = async (at: string, count: number, reason: "not_in_turn" | "question") => {
    const mutations = Array.from({ length: count }, (_, n) => ({
      op: "rejection.put" as const,
      rejection: rejection(`r-${at}-${reason}-${n}`, { at, reason, stage: "grounding" }),
    }));
    await bench.ann.apply(batch(mutations));
  };
  const now = bench.memory.clock.now();
  await bench.ann.addCounts([{ date: "2026-03-04", counts: { "turns.complete": 1 } }]);
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
  await dropAlertsOf(bench.memory.store.system, "ann");
  expect(await all.list("ann", 9)).toEqual([]);
});

test("the model's reasoning looks suspicious more often than usual", async () => {
  const now = bench.memory.clock.now();
  await bench.ann.addCounts([{ date: "2026-03-04", counts: { "turns.complete": 1 } }]);
  for (let n = 0; n < 30; n++) {
    await bench.ann.openEpisode(newEpisode(`thought-${n}`));
    const isToday = n < 10;
    const at = isToday ? now : plusMs(now, -2 * DAY_MS);
    await bench.think(`thought-${n}`, at, ["extract", "blind", "verdict-a"], isToday || n === 10 ? 1 : 0);
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
