import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Searches held to conversations and times, and those that start from entities or count from one. */
let folder: TestFolder;
let service: TestService;
let api: Client;

/** Ids of the conversations by what they are called here. */
const ids: Record<string, string> = {};

const SAID: [conversation: string, day: string, text: string][] = [
  ["home", "2026-01-10", "My sister Annelie lives in Lyon."],
  ["work", "2026-02-10", "My colleague Bertil lives in Turin."],
  ["club", "2026-03-10", "My friend Cosima lives in Graz."],
];

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
  for (const [conversation, day, text] of SAID) {
    const occurredAt = `${day}T12:00:00.000Z`;
    const { status, body } = await api.post("/memory/episodes", { text, occurredAt });
    expect(status).toBe(201);
    ids[conversation] = body.conversationId;
  }
  await until(async () => (await api.get("/memory/facts?limit=50")).body.items.length >= 6, "the facts");
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

async function found(more: object, q = "Who lives where?"): Promise<{ kinds: string[]; text: string }> {
  const { status, body } = await api.post("/memory/search", { q, limit: 50, ...more });
  expect(status).toBe(200);
  const kinds = [...new Set(body.results.map((one: any) => one.kind))].sort() as string[];
  return { kinds, text: body.results.map((one: any) => one.text).join("\n") };
}

const cities = (text: string): string[] => ["Lyon", "Turin", "Graz"].filter((city) => text.includes(city));

test("without bounds everything is found", async () => {
  expect(cities((await found({})).text)).toEqual(["Lyon", "Turin", "Graz"]);
});

test("one conversation, or several as a group: turns, facts and things said there alone", async () => {
  const work = await found({ conversationId: ids.work }, "Where does Bertil live?");
  expect(cities(work.text)).toEqual(["Turin"]);
  expect(work.kinds).toEqual(["entity", "episode", "fact"]);
  expect(work.text).not.toMatch(/Annelie|Cosima/);
  expect((await found({ conversationId: ids.home }, "Where does Bertil live?")).text).not.toContain("Bertil");
  expect(cities((await found({ conversationId: [ids.home, ids.club] })).text)).toEqual(["Lyon", "Graz"]);
  expect(await found({ conversationId: "nowhere" })).toEqual({ kinds: [], text: "" });
  const { body } = await api.get(
    `/memory/search?q=who+lives+where&limit=50&conversationId=${ids.home},${ids.work}`,
  );
  expect(cities(JSON.stringify(body.results))).toEqual(["Lyon", "Turin"]);
});

test("a time: what was said in it, alone and together with conversations", async () => {
  expect(cities((await found({ from: "2026-02-01" })).text)).toEqual(["Turin", "Graz"]);
  expect(cities((await found({ to: "2026-02-01" })).text)).toEqual(["Lyon"]);
  expect(cities((await found({ from: "2026-02-10T12:00:00Z", to: "2026-03-01" })).text)).toEqual(["Turin"]);
  expect(cities((await found({ from: "2026-02-01", conversationId: [ids.home, ids.club] })).text)).toEqual([
    "Graz",
  ]);
  const { body } = await api.get("/memory/search?q=who+lives+where&from=2026-03-01&limit=50");
  expect(cities(JSON.stringify(body.results))).toEqual(["Graz"]);
});

test("a fact said in one conversation and again in another belongs to both", async () => {
  await api.post("/memory/episodes", {
    text: "My sister Annelie lives in Lyon.",
    conversationId: ids.club,
    occurredAt: "2026-03-11T12:00:00.000Z",
  });
  await until(
    async () => (await found({ conversationId: ids.club, kind: ["fact"] })).text.includes("Lyon"),
    "the fact's second evidence",
  );
  expect((await found({ conversationId: ids.home, kind: ["fact"] })).text).toContain("Lyon");
});

test("origins: what is known around an entity that the question does not name", async () => {
  const { body } = await api.get("/memory/entities?q=Bertil");
  const { id } = body.items.find((one: any) => one.name === "Bertil");
  const q = "zzz qqq";
  expect(cities((await found({ kind: ["fact"] }, q)).text)).toEqual([]);
  const near = await found({ kind: ["fact"], origins: [id] }, q);
  expect(cities(near.text)).toEqual(["Turin"]);
});

test("center: the distance is counted from it instead of what the question names", async () => {
  const { body } = await api.get("/memory/entities?q=Cosima");
  const { id } = body.items.find((one: any) => one.name === "Cosima");
  const asked = { q: "Where does Annelie live?", recipe: "node_distance", kind: ["fact"], limit: 50 };
  const named = (await api.post("/memory/search", asked)).body.results;
  expect(named[0].text).toContain("Annelie");
  expect(named[0].components.rerank).toBe(1);
  const counted = (await api.post("/memory/search", { ...asked, center: id })).body.results;
  expect(counted[0].text).toContain("Cosima");
  expect(counted[0].components.rerank).toBe(1);
});

test.each([
  [{ origins: ["nobody"] }, "origins.0"],
  [{ center: "nobody" }, "center"],
  [{ origins: [] }, "origins"],
  [{ conversationId: [] }, "conversationId"],
  [{ from: "2026-02-01", to: "2026-02-01" }, "to"],
  [{ from: "yesterday" }, "from"],
])("%j is refused by name", async (more, field) => {
  const { status, body } = await api.post("/memory/search", { q: "who", ...more });
  expect(status).toBe(400);
  expect(JSON.stringify(body.errors)).toContain(`"${field}"`);
});
