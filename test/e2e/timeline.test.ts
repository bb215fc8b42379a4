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

test("an episode tells whom its words name and where, and what it told that is over by now", async () => {
  const stored = await api.post("/memory/episodes", { text: "My aunt Berta lives in Porto." });
  expect(stored.body).toMatchObject({
    episodeId: stored.body.id,
    userMessage: "My aunt Berta lives in Porto.",
    extraction: { state: "pending" },
  });
  await api.verify();
  const { body } = await api.get(`/memory/episodes/${stored.body.id}`);
  expect(body.entities).toContainEqual({
    id: expect.any(String),
    name: "Berta",
    type: "person",
    isSelf: false,
    spans: [{ start: 8, end: 13 }],
  });
  const home = (await api.get("/memory/facts?entity=berta&predicate=lives in")).body.items[0];
  expect(body.factIds).toContain(home.id);
  await api.post("/memory/episodes", { text: "My aunt Berta lives in Braga." });
  await api.verify();
  expect((await api.get(`/memory/facts/${home.id}`)).body.status).toBe("superseded");
  expect((await api.get(`/memory/episodes/${stored.body.id}`)).body.factIds).toContain(home.id);
  const braga = (await api.get("/memory/facts?entity=Berta&q=braga&minConfidence=0.1")).body.items;
  expect(braga.map(({ object }: { object: { name: string } }) => object.name)).toEqual(["Braga"]);
});

test("facts, entities and the graph as of a day", async () => {
  const subject = "Wanda";
  const lived = { subject, predicate: "LIVED_IN", objectKind: "entity" };
  await api.post("/memory/facts", {
    ...lived,
    object: "Minsk",
    text: "Wanda lived in Minsk.",
    validAt: "1990-01-01",
    invalidAt: "1995-01-01",
  });
  await api.post("/memory/facts", {
    ...lived,
    object: "Riga",
    text: "Wanda lived in Riga.",
    validAt: "1995-01-01",
  });
  const wheres = async (path: string): Promise<string> => (await api.get(path)).text;
  const { id } = (await api.get("/memory/entities?q=Wanda&asOf=1996-01-01")).body.items[0];
  for (const path of [
    `/memory/facts?entity=Wanda`,
    `/memory/entities/${id}?`,
    "/memory/graph?entity=Wanda",
  ]) {
    expect(await wheres(`${path}&asOf=1991-01-01`), path).toMatch(/Minsk/);
    expect(await wheres(`${path}&asOf=1991-01-01`), path).not.toMatch(/Riga/);
    expect(await wheres(`${path}&asOf=1996-01-01`), path).not.toMatch(/Minsk/);
  }
  const then = (await api.get("/memory/entities?asOf=1991-01-01&sort=name&limit=200")).body.items;
  const names = then.map(({ name }: { name: string }) => name);
  expect(names).toContain("Minsk");
  expect(names).not.toContain("Riga");
  expect((await api.get("/memory/graph?asOf=1980-01-01&minDegree=1")).body.nodes).not.toContainEqual(
    expect.objectContaining({ label: "Minsk" }),
  );
});

test("the graph leaves out what few statements join, and says how many there are", async () => {
  const { body: all } = await api.get("/memory/graph?limit=5000");
  const { body: joined } = await api.get("/memory/graph?limit=5000&minDegree=2");
  expect(all.total).toBe(all.nodes.length);
  expect(joined.nodes.length).toBeLessThan(all.nodes.length);
  for (const { degree, isSelf } of joined.nodes) expect(isSelf || degree >= 2).toBe(true);
  const lyon = all.nodes.find(({ label }: { label: string }) => label === "Lyon");
  const edges = all.edges.filter((edge: any) => edge.source === lyon.id || edge.target === lyon.id);
  expect(lyon.degree).toBe(edges.length);
  expect((await api.get("/memory/graph?limit=2")).body.total).toBe(all.total);
});

test("conversations are found by their titles and by what was said in them, page by page", async () => {
  const said = await api.say("I baked a marzipan cake for the fair.");
  await api.say("It was the tallest there.", { conversationId: said.conversationId });
  const titled = await api.say("Good evening.");
  await api.send("PATCH", `/conversations/${titled.conversationId}`, { title: "Äpfel und Marzipan" });
  const found = async (q: string): Promise<string[]> =>
    (await api.get(`/conversations?q=${encodeURIComponent(q)}`)).body.items.map(
      ({ id }: { id: string }) => id,
    );
  expect(await found("marzipan")).toEqual([titled.conversationId, said.conversationId]);
  expect(await found("apfel")).toEqual([titled.conversationId]);
  expect(await found("the marzipan is tallest")).toEqual([said.conversationId]);
  expect(await found("marzipan zeppelin")).toEqual([]);
  const first = (await api.get("/conversations?q=marzipan&limit=1")).body;
  const next = (await api.get(`/conversations?q=marzipan&limit=1&cursor=${first.nextCursor}`)).body;
  expect([...first.items, ...next.items].map(({ id }) => id)).toEqual(await found("marzipan"));
  expect([first.items[0].found, next.items[0].found.text]).toEqual([
    null,
    "I baked a marzipan cake for the fair.",
  ]);
  expect(next.nextCursor).toBeNull();
  await api.post("/memory/forget", { episodeId: said.episodeId });
  expect(await found("marzipan")).toEqual([titled.conversationId]);
});

test("old conversations are archived after as many days as the user sets, and can be taken back", async () => {
  const before = (await api.get("/settings")).body;
  const old = await api.post("/memory/episodes", {
    text: "Old news.",
    occurredAt: "2020-05-01T00:00:00.000Z",
  });
  const { conversationId: id } = old.body;
  const shelf = async (): Promise<unknown> => (await api.get(`/conversations/${id}`)).body.shelf;
  const isListed = async (query: string): Promise<boolean> =>
    (await api.get(`/conversations?limit=200${query}`)).body.items.some(
      (one: { id: string }) => one.id === id,
    );
  expect([await isListed(""), await shelf()]).toEqual([true, null]);
  await api.send("PUT", "/settings", { ...before, archiveAfterDays: 365 });
  expect([await isListed(""), await isListed("&shelf=archived"), await shelf()]).toEqual([
    false,
    true,
    "archived",
  ]);
  expect((await api.get("/conversations?q=news")).body.items[0]).toMatchObject({ id, shelf: "archived" });
  const { body } = await api.send("PATCH", `/conversations/${id}`, { shelf: null });
  expect([body.shelf, await isListed(""), await isListed("&shelf=archived")]).toEqual([null, true, false]);
  await api.send("PUT", "/settings", before);
});
