import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { filesOf } from "../support/forgetting-stage.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Plans, how-tos and insights of a running service, over HTTP and as tools; and what forgetting leaves of them. */
let folder: TestFolder;
let llama: ReadingLlama;
let service: TestService;
let api: Client;
let mcp: McpClient;

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const FLIGHT = `I fly to Tromso on ${inDays(9)}.`;
const CITIES = ["Harstad", "Alesund", "Molde", "Drammen"];
const move = (city: string): string => `I moved to ${city}.`;

beforeAll(async () => {
  folder = await testFolder();
  const moves = CITIES.map((city, n) => [
    move(city),
    {
      facts: [
        {
          subject: "user",
          predicate: "LIVES_IN",
          object: city,
          change: n === 0 ? ("none" as const) : ("update" as const),
          text: `The user lives in ${city}.`,
          validAt: `202${n}-03-01`,
        },
      ],
    },
  ]);
  llama = await startReadingLlama({
    reads: {
      [FLIGHT]: {
        facts: [
          {
            subject: "user",
            predicate: "PLANS",
            object: "fly to Tromso",
            text: "The user flies to Tromso.",
            validAt: inDays(9),
          },
        ],
      },
      ...Object.fromEntries(moves),
    },
    rulings: CITIES.flatMap((city, n) =>
      CITIES.slice(0, n).map((old) => ({
        old: `The user lives in ${old}.`,
        new: `The user lives in ${city}.`,
        ruling: "update" as const,
      })),
    ),
  });
  service = await startService(folder.path, {
    LLAMA_CPP_URL: llama.url,
    IDLE_AFTER_MINUTES: "10000",
    TZ: "UTC",
  });
  api = client(service.url);
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`));
  mcp = new McpClient({ name: "test", version: "1" });
  await mcp.connect(transport);
});
afterAll(async () => {
  await mcp?.close();
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

async function call(name: string, args: Record<string, unknown> = {}): Promise<{ text: string; data: any }> {
  const { content, structuredContent } = await mcp.callTool({ name, arguments: args });
  return { text: (content as { text: string }[])[0]?.text ?? "", data: structuredContent };
}

async function run(job: string): Promise<any> {
  const { runId } = (await api.post(`/maintenance/jobs/${job}/run`, { dryRun: false })).body;
  let ended: any;
  await until(
    async () => (ended = (await api.get(`/maintenance/runs/${runId}`)).body).state !== "running",
    job,
  );
  return ended;
}

test("a plan that was mentioned is ahead, unverified at first", async () => {
  await api.say(FLIGHT);
  await api.extracted();
  const ahead = async (days = 30) => (await api.get(`/memory/coming-up?days=${days}`)).body.items;
  const one = { text: "The user flies to Tromso.", precision: "day", daysUntil: 9, isYearly: false };
  expect(await ahead()).toMatchObject([{ ...one, status: "staged" }]);
  expect(await ahead(8)).toEqual([]);
  await api.verify();
  expect(await ahead()).toMatchObject([{ ...one, status: "verified" }]);
  expect((await call("coming_up", { days: 30 })).data.items).toEqual(await ahead());
  for (const days of ["-1", "367", "soon"]) {
    const refused = await api.get(`/memory/coming-up?days=${days}`);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "days"]);
  }
});

test("a how-to is recalled for its task with its steps and record, and is undone like any change", async () => {
  const steps = ["Stop the turbine", 'Rinse the "blue" filter\n twice', "Start the turbine"];
  const { status, body: saved } = await api.post("/memory/procedures", {
    name: "Clean the turbine filter",
    steps,
    tags: ["Workshop"],
  });
  expect(status).toBe(201);
  expect(saved).toMatchObject({
    steps: ["Stop the turbine", 'Rinse the "blue" filter twice', "Start the turbine"],
    tags: ["workshop"],
    uses: 0,
    successRate: null,
    lastUsedAt: null,
  });
  const report = (outcome: string, more = {}) =>
    api.post(`/memory/procedures/${saved.id}/outcome`, { outcome, ...more });
  for (const outcome of ["success", "success", "failure", "neutral"]) await report(outcome);
  const { body: tried } = await report("partial", { note: "The gasket leaked a little." });
  expect(tried).toMatchObject({ uses: 5, worked: 2, partly: 1, failed: 1, successRate: 0.625 });
  const { results } = (await api.get("/memory/search?q=How+do+I+clean+the+filter+of+the+turbine%3F")).body;
  const text = `Clean the turbine filter (worked 2 of 4 times, partly 1, last used on ${inDays(0)}): 1. Stop the turbine; 2. Rinse the "blue" filter twice; 3. Start the turbine`;
  expect(results[0]).toMatchObject({ kind: "entity", id: saved.id, text });
  const noted = (await api.get("/memory/search?q=gasket")).body.results[0];
  expect((await api.get(`/memory/episodes/${noted.id}`)).body).toMatchObject({ outcome: "partial" });
  await api.say("How do I clean the turbine filter?");
  expect(llama.chats().at(-1)?.at(-1)?.content).toContain(text);
  const told = await call("recall", { query: "rinse the blue filter" });
  expect(told.text).toContain("2. Rinse");
  expect(told.data.results.map(({ kind }: any) => kind)).toContain("procedure");
  expect((await api.get(`/memory/entities/${saved.id}`)).body.summary).toBe(text);
  expect((await api.get("/memory/procedures")).body.items).toEqual([tried]);
  const again = await api.post("/memory/procedures", {
    name: "clean the TURBINE filter",
    steps: ["Call Edvard"],
  });
  expect(again.body).toMatchObject({ id: saved.id, steps: ["Call Edvard"], worked: 2 });
  const [change] = (await api.get(`/memory/changes?targetId=${saved.id}&limit=1`)).body.items;
  await api.post(`/memory/changes/${change.id}/undo`, undefined);
  expect((await call("procedure", { action: "list" })).data.procedures).toMatchObject([
    { id: saved.id, steps: saved.steps },
  ]);
});

test("no job tidies a how-to away, renames it or takes it for something else", async () => {
  await api.post("/memory/facts", {
    subject: "Clean turbine filters",
    predicate: "COSTS",
    object: "90",
    text: "Clean turbine filters cost 90.",
  });
  const before = (await api.get("/memory/procedures")).body;
  for (const job of ["deduplicate", "consolidate-types", "summarise", "prune"])
    expect(await run(job)).toMatchObject({ state: "done" });
  expect((await api.get("/memory/procedures")).body).toEqual(before);
  expect((await api.get("/memory/review?kind=merge")).body.items).toEqual([]);
});

test("bad input names the field", async () => {
  const refused = async (path: string, body: object) => {
    const answer = await api.post(path, body);
    return [answer.status, answer.body.errors?.[0]?.field];
  };
  const ok = { name: "x", steps: ["y"] };
  expect(await refused("/memory/procedures", { ...ok, name: " " })).toEqual([400, "name"]);
  expect(await refused("/memory/procedures", { ...ok, steps: [] })).toEqual([400, "steps"]);
  expect(await refused("/memory/procedures", { ...ok, steps: Array(51).fill("y") })).toEqual([400, "steps"]);
  expect(await refused("/memory/procedures", { ...ok, tags: ["two words"] })).toEqual([400, "tags.0"]);
  expect(await refused("/memory/procedures/nope/outcome", { outcome: "success" })).toEqual([404, "id"]);
  expect(await refused("/memory/procedures/nope/outcome", { outcome: "great" })).toEqual([400, "outcome"]);
  expect((await call("procedure", { action: "save", name: "x" })).text).toContain("steps: is needed");
  expect((await call("procedure", { action: "report", id: "nope", outcome: "success" })).text).toContain(
    "not_found",
  );
});

test("a home that changed often is an insight, which is decided and never becomes a fact", async () => {
  for (const city of CITIES) {
    await api.say(move(city));
    await api.extracted();
    await api.verify();
  }
  const facts = (await api.get("/memory/stats")).body.facts;
  expect(await run("find-insights")).toMatchObject({ state: "done", result: { proposed: 1 } });
  const { items } = (await api.get("/memory/review?kind=insight")).body;
  expect(items).toMatchObject([
    {
      reason: "change",
      text: "The user lives in Drammen. It changed 3 times: Harstad, Alesund, Molde, Drammen.",
      turns: [],
    },
  ]);
  expect(items[0].facts).toHaveLength(4);
  expect((await call("review", { kind: "insight" })).data.items[0]).toMatchObject({ text: items[0].text });
  await run("report");
  const { body: report } = await api.get(`/reports/${inDays(0)}`);
  expect(report.waiting.reviews.insight).toBe(1);
  const decided = await call("decide", { id: items[0].id, decision: "reject" });
  expect(decided.data).toMatchObject({ kind: "insight", state: "rejected" });
  expect(await run("find-insights")).toMatchObject({ result: { found: 1, proposed: 0 } });
  expect((await api.get("/memory/stats")).body.facts).toEqual(facts);
});

test("forgetting removes plans, how-tos and insights with every word, from the files as well", async () => {
  const edvard = { name: "Greet guests", steps: ["Open the door", "Hug Ragnhild warmly"] };
  await api.post("/memory/procedures", edvard);
  const friend = { subject: "user", predicate: "HAS_FRIEND", object: "Ragnhild", objectKind: "entity" };
  await api.post("/memory/facts", { ...friend, text: "The user's friend is Ragnhild." });
  const [plan] = (await api.get("/memory/coming-up")).body.items;
  const list = async (): Promise<any[]> => (await api.get("/memory/procedures")).body.items;
  const [filter] = (await list()).filter(({ name }) => /filter/.test(name));
  const [ragnhild] = (await api.get("/memory/entities?q=Ragnhild")).body.items;
  const homes = (await api.get("/memory/facts?predicate=LIVES_IN&status=verified,superseded")).body.items;
  for (const { id } of homes) await api.post("/memory/forget", { factId: id });
  await api.post("/memory/forget", { factId: plan.factId });
  await api.post("/memory/forget", { entityId: filter.id });
  await api.post("/memory/forget", { entityId: ragnhild.id });
  expect((await api.get("/memory/coming-up")).body.items).toEqual([]);
  expect((await list()).map(({ steps }) => steps)).toEqual([["Open the door", "Hug [forgotten] warmly"]]);
  expect((await api.get("/memory/review?kind=insight&state=rejected")).body.items).toEqual([]);
  expect((await api.get("/memory/search?q=rinse+the+blue+filter")).text).not.toContain("Rinse");
  await until(async () => (await api.get("/health")).body.pending.purge === 0, "clean files");
  await service.stop();
  for (const [name, text] of await filesOf(folder))
    for (const word of [
      "tromso",
      "rinse the",
      "call edvard",
      "ragnhild",
      ...CITIES.map((city) => city.toLowerCase()),
    ])
      expect([name, word, text.includes(word)]).toEqual([name, word, false]);
  service = await startService(folder.path);
});
