import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What memory answers, spoken from outside. Literals are frozen here on purpose. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
  await api.say("My sister Annelie lives in Lyon.");
  await until(async () => (await facts()).length > 0, "the extraction");
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

async function facts(path = ""): Promise<any[]> {
  return (await api.get(`/memory/facts?limit=200${path}`)).body.items;
}

describe("search", () => {
  const RECIPE = {
    name: "mine",
    quotas: { mention: 20, text: 20, temporal: 20, recent: 0, graph: 20 },
    fusion: { kind: "rrf", k: 60, weights: { mention: 1, text: 1, temporal: 1, recent: 0, graph: 1 } },
    profile: {
      relevance: 1,
      importance: 0,
      recency: 0,
      mentions: 0,
      confidence: 0,
      importanceFloor: 2,
      recencyHalfLifeDays: 365,
      kindFactor: { fact: 1, entity: 1, episode: 1 },
    },
  };

  test("GET and POST; every result explains itself", async () => {
    await api.verify();
    const found = (await api.get("/memory/search?q=Where+does+Annelie+live&limit=5")).body.results;
    const posted = (
      await api.post("/memory/search", { q: "Where does Annelie live", limit: 5, recipe: RECIPE })
    ).body.results;
    for (const results of [found, posted]) {
      expect(results.length).toBeGreaterThan(0);
      expect(results.length).toBeLessThanOrEqual(5);
      for (const result of results) {
        expect(result).toMatchObject({
          kind: expect.stringMatching(/^(?:fact|entity|episode|community)$/),
          id: expect.any(String),
          text: expect.any(String),
          status: expect.any(String),
          score: expect.any(Number),
          evidence: expect.any(Array),
        });
        expect(Object.keys(result.components).length).toBeGreaterThan(0);
        if (result.kind === "fact")
          expect(result.evidence[0]).toMatchObject({
            episodeId: expect.any(String),
            quote: expect.any(String),
            assertedBy: "user",
          });
      }
      expect(results.some((result: any) => result.kind === "fact" && result.text.includes("Lyon"))).toBe(
        true,
      );
    }
    const recipes = [
      "default",
      "exhaustive",
      "landmark",
      "relevance",
      "outcome",
      "contextual",
      "rrf",
      "graphiti",
    ];
    for (const recipe of [...recipes, "mmr", "node_distance", "episode_mentions"]) {
      const { results } = (await api.get(`/memory/search?q=Annelie&recipe=${recipe}`)).body;
      expect(results.length, recipe).toBeGreaterThan(0);
      const scores = results.map((result: any) => result.score);
      expect(scores, recipe).toEqual([...scores].sort((a, b) => b - a));
    }
    const refused = await api.get("/memory/search?q=Annelie&recipe=cross_encoder");
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, "recipe"]);
  });

  test("a search tells on demand what each lane brought and what became of it", async () => {
    const { results, debug } = (await api.get("/memory/search?q=Where+does+Annelie+live&limit=1&debug=true"))
      .body;
    const [first] = results;
    expect(debug.lanes.text.hits).toContainEqual({
      kind: first.kind,
      id: first.id,
      score: expect.any(Number),
    });
    expect(debug.fused.find((one: any) => one.id === first.id)).toMatchObject({ read: true });
    expect(debug.dropped.every((one: any) => one.id !== first.id)).toBe(true);
    expect(debug.dropped.some((one: any) => one.why === "behind the limit")).toBe(true);
    expect((await api.get("/memory/search?q=Annelie")).body).not.toHaveProperty("debug");
  });

  test("asOf sees what was true then, knownAt what was known then", async () => {
    await api.post("/memory/episodes", {
      text: "My cousin Ruben lives in Porto.",
      occurredAt: "2024-01-10T10:00:00Z",
    });
    await api.verify();
    await api.post("/memory/episodes", {
      text: "My cousin Ruben moved to Faro.",
      occurredAt: "2025-06-10T10:00:00Z",
    });
    await api.verify();
    const lives = async (more: string): Promise<string> =>
      (await api.get(`/memory/search?q=Where+does+my+cousin+Ruben+live&kind=fact${more}`)).body.results
        .filter((result: any) => /Porto|Faro/.test(result.text))
        .map((result: any) => result.text)
        .join(" | ");
    expect(await lives("")).toMatch(/Faro/);
    expect(await lives("")).not.toMatch(/Porto/);
    expect(await lives("&asOf=2024-06-01")).toMatch(/Porto/);
    expect(await lives("&asOf=2024-06-01")).not.toMatch(/Faro/);
    expect(await lives("&asOf=2023-01-01")).toBe("");
    expect(await lives("&knownAt=2023-01-01T00:00:00Z")).toBe("");
  });

  test("status", async () => {
    const statuses = async (query: string): Promise<Set<string>> =>
      new Set(
        (await api.get(`/memory/search?q=my+cousin+Ruben&kind=fact${query}`)).body.results.map(
          (one: any) => one.status,
        ),
      );
    expect(await statuses("&status=superseded")).toEqual(new Set(["superseded"]));
    expect(await statuses("&status=verified")).toEqual(new Set(["verified"]));
    for (const status of await statuses("")) expect(["verified", "staged", "disputed"]).toContain(status);
  });
});

