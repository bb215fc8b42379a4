import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What was said when, and what was ever true of somebody, through a real service. */
let folder: TestFolder;
let service: TestService;
let api: Client;

const DAYS = ["2026-01-05", "2026-02-10", "2026-02-10", "2026-02-10", "2026-03-01"];

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
  for (const [n, day] of DAYS.entries())
    await api.post("/memory/episodes", { text: `My friend Friend${n} lives in Lyon.`, occurredAt: day });
  await api.extracted();
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

async function said(query: string): Promise<string[]> {
  const { body } = await api.get(`/memory/timeline?${query}`);
  return body.items.map(({ userMessage }: { userMessage: string }) => /Friend\d/.exec(userMessage)?.[0]);
}

test("newest first, each with the facts that rest on it", async () => {
  const { body } = await api.get("/memory/timeline?limit=1");
  expect(body.items[0]).toMatchObject({ userMessage: "My friend Friend4 lives in Lyon." });
  const facts = body.items[0].facts as { text: string; subject: { name: string } }[];
  expect(facts.map(({ text }) => text)).toContain("The user's friend Friend4 lives in Lyon.");
  expect(await said("from=2026-02-01&to=2026-03-01")).toHaveLength(3);
  expect(await said("to=2026-02-01")).toEqual(["Friend0"]);
  expect(await said("from=2027-01-01")).toEqual([]);
});

test.each([1, 2, 3, 4])("pages of %d tell each turn once, also those of one instant", async (limit) => {
  const told: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await api.get(`/memory/timeline?limit=${limit}${query}`);
    expect(body.items.length).toBeLessThanOrEqual(limit);
    told.push(...body.items.map(({ userMessage }: { userMessage: string }) => userMessage));
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(told).toHaveLength(DAYS.length);
  expect(new Set(told).size).toBe(DAYS.length);
});

test("the history of somebody is in the order of the world, ended things included", async () => {
  await api.say("My brother Otto lives in Turku.");
  await api.extracted();
  const { body: listed } = await api.get("/memory/entities?q=Otto");
  const { id } = listed.items[0];
  await api.post("/memory/facts", {
    subject: "Otto",
    predicate: "LIVED_IN",
    object: "Oslo",
    text: "Otto lived in Oslo.",
    validAt: "2001-01-01",
    invalidAt: "2009-01-01",
  });
  const { body } = await api.get(`/memory/entities/${id}/history`);
  const texts = body.items.map(({ text }: { text: string }) => text);
  expect(texts[0]).toBe("Otto lived in Oslo.");
  expect(texts).toContain("The user's brother Otto lives in Turku.");
  expect((await api.get("/memory/entities/nope/history")).status).toBe(404);
});

test("bad input is refused by field", async () => {
  const refused = async (query: string): Promise<unknown> =>
    (await api.get(`/memory/timeline?${query}`)).body.errors?.[0]?.field;
  expect(await refused("from=2026-02-01&to=2026-01-01")).toBe("to");
  expect(await refused("from=soon")).toBe("from");
  expect(await refused("limit=0")).toBe("limit");
  expect(await refused("cursor=bogus")).toBe("cursor");
  expect(await refused("cursor=2026-99-99T00:00:00.000Z~1")).toBe("cursor");
});

test("the graph has both ends of every edge, around one or of all", async () => {
  const { body: all } = await api.get("/memory/graph");
  const ids = new Set(all.nodes.map(({ id }: { id: string }) => id));
  expect(all.nodes.some(({ isSelf }: { isSelf: boolean }) => isSelf)).toBe(true);
  expect(all.edges.length).toBeGreaterThan(3);
  for (const edge of all.edges) expect([ids.has(edge.source), ids.has(edge.target)]).toEqual([true, true]);
  const { body: listed } = await api.get("/memory/entities?q=Friend0");
  const { body: near } = await api.get(`/memory/graph?entity=${listed.items[0].id}`);
  expect(near.nodes.map(({ label }: { label: string }) => label).sort()).toEqual(["Friend0", "Lyon", "user"]);
  expect((await api.get("/memory/graph?limit=1")).body.nodes).toHaveLength(1);
  expect((await api.get("/memory/graph?entity=nope")).body.errors[0].field).toBe("entity");
});

test("the schema tells the kinds of things and relations in use", async () => {
  const { body } = await api.get("/memory/schema");
  expect(body.types).toContainEqual({ type: "person", count: expect.any(Number) });
  expect(body.predicates).toContainEqual({
    predicate: "LIVES_IN",
    count: expect.any(Number),
    family: "LIVES_IN",
    values: "one",
  });
});
