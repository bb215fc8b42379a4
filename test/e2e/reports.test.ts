import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import { client, until, type Client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { startHookReceiver, type HookReceiver } from "../support/hook-receiver.ts";
import { startMailServer, type MailServer } from "../support/mail-server.ts";
import {
  NO_MODEL,
  startProcess,
  startService,
  testFolder,
  type TestFolder,
  type TestService,
} from "../support/service.ts";

/** Fixed times, the report of a day and who is told, of a real service over its restarts. */
let folder: TestFolder;
let service: TestService;
let api: Client;
let mail: MailServer;
let hook: HookReceiver;

const ENV = { IDLE_AFTER_MINUTES: "10000", TZ: "UTC" };

async function start(env: Record<string, string> = {}): Promise<void> {
  service = await startService(folder.path, { ...ENV, ...env }, { catchUpEveryMs: 100 });
  api = client(service.url);
}

async function restart(env: Record<string, string> = {}): Promise<void> {
  await service.stop();
  await start(env);
}

beforeAll(async () => {
  folder = await testFolder();
  [mail, hook] = [await startMailServer(), await startHookReceiver()];
  await start();
});
afterAll(async () => {
  await service?.stop();
  await mail?.close();
  await hook?.close();
  await folder?.remove();
});

async function run(job: string): Promise<Record<string, number>> {
  const { runId } = (await api.post(`/maintenance/jobs/${job}/run`, { dryRun: false })).body;
  let ended: any;
  await until(async () => {
    ended = (await api.get(`/maintenance/runs/${runId as string}`)).body;
    return ended.state !== "running";
  }, job);
  expect(ended.state).toBe("done");
  return ended.result as Record<string, number>;
}

const today = async (): Promise<string> => {
  const { timeZone } = (await api.get("/settings")).body;
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
};

test("the report of today survives a restart, as do the counts in it", async () => {
  await api.say("My sister Annelie lives in Lyon.");
  await api.extracted();
  await api.verify();
  await restart();
  const { recalled } = await api.say("Where does my sister live?");
  await api.post("/memory/feedback", { id: recalled[0]?.id, helpful: true });
  await api.extracted();
  expect(await run("report")).toMatchObject({ reports: 1, sent: 0 });
  const date = await today();
  const { body } = await api.get(`/reports/${date}`);
  expect(body).toMatchObject({
    date,
    complete: false,
    turns: { complete: 2 },
    extractions: { total: 2, done: 2, failed: 0 },
    feedback: { helpful: 1, unhelpful: 0, helpfulShare: 1 },
    growth: { episodes: 2 },
  });
  expect(body.extractions.validated).toBeGreaterThan(0);
  expect(body.topEntities.map(({ name }: { name: string }) => name)).toContain("Annelie");
  expect((await api.get("/reports")).body.items).toEqual([body]);
  expect(await run("report")).toMatchObject({ reports: 1 });
  expect((await api.get("/reports")).body.items).toHaveLength(1);
});

test("it is read as JSON, as Markdown and as a page that loads nothing", async () => {
  const path = `/reports/${await today()}`;
  const markdown = await api.get(path, { accept: "text/markdown" });
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(markdown.text).toMatch(/^# Engram, /);
  const page = await api.get(path, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.text).toContain("Annelie");
  for (const accept of ["*/*", "application/json", "text/html;q=0.5, application/json"])
    expect((await api.get(path, { accept })).headers.get("content-type"), accept).toMatch(
      /^application\/json/,
    );
});

test("a name that was forgotten is in no report, old or new", async () => {
  const path = `/reports/${await today()}`;
  const { items } = (await api.get("/memory/entities?q=Annelie")).body;
  await api.post("/memory/forget", { entityId: items[0].id });
  for (const accept of ["application/json", "text/markdown", "text/html"])
    expect((await api.get(path, { accept })).text).not.toContain("Annelie");
});

test.each([
  ["/reports/2020-01-01", 404, "report"],
  ["/reports/yesterday", 400, "date"],
  ["/reports?limit=0", 400, "limit"],
  ["/reports?cursor=nonsense", 400, "cursor"],
  ["/reports?from=then", 400, "from"],
  ["/reports/alerts?limit=1000", 400, "limit"],
])("%s is refused with %i and names %s", async (path, status, word) => {
  const answer = await api.get(path);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(word);
});

test("jobs are listed with their times, paused and resumed, over a restart; a job that is not known is refused", async () => {
  const list = async () => (await api.get("/maintenance/schedule")).body;
  const { items, paused } = await list();
  expect(paused).toBe(false);
  const names = (await api.get("/maintenance/jobs")).body.items.map(({ name }: { name: string }) => name);
  expect(items.map(({ job }: { job: string }) => job)).toEqual(names);
  const of = (list: any, job: string) => list.items.find((item: any) => item.job === job);
  expect(of({ items }, "deduplicate")).toEqual({
    job: "deduplicate",
    expression: "0 2 * * 0",
    timeZone: "UTC",
    nextAt: expect.stringMatching(/T02:00:00\.000Z$/),
    lastAt: null,
    paused: false,
  });
  expect(of({ items }, "backup")).toMatchObject({ expression: null, nextAt: null });
  const one = await api.send("PUT", "/maintenance/schedule/report", { paused: true });
  expect(one.body).toMatchObject({ job: "report", paused: true });
  expect((await api.send("PUT", "/maintenance/schedule", { paused: true })).body.paused).toBe(true);
  await restart();
  expect(await list()).toMatchObject({ paused: true });
  expect(of(await list(), "report").paused).toBe(true);
  expect(of(await list(), "deduplicate").paused).toBe(false);
  await api.send("PUT", "/maintenance/schedule", { paused: false });
  await api.send("PUT", "/maintenance/schedule/report", { paused: false });
  const refused = await api.send("PUT", "/maintenance/schedule/sleep", { paused: true });
  expect([refused.status, refused.body.errors]).toMatchObject([404, [{ field: "job" }]]);
  const wrong = await api.send("PUT", "/maintenance/schedule/report", { paused: "yes" });
  expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ field: "paused" }]]);
});