describe("facts", () => {
  const FACT = {
    subject: "user",
    predicate: "favourite tea",
    object: "Assam",
    text: "The user's favourite tea is Assam.",
  };

  test("nothing is said in the future, whatever the clock of a client says", async () => {
    const said = await api.post("/memory/episodes", { text: "Ulf lives in Oulu.", occurredAt: "2103-01-01" });
    expect(said.body.occurredAt).toBe(said.body.recordedAt);
  });

  test("words that nobody can see are none", async () => {
    const refused = { status: 400, body: { detail: expect.stringContaining("must not be empty") } };
    expect(await api.post("/chat", { message: "\u200b\u2060" })).toMatchObject(refused);
    expect(await api.post("/memory/facts", { ...FACT, subject: "\u200b" })).toMatchObject(refused);
  });

  test("a sentence that names another object takes the fact along; one that says more of the same does not", async () => {
    const stated = { subject: "Otto", predicate: "LIVES_IN", object: "Vaasa", objectKind: "entity" };
    const { body } = await api.post("/memory/facts", { ...stated, text: "Otto lives in Vaasa." });
    const correct = (text: string) => api.send("PATCH", `/memory/facts/${body.id as string}`, { text });
    const named = async (text: string) => (await correct(text)).body.object.name as string;
    expect(await named("Otto lives in Vaasa since May.")).toBe("Vaasa");
    expect(await named("Otto lives in Turku since May.")).toBe("Turku");
    expect(await named("Since May Otto is at home in Turku.")).toBe("Turku");
  });

  test("stated, listed, read, corrected, undone", async () => {
    const stated = await api.post("/memory/facts", FACT);
    expect(stated.status).toBe(201);
    expect(stated.body).toMatchObject({
      status: "verified",
      predicate: "FAVOURITE_TEA",
      value: "Assam",
      subject: { isSelf: true },
    });
    const { id, subjectId } = stated.body;
    expect((await facts(`&entity=${subjectId as string}&status=verified`)).map((fact) => fact.id)).toContain(
      id,
    );
    expect((await facts("&status=archived")).map((fact) => fact.id)).not.toContain(id);
    const corrected = await api.send("PATCH", `/memory/facts/${id as string}`, { object: "Darjeeling" });
    expect(corrected.body).toMatchObject({
      id,
      value: "Darjeeling",
      text: "The user's favourite tea is Darjeeling.",
    });
    const change = (await api.get(`/memory/changes?targetId=${id as string}`)).body.items[0];
    expect(change).toMatchObject({ targetId: id, actor: "user" });
    expect((await api.post(`/memory/changes/${change.id as string}/undo`, {})).status).toBe(200);
    expect((await api.get(`/memory/facts/${id as string}`)).body).toMatchObject({
      value: "Assam",
      text: FACT.text,
      status: "verified",
    });
    expect((await api.post(`/memory/changes/${change.id as string}/undo`, {})).status).toBe(409);
  });

  test("a day begins in the user's time zone", async () => {
    const before = (await api.get("/settings")).body.timeZone as string;
    await api.send("PUT", "/settings", { timeZone: "America/New_York" });
    const { body } = await api.post("/memory/facts", { ...FACT, object: "Oolong", validAt: "2026-03-01" });
    expect(body).toMatchObject({ validAt: "2026-03-01T05:00:00.000Z", validAtPrecision: "day" });
    const exact = { invalidAt: "2026-07-01T12:00:00+02:00" };
    const corrected = await api.send("PATCH", `/memory/facts/${body.id as string}`, exact);
    expect(corrected.body.invalidAt).toBe("2026-07-01T10:00:00.000Z");
    await api.send("PUT", "/settings", { timeZone: before });
  });

  test("undo without a body, as curl -X POST sends it", async () => {
    const { id } = (
      await api.post("/memory/facts", {
        ...FACT,
        object: "Ceylon",
        text: "The user's favourite tea is Ceylon.",
      })
    ).body;
    const change = (await api.get(`/memory/changes?targetId=${id as string}`)).body.items[0];
    expect((await api.send("POST", `/memory/changes/${change.id as string}/undo`)).status).toBe(200);
    expect((await api.get(`/memory/facts/${id as string}`)).status).toBe(404);
  });

  test("pages without gaps", async () => {
    const all = (await facts()).map((fact) => fact.id);
    const paged: string[] = [];
    let cursor = "";
    do {
      const { body } = await api.get(`/memory/facts?limit=3${cursor}`);
      paged.push(...body.items.map((fact: any) => fact.id));
      cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor as string}`;
    } while (cursor !== "");
    expect(paged).toEqual(all);
  });
});

test("what is stated at one time names one thing once", async () => {
  const stated = await Promise.all(
    ["PLAYS_AT", "SINGS_AT", "DANCES_AT"].map((predicate) =>
      api.post("/memory/facts", {
        subject: "Annelie",
        predicate,
        object: "Halle Nord",
        objectKind: "entity",
        text: "Halle Nord",
      }),
    ),
  );
  expect(stated.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(stated.map(({ body }) => body.objectId)).size).toBe(1);
});

test("entities and rejections are lists too", async () => {
  const entities = (await api.get("/memory/entities?q=Annelie")).body;
  expect(entities).toMatchObject({ items: [{ name: expect.stringContaining("Annelie") }], nextCursor: null });
  const one = (await api.get(`/memory/entities/${entities.items[0].id as string}`)).body;
  expect(one.facts.length).toBeGreaterThan(0);
  expect((await api.get("/memory/rejections")).body).toMatchObject({ items: expect.any(Array) });
});

test("two people of one role in one message are two people", async () => {
  await api.say("My cousin Ada lives in Rome. My cousin Bea lives in Pisa.");
  await api.verify();
  const lives = (await facts()).filter(
    ({ predicate, text }) => predicate === "LIVES_IN" && /Rome|Pisa/.test(text),
  );
  expect(
    lives.map(({ subject, object }) => `${subject.name as string} in ${object.name as string}`).toSorted(),
  ).toEqual(["Ada in Rome", "Bea in Pisa"]);
});

test("a day is one of the user's time zone: in filters, and where it is forgotten", async () => {
  const settings = (await api.get("/settings")).body;
  await api.send("PUT", "/settings", { timeZone: "America/Los_Angeles" });
  const said = ["2024-05-02T20:00:00-07:00", "2024-05-03T09:00:00-07:00", "2024-05-03T20:00:00-07:00"];
  const ids = [];
  for (const occurredAt of said)
    ids.push((await api.post("/memory/episodes", { text: `It is ${occurredAt}.`, occurredAt })).body.id);
  const day = { from: "2024-05-03", to: "2024-05-04" };
  const moments = await api.get(`/memory/timeline?${new URLSearchParams(day).toString()}`);
  expect(moments.body.items.map(({ id }: any) => id)).toEqual([ids[2], ids[1]]);
  const call = { name: "timeline", arguments: day };
  const accept = "application/json";
  const asked = await api.post(
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
    { accept },
  );
  expect(asked.body.result.structuredContent.turns.map(({ episodeId }: any) => episodeId)).toEqual([
    ids[2],
    ids[1],
  ]);
  const text = "You visit Quito.";
  const visit = { subject: "user", predicate: "VISITS", object: "Quito", text, validAt: "2024-05-03" };
  await api.post("/memory/facts", visit);
  expect(await facts("&predicate=VISITS&asOf=2024-05-03")).toHaveLength(1);
  expect(await facts("&predicate=VISITS&asOf=2024-05-02")).toEqual([]);
  const told = await api.post("/memory/episodes", { text: "It is June.", occurredAt: "2024-06-03" });
  const { occurredAt } = (await api.get(`/memory/episodes/${told.body.id}`)).body;
  expect(occurredAt).toBe("2024-06-03T07:00:00.000Z");
  await api.post("/memory/forget", day);
  const left = await Promise.all(ids.map(async (id) => (await api.get(`/memory/episodes/${id}`)).status));
  expect(left).toEqual([200, 404, 404]);
  await api.send("PUT", "/settings", settings);
});
