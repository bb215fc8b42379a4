import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import {
  startProcess,
  startService,
  testFolder,
  type TestFolder,
  type TestService,
} from "../support/service.ts";

/** The idle pass: starts by itself when its user is silent, gives way to chat, survives a kill, repeats nothing. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "10000" });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await folder.remove();
});

const NAMES = ["Ada", "Bela", "Cleo", "Dora", "Egon", "Falk", "Gesa", "Hilde", "Ivo", "Jette"];

async function stage(count: number, town: string): Promise<void> {
  for (let i = 0; i < count; i++) {
    const name = `${NAMES[i % NAMES.length]}${"xyzuvw"[Math.floor(i / NAMES.length)] ?? ""}`;
    await api.post("/memory/episodes", { text: `My friend ${name} lives in ${town}.` });
  }
  await api.extracted();
}

async function pending(): Promise<number> {
  return (await api.get("/memory/stats")).body.pending.verification as number;
}

test("a message during the pass waits for nothing, and the pass ends all the same", async () => {
  await stage(60, "Bergen");
  expect(await pending()).toBe(60);
  const { runId } = (await api.post("/maintenance/jobs/verify/run", {})).body;
  const waits: number[] = [];
  for (let i = 0; i < 5; i++) {
    const started = performance.now();
    await api.say(`A remark in between, number ${i}.`);
    waits.push(performance.now() - started);
  }
  expect(Math.max(...waits)).toBeLessThan(2000);
  await until(
    async () => (await api.get(`/maintenance/runs/${runId as string}`)).body.state === "done",
    "the pass",
  );
  expect(await pending()).toBe(0);
});

test("killed in the middle it goes on where it was; nothing is judged twice or lost", async () => {
  await service.stop();
  const killed = await startProcess(folder.path, { IDLE_AFTER_MINUTES: "10000" });
  service = killed;
  api = client(killed.url);
  await stage(40, "Tromsoe");
  const { runId } = (await api.post("/maintenance/jobs/verify/run", {})).body;
  await until(async () => (await pending()) < 40, "the first checkpoint");
  await killed.kill();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "10000" });
  api = client(service.url);
  expect((await api.get(`/maintenance/runs/${runId as string}`)).body.state).not.toBe("running");
  await api.verify();
  expect(await pending()).toBe(0);
  const { items } = (await api.get("/memory/facts?limit=200")).body;
  const homes = items.filter((fact: any) => fact.predicate === "LIVES_IN" && fact.polarity === "positive");
  const texts = homes.map((fact: any) => fact.text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(
    homes.filter((fact: any) => fact.text.includes("Tromsoe") && fact.status === "verified"),
  ).toHaveLength(40);
});

test("a dry run changes nothing and keeps what it would do", async () => {
  await stage(3, "Alta");
  const { runId } = (await api.post("/maintenance/jobs/verify/run", { dryRun: true })).body;
  await until(
    async () => (await api.get(`/maintenance/runs/${runId as string}`)).body.state === "done",
    "the dry run",
  );
  expect((await api.get(`/maintenance/runs/${runId as string}`)).body.result.episodes).toBe(3);
  expect(await pending()).toBe(3);
  const { items } = (await api.get(`/maintenance/runs/${runId as string}/diff`)).body;
  expect(items.map((line: any) => line.name)).toContain("The user's friend Adax lives in Alta.");
});

test("it starts by itself once the user has been silent long enough", async () => {
  await service.stop();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "0.02" });
  api = client(service.url);
  await api.say("My friend Zoltan lives in Vadso.");
  await sleep(100);
  await until(async () => (await pending()) === 0, "the idle clock");
  const { items } = (await api.get("/memory/facts?status=verified&limit=200")).body;
  expect(items.some((fact: any) => fact.text.includes("Vadso"))).toBe(true);
});
