import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import type { ChatBody, FakeLlama } from "../support/fake-llama/index.ts";
import type { Limits } from "../../src/services/limits.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";
import { startVotingLlama, toldTurn } from "../support/voting-llama.ts";

/** The idle pass with a model that votes, through a real process. */
let folder: TestFolder;
let service: TestService;
let fake: FakeLlama;
let api: Client;

async function begin(
  env: Record<string, string>,
  voteDelayMs = 0,
  thought?: string,
  limits: Partial<Limits> = {},
): Promise<void> {
  folder = await testFolder();
  const noise = { independent: 0, correlated: 0 };
  fake = await startVotingLlama({ slots: 2, noise, voteDelayMs, ...(thought && { thought }) });
  const given = { LLAMA_CPP_URL: fake.url, IDLE_AFTER_MINUTES: "10000", ...env };
  service = await startService(folder.path, given, limits);
  api = client(service.url);
}

afterEach(async () => {
  await service.stop();
  await fake.close();
  await folder.remove();
});

async function texts(status: string): Promise<string[]> {
  const { items } = (await api.get(`/memory/facts?limit=200&status=${status}`)).body;
  return items.map((fact: { text: string }) => fact.text).sort();
}

/** Passes of the ensemble: verdicts, and extractions at high effort. */
const votes = (): number =>
  fake.requests.filter(({ body }) => {
    const schema = body.response_format?.json_schema?.name;
    return schema === "verdicts" || (schema === "extraction" && body["reasoning_effort"] === "high");
  }).length;

test("what the turn says is believed, what it does not say is refused with its reason; it is all counted", async () => {
  await begin({});
  await api.post("/memory/episodes", { text: toldTurn(1) });
  const result = await api.verify();
  expect(result).toMatchObject({ episodes: 1, verified: 1, rejected: 1, deferred: 0 });
  expect(result["modelCalls"]).toBe(3);
  expect(await texts("verified")).toEqual(["Frida1 lives in Town1."]);
  const { items } = (await api.get("/memory/rejections")).body;
  const reasoning = expect.stringContaining("Based on the turn.");
  expect(items).toMatchObject([{ stage: "ensemble", reason: "ensemble_disagreement", reasoning }]);
  const metrics = (await api.get("/metrics")).text;
  expect(metrics).toMatch(/engram_validations_total\{stage="ensemble",outcome="passed"\} 1/);
  expect(metrics).toMatch(/engram_validations_total\{stage="ensemble",outcome="rejected"\} 1/);
  expect(metrics).toMatch(/engram_llm_requests_total\{purpose="verify",outcome="ok"\} 3/);
});

test("votes that were thought doubtfully are in the report, of all thoughts, and their turns are listed", async () => {
  await begin({}, 0, "I think it may be so. Maybe not, I am not sure; possibly it is another town.");
  const told = await api.post("/memory/episodes", { text: toldTurn(1) });
  await api.post("/memory/episodes", { text: "It rains." });
  await api.verify();
  const { items } = (await api.get("/memory/episodes?suspicious=true")).body;
  expect(items.map(({ id }: { id: string }) => id)).toEqual([told.body.id]);
  const { passes } = (await api.get(`/memory/episodes/${told.body.id}`)).body;
  const thoughts = passes.filter(({ suspicion }: { suspicion: number | null }) => suspicion !== null);
  expect(thoughts).toHaveLength(3);
  expect(thoughts[0]).toMatchObject({ suspicion: 0.8, reasoning: expect.stringContaining("I am not sure") });
  const { runId } = (await api.post("/maintenance/jobs/report/run", {})).body;
  await until(async () => (await api.get(`/maintenance/runs/${runId}`)).body.state === "done", "the report");
  const [report] = (await api.get("/reports")).body.items;
  expect(report.suspicious).toEqual({ count: 3, rate: 1 });
});

test("said again it needs no vote", async () => {
  await begin({});
  await api.post("/memory/episodes", { text: toldTurn(1) });
  await api.verify();
  const before = votes();
  await api.post("/memory/episodes", { text: "As I said: my friend Frida1 lives in Town1." });
  await api.verify();
  expect(votes() - before).toBeLessThanOrEqual(3);
  expect(await texts("verified")).toEqual(["Frida1 lives in Town1."]);
});

test("switched off, code alone decides and no vote is asked for", async () => {
  await begin({}, 0, undefined, { voting: false });
  await api.post("/memory/episodes", { text: toldTurn(1) });
  await api.verify();
  expect(votes()).toBe(0);
  expect(await texts("verified")).toContain("Frida1 lives in Town1.");
});