test("the command line lists, pauses and resumes", async () => {
  const engram = async (...args: string[]) =>
    JSON.parse(await printed(folder.path, ["maintain", ...args], { LLAMA_CPP_URL: NO_MODEL }));
  expect((await engram("--pause", "all")).paused).toBe(true);
  expect((await engram("--resume", "all")).paused).toBe(false);
  const report = (list: any) => list.items.find((item: any) => item.job === "report");
  expect(report(await engram("--pause", "report")).paused).toBe(true);
  expect(report(await engram("--resume", "report")).paused).toBe(false);
  await expect(engram("--list", "report")).rejects.toThrow(/use: maintain/);
});

test("at its time a job runs by itself, and observers hear of it", async () => {
  await restart({ BACKUP_SCHEDULE: "* * * * * *" });
  const stop = new AbortController();
  const events = await fetch(`${service.url}/events`, { signal: stop.signal });
  let heard = "";
  const reading = (async () => {
    for await (const piece of events.body ?? []) heard += Buffer.from(piece).toString();
  })().catch(() => undefined);
  await until(async () => /event: run\ndata: .*"backup","state":"done"/.test(heard), "a run");
  stop.abort();
  await reading;
  expect(heard).toMatch(/event: run\ndata: .*"backup","state":"running"/);
  const [latest] = (await api.get("/maintenance/runs?limit=1")).body.items;
  expect(latest.job).toBe("backup");
  const { items } = (await api.get("/maintenance/schedule")).body;
  expect(items.find(({ job }: { job: string }) => job === "backup").lastAt).not.toBeNull();
});

test("an expression that means nothing stops the start, and is named; an empty one is never", async () => {
  await service.stop();
  for (const wrong of ["every day", "0 3 31 2 *", "0 3 1 * 1"])
    await expect(startProcess(folder.path, { ...ENV, MAINTENANCE_SCHEDULE: wrong })).rejects.toThrow(
      /MAINTENANCE_SCHEDULE: must be a cron expression/,
    );
  await expect(startProcess(folder.path, { ...ENV, SMTP_URL: mail.url })).rejects.toThrow(/ALERT_EMAIL/);
  await start({ BACKUP_SCHEDULE: "" });
  const { items } = (await api.get("/maintenance/schedule")).body;
  expect(items.find(({ job }: { job: string }) => job === "backup").expression).toBeNull();
});

test("the report of a day that is over goes to the mail address and the webhook, once", async () => {
  const notify = { SMTP_URL: mail.url, ALERT_EMAIL: "owner@example.org", NOTIFY_WEBHOOK_URL: hook.url };
  await restart(notify);
  await api.post("/memory/forget", { everything: true });
  // Where the user goes then, 25 hours to the east, today is over.
  const zone = (timeZone: string) => api.send("PUT", "/settings", { timeZone });
  await zone("Pacific/Pago_Pago");
  await api.say("My brother Tom has a boat.");
  await api.extracted();
  expect(await run("report")).toMatchObject({ reports: 1, sent: 0 });
  await zone("Pacific/Kiritimati");
  expect(await run("report")).toMatchObject({ sent: 1 });
  expect(await run("report")).toMatchObject({ sent: 0 });
  expect(mail.messages).toHaveLength(1);
  expect(mail.messages[0]).toMatch(/^Subject: Engram: report of \d{4}-\d\d-\d\d$/m);
  expect(mail.messages[0]).not.toContain("boat");
  expect(JSON.parse(hook.received[0]?.body ?? "")).toMatchObject({
    kind: "report",
    data: { userId: "local" },
  });
});

test("forgetting everything leaves no report", async () => {
  await api.post("/memory/forget", { everything: true });
  expect((await api.get("/reports")).body.items).toEqual([]);
});

test("what was missed while the process was dead is made up for once", async () => {
  const merges = async () =>
    (await api.get("/maintenance/runs")).body.items.filter(
      ({ job }: { job: string }) => job === "deduplicate",
    );
  await service.stop();
  const killed = await startProcess(folder.path, ENV);
  service = killed;
  api = client(killed.url);
  const before = (await merges()).length;
  await killed.kill();
  // As if it had been dead for a fortnight: the last Sunday was missed.
  const store = await createSqliteStore({ file: join(folder.path, "data", "engram.db"), clock: systemClock });
  const name = "schedule/deduplicate";
  const note = (await store.system.notes(name)).find((one) => one.name === name);
  const value = note?.value as { dueAt: string };
  const dueAt = plusMs(value.dueAt, -14 * DAY_MS);
  expect(await store.system.putNote({ name, version: note?.version ?? 0, value: { ...value, dueAt } })).toBe(
    true,
  );
  await store.close();
  await start();
  await until(async () => (await merges()).length > before, "the missed run");
  await until(async () => (await merges()).every(({ state }: { state: string }) => state !== "running"));
  expect(await merges()).toHaveLength(before + 1);
  const { items } = (await api.get("/maintenance/schedule")).body;
  const { lastAt } = items.find(({ job }: { job: string }) => job === "deduplicate");
  await restart();
  expect((await api.get("/maintenance/schedule")).body.items).toContainEqual(
    expect.objectContaining({ job: "deduplicate", lastAt }),
  );
});
