import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Search that learns from use: what was of use is noted, outcomes are credited, the ranking follows, and all can be undone. */
let llama: ReadingLlama;
let folder: TestFolder;
let service: TestService;
let api: Client;

const PLACES = Array.from({ length: 24 }, (_, n) => `Orvale${n}`);
/** Said years ago, and today. */
const OLD = (place: string) => `I stayed at the Lantern hotel in ${place}.`;
const NEW = (place: string) => `I stayed at the Heron hotel in ${place}.`;
const YEARS_AGO = "2019-05-04T10:00:00.000Z";
const ASK = (place: string) => `Which hotel was it in ${place}?`;
const WORKED = "The restart you advised for the router worked.";

beforeAll(async () => {
  const stay = (hotel: string, place: string) => ({
    entities: [{ name: place, type: "place" }],
    facts: [
      {
        subject: "user",
        predicate: "STAYED_AT",
        object: `the ${hotel} hotel in ${place}`,
        text: `The user stayed at the ${hotel} hotel in ${place}.`,
        quote: `I stayed at the ${hotel} hotel in ${place}`,
      },
    ],
  });
  const reads = PLACES.flatMap((place) => [
    [OLD(place), stay("Lantern", place)],
    [NEW(place), stay("Heron", place)],
  ]);
  llama = await startReadingLlama({
    reads: { ...Object.fromEntries(reads), [WORKED]: { outcome: "success" } },
    reply: (message) => (message.includes(ASK("Orvale0")) ? "It was that one. [2]" : "I see."),
  });
  folder = await testFolder();
  const env = { LLAMA_CPP_URL: llama.url, IDLE_AFTER_MINUTES: "10000" };
  service = await startService(folder.path, env, { retrievalDeadlineMs: 30_000 });
  api = client(service.url);
  for (const place of PLACES) {
    await api.post("/memory/episodes", { text: OLD(place), occurredAt: YEARS_AGO });
    await api.post("/memory/episodes", { text: NEW(place) });
  }
  await api.extracted();
});
afterAll(async () => {
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

async function learn(): Promise<Record<string, number>> {
  const { runId } = await api.api("POST /maintenance/jobs/{name}/run", { path: { name: "learn" }, body: {} });
  let run = await api.api("GET /maintenance/runs/{id}", { path: { id: runId } });
  await until(async () => {
    run = await api.api("GET /maintenance/runs/{id}", { path: { id: runId } });
    return run.state !== "running";
  });
  expect(run.error).toBeNull();
  return run.result;
}

const eventsOf = async (id: string) =>
  (await api.api("GET /memory/feedback/{id}", { path: { id } })).events.map(({ basis, helpful }) => [
    basis,
    helpful,
  ]);

async function rateOldest(places: string[]): Promise<void> {
  for (const place of places) {
    const { recalled, episodeId } = await api.say(ASK(place));
    const oldest = recalled.find(({ kind, text }) => kind === "fact" && text.includes("Lantern"));
    if (oldest === undefined) throw new Error(`nothing recalled of ${place}`);
    const body = { id: oldest.id, helpful: true, turnId: episodeId };
    await api.api("POST /memory/feedback", { body });
  }
}

async function found(q: string) {
  const { results } = await api.api("GET /memory/search", { query: { q, relevance: "any" } });
  return results;
}

describe("use", () => {
  test("a memory that a reply cites was of use; noting it twice is once", async () => {
    const { recalled } = await api.say(ASK("Orvale0"));
    const cited = recalled.find(({ n }) => n === 2);
    const other = recalled.find(({ n }) => n === 1);
    expect((await learn()).used).toBe(1);
    expect(await eventsOf(cited?.id ?? "")).toEqual([["used", true]]);
    expect(await eventsOf(other?.id ?? "")).toEqual([]);
    await learn();
    expect(await eventsOf(cited?.id ?? "")).toEqual([["used", true]]);
  });

  test("a rating moves a memory in the next search, and the search says so", async () => {
    const [first, second] = await found(ASK("Orvale1"));
    for (let n = 0; n < 3; n++) {
      await api.api("POST /memory/feedback", { body: { id: second?.id ?? "", helpful: true } });
      await api.api("POST /memory/feedback", { body: { id: first?.id ?? "", helpful: false } });
    }
    const after = await found(ASK("Orvale1"));
    expect(after[0]?.id).toBe(second?.id);
    expect(after[0]?.components.use).toBeGreaterThan(0.5);
    expect(after.find(({ id }) => id === first?.id)?.components.use).toBeLessThan(-0.5);
  });
});

describe("outcomes", () => {
  test("an outcome in the user's own words is credited to what was recalled before", async () => {
    const asked = await api.say(ASK("Orvale2"));
    await api.say(WORKED, { conversationId: asked.conversationId });
    await api.extracted();
    const turns = await api.api("GET /memory/episodes", {
      query: { conversationId: asked.conversationId, limit: 5 },
    });
    expect(turns.items.map(({ outcome }) => outcome)).toContain("success");
    expect((await learn()).credited).toBeGreaterThan(0);
    const id = asked.recalled[0]?.id ?? "";
    expect(await eventsOf(id)).toContainEqual(["credited", true]);
    const ended = turns.items.find(({ outcome }) => outcome === "success")?.id ?? "";
    const report = (outcome: string) => api.send("PUT", `/memory/episodes/${ended}/outcome`, { outcome });
    await report("failure");
    await learn();
    expect(await eventsOf(id)).toContainEqual(["credited", false]);
    expect(await eventsOf(id)).not.toContainEqual(["credited", true]);
    await report("neutral");
    expect((await learn()).credited).toBeGreaterThan(0);
    expect((await learn()).credited).toBe(0);
  });

  test("an outcome that is reported stays, whatever the model reads, and its change can be undone", async () => {
    const { body } = await api.post("/memory/episodes", {
      text: WORKED,
      outcome: "failure",
      tags: ["Router"],
    });
    await api.extracted();
    const read = await api.get(`/memory/episodes/${body.id as string}`);
    expect(read.body).toMatchObject({ outcome: "failure", tags: "router" });
    const put = await api.send("PUT", `/memory/episodes/${body.id as string}/outcome`, {
      outcome: "partial",
    });
    expect(put.body.outcome).toBe("partial");
    const unknown = await api.send("PUT", "/memory/episodes/none/outcome", { outcome: "partial" });
    expect(unknown.status).toBe(404);
    const wrong = await api.send("PUT", `/memory/episodes/${body.id as string}/outcome`, {
      outcome: "great",
    });
    expect(wrong.body.errors[0].field).toBe("outcome");
    expect((await found("router"))[0]?.id).toBe(body.id);
  });
});

describe("the ranking", () => {
  test("is not learned from few questions", async () => {
    expect((await api.api("GET /memory/ranking")).ranking).toBeNull();
  });

  test("follows a user who always wants what is older, within its bounds, and is explained", async () => {
    const hotels = async () => (await found(ASK("Orvale4"))).filter(({ kind }) => kind === "fact");
    expect((await hotels())[0]?.text).toContain("Heron");
    await rateOldest(PLACES.filter((place) => place !== "Orvale4"));
    expect(await learn()).toMatchObject({ learned: 1 });
    const { ranking, factorMax } = await api.api("GET /memory/ranking");
    expect((await hotels())[0]?.text).toContain("Lantern");
    expect(ranking?.weights.recency).toBeLessThan(0);
    expect(ranking?.learned).toBeGreaterThan(ranking?.shipped ?? 1);
    for (const { components } of await found(ASK("Orvale0"))) {
      expect(components.learned ?? 1).toBeLessThanOrEqual(factorMax);
      expect(components.learned ?? 1).toBeGreaterThanOrEqual(1 / factorMax);
    }
  });

  test("is reset for good: feedback of before no longer teaches it", async () => {
    await api.api("DELETE /memory/ranking");
    const { questions } = await learn();
    expect(questions).toBe(0);
    expect((await api.api("GET /memory/ranking")).ranking?.learnedAt ?? null).toBeNull();
    for (const { components } of await found(ASK("Orvale0"))) expect(components.learned).toBeUndefined();
  });

  test("settings are kept beside it", async () => {
    const settings = await api.api("GET /settings");
    expect(await api.api("PUT /settings", { body: settings })).toEqual(settings);
    expect((await api.api("GET /memory/ranking")).ranking?.since).toEqual(expect.any(String));
  });
});

test("feedback leaves with its memory", async () => {
  const [fact] = (await found(ASK("Orvale1"))).filter(({ kind }) => kind === "fact");
  expect(await eventsOf(fact?.id ?? "")).not.toEqual([]);
  await api.api("POST /memory/forget", { body: { factId: fact?.id ?? "" } });
  expect(await eventsOf(fact?.id ?? "")).toEqual([]);
});

test("an agent reports over MCP whether something helped, and how it ended", async () => {
  const [memory] = await found(ASK("Orvale3"));
  const call = (args: object) =>
    api.post(
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "feedback", arguments: args } },
      { accept: "application/json, text/event-stream" },
    );
  await call({ id: memory?.id, helpful: false });
  expect(await eventsOf(memory?.id ?? "")).toContainEqual(["rated", false]);
  expect((await call({ id: memory?.id })).text).toContain("or outcome is needed");
  const attempt = await api.api("POST /memory/episodes", { body: { text: "Bled the radiators." } });
  await call({ id: attempt.episodeId, outcome: "partial" });
  expect((await api.get(`/memory/episodes/${attempt.episodeId}`)).body.outcome).toBe("partial");
});

test("what was learned is forgotten with everything", async () => {
  await api.api("DELETE /memory/ranking");
  await rateOldest(PLACES.slice(4));
  expect(await learn()).toMatchObject({ learned: 1 });
  await api.api("POST /memory/forget", { body: { everything: true } });
  expect((await api.api("GET /memory/ranking")).ranking).toMatchObject({ learnedAt: null, weights: {} });
});