test("a model that goes away leaves the vote for later; nothing is lost or believed meanwhile", async () => {
  await begin({});
  await api.post("/memory/episodes", { text: toldTurn(1) });
  await api.extracted();
  await fake.misbehave("refuse");
  await api.verify();
  expect(await texts("verified")).toEqual([]);
  expect(await texts("staged")).toHaveLength(2);
  await fake.restore();
  await api.verify();
  expect(await texts("verified")).toEqual(["Frida1 lives in Town1."]);
});

test("one turn that the model fails at holds up no other; it is set aside, listed, and verified when asked again", async () => {
  await begin({});
  for (const n of [1, 2, 3]) await api.post("/memory/episodes", { text: toldTurn(n) });
  await api.extracted();
  const isVoteOnFirst = (body: ChatBody): boolean =>
    body["reasoning_effort"] !== "low" &&
    body.messages.some(({ content }) => content.includes("Frida1 lives"));
  await fake.misbehave("peg-500", { when: isVoteOnFirst });
  expect(await api.verify()).toMatchObject({ failed: 1 });
  expect(await texts("verified")).toEqual(["Frida2 lives in Town2.", "Frida3 lives in Town3."]);
  await api.verify();
  expect((await api.get("/memory/episodes?verification=failed")).body.items).toEqual([]);
  await api.verify();
  const { items } = (await api.get("/memory/episodes?verification=failed")).body;
  expect(items).toMatchObject([
    {
      userMessage: toldTurn(1),
      verification: { state: "failed", error: "The model failed with status 500" },
    },
  ]);
  expect((await api.get("/health")).body.failed).toMatchObject({ verification: 1 });
  await fake.restore();
  await api.verify();
  expect(await texts("verified")).toHaveLength(2);
  expect(await api.post("/memory/episodes/verify", { state: "failed" })).toMatchObject({
    status: 202,
    body: { count: 1 },
  });
  await api.verify();
  expect(await texts("verified")).toHaveLength(3);
});

test("a model that fails at everything ends the pass, and degrades the health until it answers", async () => {
  await begin({});
  for (let n = 1; n <= 5; n++) await api.post("/memory/episodes", { text: toldTurn(n) });
  await api.extracted();
  await fake.misbehave("peg-500");
  expect(await api.verify()).toMatchObject({ failed: 3 });
  const health = async () => (await api.get("/health")).body;
  await until(async () => (await health()).status === "degraded", "a degraded health");
  expect((await health()).failed.note).toMatch(/verification/);
  await fake.restore();
  await api.verify();
  expect(await texts("verified")).toHaveLength(5);
  await until(async () => (await health()).status === "ok", "a healthy state");
});

test("a pass that nobody asked for keeps to its budget; one that was asked for does not", async () => {
  await begin({ IDLE_AFTER_MINUTES: "0.01" }, 0, undefined, { idleTokensMax: 1 });
  for (const n of [1, 2, 3]) await api.post("/memory/episodes", { text: toldTurn(n) });
  await api.extracted();
  await until(async () => votes() > 0, "the first vote");
  await sleep(1500);
  expect(votes()).toBe(1);
  await api.verify();
  expect(await texts("verified")).toHaveLength(3);
});

test("a dry run asks nobody; what waits for votes is told as such, and what code refuses with its reason", async () => {
  await begin({});
  await api.post("/memory/episodes", { text: toldTurn(1) });
  await api.post("/memory/episodes", { text: "Is it true? My friend Frida2 lives in Town2?" });
  await api.extracted();
  const dry = async (): Promise<any[]> => {
    const { runId } = (await api.post("/maintenance/jobs/verify/run", { dryRun: true })).body;
    await until(
      async () => (await api.get(`/maintenance/runs/${runId as string}`)).body.state === "done",
      "the dry run",
    );
    return (await api.get(`/maintenance/runs/${runId as string}/diff`)).body.items;
  };
  const lines = await dry();
  expect(votes()).toBe(0);
  const waiting = lines.filter(({ action }) => action === "wait");
  expect(waiting.map(({ name }) => name)).toContain("Frida1 lives in Town1.");
  expect(waiting[0].fields).toEqual([{ field: "waitsFor", from: null, to: "votes" }]);
  expect(await texts("verified")).toEqual([]);
  await fake.misbehave("refuse");
  await api.verify();
  await fake.restore();
  expect((await dry()).filter(({ action }) => action === "wait")).toHaveLength(waiting.length);
});
