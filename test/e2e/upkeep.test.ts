import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The jobs that keep an old memory in order, as its owner runs them. */
let folder: TestFolder;
let service: TestService;
let fake: FakeLlama;
let api: Client;

const JOBS = ["adjust-confidence", "consolidate", "prune", "infer-relations"];

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama();
  fake.extract = ({ messages }) => ({ turns: saidIn(messages).map(unimportant) });
  // What it reads counts, but code decides and writes the summaries.
  const env = { IDLE_AFTER_MINUTES: "600", LLAMA_CPP_URL: fake.url, MODEL_TRUST: "staged" };
  service = await startService(folder.path, env);
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});

/** Numbers of the turns that an extraction asks about. */
function saidIn(messages: { content: string }[]): number[] {
  return [...(messages.at(-1)?.content ?? "").matchAll(/^turn (\d+): speaker/gm)].map((match) =>
    Number(match[1]),
  );
}

function unimportant(turn: number): object {
  const nothing = {
    summary: null,
    emotion: null,
    valence: null,
    place: null,
    entities: [],
    facts: [],
    requests: [],
  };
  return { turn, importance: 0.1, ...nothing };
}

async function maintain(...args: string[]): Promise<any> {
  return JSON.parse(await printed(folder.path, ["maintain", ...args]));
}

async function found(q: string): Promise<any[]> {
  const { items, results } = (await api.get(`/memory/search?q=${encodeURIComponent(q)}`)).body;
  return (results ?? items).filter((one: any) => one.kind === "episode");
}

test("each job runs from the command line, dry and in earnest", async () => {
  for (const job of JOBS) {
    expect(await maintain(job, "--dry-run"), job).toMatchObject({ state: "done", dryRun: true, diff: [] });
    expect(await maintain(job), job).toMatchObject({ state: "done", dryRun: false });
  }
}, 60_000);

test("old turns are summed up, found by their summary, opened by their evidence, and brought back", async () => {
  const texts = ["The bus 41 was late, again.", "Rain in Porto, again.", "Soup at 7, again."];
  const ids: string[] = [];
  let conversationId: string | undefined;
  for (const [n, text] of texts.entries()) {
    const body = { text, occurredAt: `2025-02-0${n + 3}T10:00:00.000Z`, source: "import", conversationId };
    const episode = (await api.post("/memory/episodes", body)).body;
    conversationId = episode.conversationId as string;
    ids.push(episode.id as string);
  }
  await until(async () => (await api.get("/health")).body.pending.extraction === 0, "extraction");
  await maintain("verify");
  const plan = await maintain("consolidate", "--dry-run");
  expect(plan).toMatchObject({
    result: { merged: 3, summaries: 1 },
    diff: [{ action: "create", kind: "episode" }],
  });
  const { id: runId, result } = await maintain("consolidate");
  expect(result).toMatchObject({ merged: 3, summaries: 1 });
  const [summary, ...others] = await found("rain in Porto");
  expect(others.map((one) => one.id as string).filter((id) => ids.includes(id))).toEqual([]);
  expect(summary.text).toMatch(/^summary: .*bus 41.*Porto.*7/s);
  expect((await api.get(`/memory/episodes/${ids[1] as string}`)).body).toMatchObject({
    userMessage: texts[1],
    consolidatedInto: summary.id,
  });
  expect((await api.get(`/memory/episodes/${summary.id as string}`)).body).toMatchObject({
    source: "consolidated",
    sourceCount: 3,
  });
  const undone = (await api.post(`/maintenance/runs/${runId as string}/undo`, {})).body;
  expect(undone).toMatchObject({ undone: 1, skipped: [] });
  expect((await found("rain in Porto"))[0]).toMatchObject({ id: ids[1] });
}, 60_000);

test("what follows waits in the review queue, and becomes a fact when it is accepted", async () => {
  for (const subject of ["Bea", "Carl"]) {
    const text = `${subject} works at the Mill.`;
    const body = { subject, predicate: "WORKS_AT", object: "Mill", objectKind: "entity", text };
    expect((await api.post("/memory/facts", body)).status).toBe(201);
  }
  expect(await maintain("infer-relations")).toMatchObject({ result: { proposed: 1 } });
  const [item] = (await api.get("/memory/review?kind=inferred")).body.items;
  expect(item).toMatchObject({ text: "Bea and Carl are colleagues.", reason: "same_employer" });
  expect(item.facts).toHaveLength(2);
  const path = `/memory/review/${encodeURIComponent(item.id as string)}`;
  const accepted = (await api.post(`${path}/accept`, {})).body;
  expect((await api.get(`/memory/facts/${accepted.factId as string}`)).body).toMatchObject({
    text: "Bea and Carl are colleagues.",
    status: "verified",
    evidence: [],
  });
  expect((await api.get("/memory/review?kind=inferred")).body.items).toEqual([]);
  const edited = await api.post(`${path}/edit`, { name: "Bea" });
  expect(edited.status).toBe(400);
}, 60_000);
