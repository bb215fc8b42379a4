import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fact } from "../../src/domain/model/fact.ts";
import { DEFAULT_SETTINGS, type UserSettings } from "../../src/domain/model/user.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { createReminders, dropReminders, type Reminders } from "../../src/services/plans/reminders.ts";
import { batch, fact } from "../contracts/memory-store-story.ts";
import { openReportBench, type ReportBench } from "../support/report-bench.ts";

/** Plans that are due, in Berlin, and who is told of them. */
let bench: ReportBench;
let ann: UserStore;
let reminders: Reminders;

const ON: UserSettings = { ...DEFAULT_SETTINGS, timeZone: "Europe/Berlin", reminders: true };

beforeEach(async () => {
  bench = await openReportBench();
  ann = bench.ann;
  await ann.putSettings(ON);
  reminders = process();
  await plan("rome", { at: "2026-03-09T23:00:00.000Z", precision: "day" }, "The user flies to Rome.");
  await plan(
    "dentist",
    { at: "2026-03-10T13:30:00.000Z", precision: "minute" },
    "The user sees the dentist.",
  );
});
afterEach(() => bench.close());

/** What one process of the service has. */
function process(url: string | null = bench.hook.url): Reminders {
  const { memory, onError } = bench;
  return createReminders({ ...memory, notifier: bench.notifierTo(url), onError });
}

async function plan(id: string, validAt: Fact["validAt"], text: string, user = ann): Promise<void> {
  const { id: owner } = await user.self();
  const known = fact(id, owner, "PLANS", { status: "verified", validAt, text });
  await user.apply(batch([{ op: "fact.put", fact: known }]));
}

async function lookAt(instant: string): Promise<void> {
  bench.setClock(instant);
  await reminders.look();
}

const texts = (): string[] => bench.hook.received.map(({ body }) => JSON.parse(body).text as string);

test("a day is due in the morning, a time an hour before; each is sent once, after a restart as well", async () => {
  await lookAt("2026-03-10T06:59:00.000Z");
  expect(texts()).toEqual([]);
  await lookAt("2026-03-10T07:00:00.000Z");
  expect(texts()).toEqual(["- The user flies to Rome.\n"]);
  reminders = process();
  await lookAt("2026-03-10T12:29:00.000Z");
  expect(texts()).toHaveLength(1);
  await lookAt("2026-03-10T12:30:00.000Z");
  await lookAt("2026-03-10T12:31:00.000Z");
  expect(texts()).toEqual(["- The user flies to Rome.\n", "- 14:30 The user sees the dentist.\n"]);
  await lookAt("2026-03-11T12:00:00.000Z");
  expect(texts()).toHaveLength(2);
  expect(bench.errors).toEqual([]);
});

test("several processes that look at once send one", async () => {
  const others = [process(), process(), process()];
  bench.setClock("2026-03-10T09:00:00.000Z");
  await Promise.all([reminders, ...others].map((one) => one.look()));
  expect(texts()).toEqual(["- The user flies to Rome.\n"]);
});

test("a plan that is moved is due on its new day", async () => {
  await lookAt("2026-03-10T09:00:00.000Z");
  const validAt = { at: "2026-03-11T23:00:00.000Z", precision: "day" } as const;
  await ann.apply(batch([{ op: "fact.patch", id: "rome", set: { validAt } }]));
  await lookAt("2026-03-12T09:00:00.000Z");
  expect(texts()).toHaveLength(2);
});

test("nothing is sent unless it is wanted, nor in quiet hours, nor without a channel", async () => {
  await ann.putSettings({ ...ON, reminders: false });
  await lookAt("2026-03-10T07:00:00.000Z");
  await ann.putSettings({ ...ON, quietHours: { from: "22:00", to: "09:00" } });
  await lookAt("2026-03-10T07:59:00.000Z");
  reminders = process(null);
  await lookAt("2026-03-10T08:00:00.000Z");
  expect(texts()).toEqual([]);
  reminders = process();
  await lookAt("2026-03-10T08:00:00.000Z");
  expect(texts()).toEqual(["- The user flies to Rome.\n"]);
});

test("what no channel took is sent later", async () => {
  bench.hook.answers.push(400);
  await lookAt("2026-03-10T09:00:00.000Z");
  expect(bench.errors).toHaveLength(2);
  await lookAt("2026-03-10T09:01:00.000Z");
  await lookAt("2026-03-10T09:02:00.000Z");
  expect(texts()).toHaveLength(2);
});

test("with several users no words leave, only whose plans they are", async () => {
  const bob = bench.memory.store.forUser("bob");
  await bob.putSettings({ ...ON, timeZone: "UTC" });
  await plan("oslo", { at: "2026-03-10T00:00:00.000Z", precision: "day" }, "Bob flies to Oslo.", bob);
  await lookAt("2026-03-10T09:00:00.000Z");
  const bodies = bench.hook.received.map(({ body }) => JSON.parse(body));
  expect(bodies).toMatchObject([
    { kind: "reminder", subject: "Engram: 1 due for ann", data: { plans: [{ factId: "rome" }] } },
    { kind: "reminder", subject: "Engram: 1 due for bob", data: { plans: [{ factId: "oslo" }] } },
  ]);
  expect(JSON.stringify(bodies)).not.toMatch(/Rome|Oslo/);
});

test("the first turn of a day gets one line about the day; forgetting everything drops the note", async () => {
  const { system } = bench.memory.store;
  bench.setClock("2026-03-09T22:59:00.000Z");
  expect(await reminders.line(ann, ON)).toBeNull();
  bench.setClock("2026-03-09T23:00:00.000Z");
  expect(await reminders.line(ann, { ...ON, reminders: false })).toBeNull();
  const lines = await Promise.all([reminders, process()].map((one) => one.line(ann, ON)));
  expect(lines.toSorted()).toEqual([
    "Due today, to be mentioned if it fits: The user flies to Rome.; 14:30 The user sees the dentist.",
    null,
  ]);
  expect(await reminders.line(ann, ON)).toBeNull();
  expect(JSON.stringify(await system.notes("reminded/"))).not.toMatch(/Rome|dentist\./);
  await dropReminders(system, "ann");
  expect(await system.notes("reminded/")).toEqual([]);
});
