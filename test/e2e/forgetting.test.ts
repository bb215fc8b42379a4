import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JOBS } from "../../src/services/jobs/registry.ts";
import { runningService } from "../../src/adapters/data-folder/index.ts";
import { client, until } from "../support/client.ts";
import { readingOf, THINGS, twinOf } from "../support/forgetting-cases.ts";
import {
  clean,
  closeStage,
  filesOf,
  forgetAll,
  importOld,
  left,
  openStage,
  tellAll,
  tellFirst,
} from "../support/forgetting-stage.ts";
import { CASES, forget, hasTwin, type Stage } from "../support/forgetting-ways.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { testFolder, type TestFolder } from "../support/service.ts";

/**
 * Every thing in every way: told, answered, recalled, believed, then forgotten. Afterwards its words stand in no file, no
 * index, no log and no answer; what begins alike and is something else stays.
 */
let folder: TestFolder;
let llama: ReadingLlama;
let stage: Stage;

beforeAll(async () => {
  folder = await testFolder();
  llama = await startReadingLlama({ reads: {} });
  stage = await openStage(folder, llama, {});
});
afterAll(async () => {
  await closeStage(stage);
  await llama.close();
  await folder.remove();
});

async function runJobs({ api }: Stage): Promise<void> {
  for (const { name: job } of JOBS) {
    const { runId } = (await api.post(`/maintenance/jobs/${job}/run`, {})).body;
    await until(async () => (await api.get(`/maintenance/runs/${runId}`)).body.state !== "running", job);
  }
}

const LINES = { "content-type": "application/x-ndjson" };

async function restart(): Promise<void> {
  await closeStage(stage);
  stage = await openStage(folder, llama, {});
}

let exported: string;

test(`${CASES.length} things and ways leave no word in any file; what begins alike stays`, async () => {
  const told = await tellAll(stage, CASES);
  exported = (await stage.api.get("/memory/export")).text;
  const before = await filesOf(folder);
  expect(CASES.filter((one) => left(before, [one]).length === 0)).toEqual([]);
  await forgetAll(stage, CASES, told);
  expect(left(await filesOf(folder), CASES)).toEqual([]);
}, 300_000);

test("nor after every job, an end and a new start; what begins alike is there", async () => {
  await runJobs(stage);
  await restart();
  const files = await filesOf(folder);
  expect(left(files, CASES)).toEqual([]);
  const staying = CASES.filter(hasTwin).map(({ n }) => twinOf(n).toLowerCase());
  expect(staying.filter((twin) => ![...files.values()].some((text) => text.includes(twin)))).toEqual([]);
});

test("an old export is refused, and what was said before is not learned again", async () => {
  const { status } = await stage.api.send("POST", "/memory/import", exported, LINES);
  expect(status).toBe(409);
  await importOld(stage, CASES);
  expect(left(await filesOf(folder), CASES)).toEqual([]);
});

test("killed while forgetting, it is finished with the next start and the next asking", async () => {
  const cases = CASES.filter(({ way }) => way.way.endsWith("over REST"))
    .map((one, at) => ({ ...one, n: CASES.length + at }))
    .filter((_, at) => at % 8 === 0);
  const told = await tellAll(stage, cases);
  for (const [at, { way, thing, n }] of cases.entries()) {
    const one = told.get(n) ?? expect.fail();
    const asked = way.forget(stage, one, thing, n).catch(() => undefined);
    await sleep(at * 4);
    await stage.service.kill();
    await asked;
    await restart();
    await way.forget(stage, one, thing, n);
  }
  await clean(stage);
  expect(left(await filesOf(folder), cases)).toEqual([]);
});

test("everything, of each user alone", async () => {
  const cases = CASES.slice(0, THINGS.length).map((one, at) => ({ ...one, n: 200 + at }));
  const { adminToken = "" } = runningService(join(folder.path, "data")) ?? {};
  for (const { thing, n } of cases) {
    const headers = { "x-engram-admin": adminToken };
    const { key } = (await client(stage.service.url).post("/admin/keys", { user: `u${n}` }, headers)).body;
    const own = { ...stage, api: client(stage.service.url, key) };
    Object.assign(llama.table.reads, readingOf(thing, n));
    await tellFirst(own, thing, n);
    await own.api.verify();
    await forget(own.api, { everything: true });
    await clean(own);
  }
  expect(left(await filesOf(folder), cases)).toEqual([]);
});
