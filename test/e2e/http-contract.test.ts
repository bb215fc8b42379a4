import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readEvents } from "../../src/cli/sse.ts";
import { client, until, type Client, type Said } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The names other programs build on, spoken from outside. Literals are frozen here on purpose. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

interface Seen {
  event: string;
  data: any;
}

async function streamed(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Seen[]> {
  const response = await fetch(`${url}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const seen: Seen[] = [];
  for await (const { event, data } of readEvents(response.body as ReadableStream<Uint8Array>))
    seen.push({ event, data: JSON.parse(data) });
  return seen;
}

/** Memory works on in the background: its events may come at any time. */
const names = (seen: Seen[]): string =>
  seen
    .filter(({ event }) => event !== "memory")
    .map(({ event }) => event)
    .join(" ");

/** Events of memory, collected until `close`. */
async function observe(url: string): Promise<{ events: Seen[]; close: () => void }> {
  const abort = new AbortController();
  const response = await fetch(`${url}/events`, { signal: abort.signal });
  const events: Seen[] = [];
  void (async () => {
    for await (const { event, data } of readEvents(response.body as ReadableStream<Uint8Array>))
      events.push({ event, data: JSON.parse(data) });
  })().catch(() => undefined);
  await until(async () => events.length > 0, "the first event");
  return { events, close: () => abort.abort() };
}

async function facts(path = ""): Promise<any[]> {
  return (await api.get(`/memory/facts?limit=200${path}`)).body.items;
}

describe("POST /chat", () => {
  test("as JSON", async () => {
    await api.say("My sister Annelie lives in Lyon.");
    await api.extracted();
    const said = await api.say("Where does my sister Annelie live?");
    expect(said).toMatchObject({
      conversationId: expect.any(String),
      episodeId: expect.any(String),
      model: expect.any(String),
    });
    expect(said.reply).toContain("Lyon");
    for (const item of said.recalled) {
      expect(item).toMatchObject({
        kind: expect.any(String),
        id: expect.any(String),
        text: expect.any(String),
        status: expect.any(String),
        score: expect.any(Number),
        components: { relevance: expect.any(Number), evidence: expect.any(Number) },
      });
      expect(item.evidence).toEqual(expect.any(Array));
    }
  });

  test("as events", async () => {
    const seen = await streamed(service.url, { message: "Where does my sister Annelie live?" });
    expect(names(seen)).toMatch(/^accepted recall( reasoning)*( delta)+ done$/);
    const done = seen.at(-1)?.data;
    const text = seen
      .filter(({ event }) => event === "delta")
      .map(({ data }) => data.text)
      .join("");
    expect(done).toMatchObject({
      reply: text,
      episodeId: seen[0]?.data.episodeId,
      conversationId: seen[0]?.data.conversationId,
    });
    expect(seen[1]?.data.recalled).toEqual(done.recalled);
    expect(done.recalled[0].components).toMatchObject({ relevance: expect.any(Number) });
    const { state, assistantReply } = (await api.get(`/memory/episodes/${done.episodeId as string}`)).body;
    expect(state).toBe("complete");
    expect(text.startsWith(assistantReply), "what the model says of itself is not kept").toBe(true);
  });

  test("Idempotency-Key: a retried request is the same turn", async () => {
    const key = { "idempotency-key": "contract-1" };
    const [first, second] = await Promise.all([
      api.post("/chat", { message: "My cat is called Miro." }, key),
      api.post("/chat", { message: "My cat is called Miro." }, key),
    ]);
    const third = await api.post(
      "/chat",
      { message: "My cat is called Miro.", conversationId: first.body.conversationId },
      key,
    );
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    // One of the two came first, and heard what the model says of itself.
    const kept = [first.body.reply, second.body.reply].sort()[0] as string;
    expect(second.body.episodeId).toBe(first.body.episodeId);
    expect([first.body.reply, second.body.reply].every((reply: string) => reply.startsWith(kept))).toBe(true);
    expect(third.body).toMatchObject({ episodeId: first.body.episodeId, reply: kept });
    const again = await streamed(service.url, { message: "My cat is called Miro." }, key);
    expect(again.at(-1)?.data.episodeId).toBe(first.body.episodeId);
    const other = await api.post("/chat", { message: "My dog is called Rex." }, key);
    expect(other).toMatchObject({ status: 409, body: { code: "idempotency_mismatch" } });
    expect(
      (await api.get(`/conversations/${first.body.conversationId as string}`)).body.episodes,
    ).toHaveLength(1);
  });

  test("replaces: what rested on the replaced turn is withdrawn", async () => {
    const told = await api.say("My neighbour Quentin lives in Toulouse.");
    await api.verify();
    expect((await facts()).some((fact) => fact.text.includes("Toulouse"))).toBe(true);
    const edited = await api.say("My neighbour Quentin lives in Bordeaux.", {
      conversationId: told.conversationId,
      replaces: told.episodeId,
    });
    expect(edited.conversationId).toBe(told.conversationId);
    expect((await facts()).some((fact) => fact.text.includes("Toulouse"))).toBe(false);
    await api.verify();
    expect((await facts("&status=verified")).some((fact) => fact.text.includes("Bordeaux"))).toBe(true);
    expect((await api.get("/memory/search?q=Toulouse")).text).not.toContain("Toulouse");
    const thread = (await api.get(`/conversations/${told.conversationId}`)).body.episodes;
    expect(
      thread.filter((episode: any) => episode.replacedBy === null).map((episode: any) => episode.id),
    ).toEqual([edited.episodeId]);
  });

  test("replaces alone names the conversation", async () => {
    const told = await api.say("What is a good name for a parrot?");
    const again = await api.say("What is a good name for a parrot?", { replaces: told.episodeId });
    expect(again.conversationId).toBe(told.conversationId);
    expect(again.episodeId).not.toBe(told.episodeId);
  });

  test.each(["off", "read"])("memory %s: nothing is kept for later", async (memory) => {
    const city = memory === "off" ? "Kiruna" : "Narvik";
    const before = (await api.get("/memory/stats")).body;
    const said = await api.say(`My uncle Bertil lives in ${city}.`, { memory });
    await api.verify();
    const episode = (await api.get(`/memory/episodes/${said.episodeId}`)).body;
    expect(episode).toMatchObject({ memory, extraction: { state: "none" } });
    expect((await api.get(`/memory/search?q=${city}`)).text).not.toContain(city);
    expect((await api.get("/memory/search?q=my+uncle+Bertil")).text).not.toContain(city);
    expect((await facts()).some((fact) => fact.text.includes(city))).toBe(false);
    expect((await api.say("Where does my uncle Bertil live?", { memory: "read" })).reply).not.toContain(city);
    const after = (await api.get("/memory/stats")).body;
    expect(after.entities).toEqual(before.entities);
    expect(after.facts).toEqual(before.facts);
  });

  test("memory: read recalls, off does not", async () => {
    expect((await api.say("Where does my sister Annelie live?", { memory: "read" })).reply).toContain("Lyon");
    expect((await api.say("Where does my sister Annelie live?", { memory: "off" })).recalled).toEqual([]);
  });

  test("mode memory answers from memory alone", async () => {
    expect((await api.say("Where does my sister Annelie live?", { mode: "memory" })).reply).toContain("Lyon");
  });

  test("two messages at once in one conversation: one after the other, or 409", async () => {
    const { conversationId } = await api.say("Let us talk.");
    const both = await Promise.all(
      ["One.", "Two.", "Three."].map((message) => api.post("/chat", { message, conversationId })),
    );
    for (const { status } of both) expect([200, 409]).toContain(status);
    const items = (await api.get(`/conversations/${conversationId}`)).body.episodes;
    expect(items).toHaveLength(1 + both.filter(({ status }) => status === 200).length);
    expect(items.map((episode: any) => episode.ordinal)).toEqual(
      items.map((_: unknown, index: number) => index),
    );
    expect(items.every((episode: any) => episode.state === "complete")).toBe(true);
  });
});

test("conversations: listed newest first, paged, renamed, deleted", async () => {
  const made: Said[] = [];
  for (const n of [1, 2, 3]) made.push(await api.say(`Topic number ${n}.`));
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await api.get(
      `/conversations?limit=2${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    expect(body.items.length).toBeLessThanOrEqual(2);
    ids.push(...body.items.map((one: any) => one.id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, 3)).toEqual(made.map(({ conversationId }) => conversationId).reverse());

  const { conversationId } = made[0] as Said;
  const path = `/conversations/${conversationId}`;
  await api.say("And more of it.", { conversationId });
  const thread = (await api.get(`${path}?limit=1`)).body;
  expect(thread).toMatchObject({
    id: conversationId,
    title: expect.any(String),
    episodes: [{ userMessage: "Topic number 1." }],
  });
  const rest = (await api.get(`${path}?limit=1&cursor=${thread.nextCursor as string}`)).body;
  expect(rest).toMatchObject({ episodes: [{ userMessage: "And more of it." }], nextCursor: null });

  expect((await api.send("PATCH", path, { title: "Renamed" })).body.title).toBe("Renamed");
  expect((await api.get(path)).body.title).toBe("Renamed");
  expect((await api.send("DELETE", path)).body.forgotten).toMatchObject({ episodes: 2, conversations: 1 });
  expect((await api.get(path)).status).toBe(404);
  expect((await api.send("DELETE", path)).status).toBe(404);
});

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

test("entities and rejections are lists too", async () => {
  const entities = (await api.get("/memory/entities?q=Annelie")).body;
  expect(entities).toMatchObject({ items: [{ name: expect.stringContaining("Annelie") }], nextCursor: null });
  const one = (await api.get(`/memory/entities/${entities.items[0].id as string}`)).body;
  expect(one.facts.length).toBeGreaterThan(0);
  expect((await api.get("/memory/rejections")).body).toMatchObject({ items: expect.any(Array) });
});

test("episodes: what was said elsewhere is extracted in the background", async () => {
  const made = await api.post("/memory/episodes", {
    text: "My aunt Greta lives in Bergen.",
    occurredAt: "2025-05-01",
    speaker: "Ann",
    externalId: "mail-7",
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ episodeId: expect.any(String), conversationId: expect.any(String) });
  const again = await api.post("/memory/episodes", {
    text: "My aunt Greta lives in Bergen.",
    externalId: "mail-7",
  });
  expect(again).toMatchObject({ status: 200, body: { episodeId: made.body.episodeId } });
  const read = async (): Promise<any> =>
    (await api.get(`/memory/episodes/${made.body.episodeId as string}`)).body;
  await until(async () => (await read()).extraction.state === "done", "the extraction");
  expect(await read()).toMatchObject({
    userMessage: "My aunt Greta lives in Bergen.",
    speaker: "Ann",
    occurredAt: "2025-05-01T00:00:00.000Z",
  });
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

test("forget: each form, and again", async () => {
  const zeros = (counts: Record<string, number>): boolean =>
    Object.values(counts).every((count) => count === 0);
  const forgetTwice = async (target: Record<string, unknown>): Promise<Record<string, number>> => {
    const first = await api.post("/memory/forget", target);
    expect(first.status, JSON.stringify(target)).toBe(200);
    const second = await api.post("/memory/forget", target);
    expect(second.status).toBe(200);
    expect(zeros(second.body.forgotten), JSON.stringify([target, second.body])).toBe(true);
    return first.body.forgotten;
  };
  const said = await api.say("My friend Zoltan lives in Szeged. My aunt Ilona lives in Eger.");
  const dated = await api.post("/memory/episodes", {
    text: "My teacher Balthazar lives in Ghent.",
    occurredAt: "1999-03-03T10:00:00Z",
  });
  await api.verify();
  const fact = (await facts()).find(({ text }) => text.includes("Szeged"));
  expect((await forgetTwice({ factId: fact.id })).facts).toBeGreaterThan(0);
  expect((await api.get(`/memory/facts/${fact.id as string}`)).status).toBe(404);
  expect((await api.get("/memory/search?q=Szeged")).text).not.toContain("Szeged");

  const ilona = (await api.get("/memory/entities?q=Ilona")).body.items[0];
  expect((await forgetTwice({ entityId: ilona.id })).entities).toBeGreaterThan(0);
  expect((await facts()).some(({ text }) => text.includes("Ilona"))).toBe(false);

  expect((await forgetTwice({ from: "1999-01-01", to: "2000-01-01" })).episodes).toBe(1);
  expect((await api.get(`/memory/episodes/${dated.body.episodeId as string}`)).status).toBe(404);
  expect((await facts()).some(({ text }) => text.includes("Balthazar"))).toBe(false);

  expect((await forgetTwice({ episodeId: said.episodeId })).episodes).toBe(1);
  const { conversationId } = await api.say("One more thread.");
  expect((await forgetTwice({ conversationId })).conversations).toBe(1);
  expect((await api.get(`/conversations/${conversationId}`)).status).toBe(404);
});

test("feedback, stats, settings", async () => {
  const [fact] = await facts();
  expect((await api.post("/memory/feedback", { id: fact.id, helpful: true })).status).toBeLessThan(300);
  expect((await api.get("/memory/stats")).body).toMatchObject({
    episodes: expect.any(Number),
    conversations: expect.any(Number),
    facts: expect.any(Object),
    entities: expect.any(Object),
    pending: { extraction: expect.any(Number), verification: expect.any(Number) },
  });
  const before = (await api.get("/settings")).body;
  expect(before).toEqual({
    timeZone: "UTC",
    language: null,
    retentionDays: null,
    quietHours: null,
    recallRecipe: null,
  });
  const set = {
    timeZone: "Europe/Berlin",
    language: "de",
    retentionDays: 400,
    quietHours: { from: "22:00", to: "06:30" },
    recallRecipe: "landmark",
  };
  expect((await api.send("PUT", "/settings", set)).body).toEqual(set);
  expect((await api.get("/settings")).body).toEqual(set);
  await api.send("PUT", "/settings", before);
});

test("the recipe of chat is the user's, or the service's", async () => {
  await api.post("/memory/facts", {
    subject: "Zita",
    predicate: "PLAYS",
    object: "the bassoon",
    text: "Zita plays the bassoon.",
  });
  const parts = async (): Promise<Record<string, number>> => {
    const { recalled } = await api.say("What does Zita play?", { memory: "read" });
    return (recalled.find(({ text }) => text === "Zita plays the bassoon.") as any).components;
  };
  const before = (await api.get("/settings")).body;
  expect((await parts()).relevance).toBeGreaterThan(0.8);
  await api.send("PUT", "/settings", { ...before, recallRecipe: "landmark" });
  const landmark = await parts();
  expect(landmark.relevance, "WEIGHT_SIMILARITY").toBeCloseTo(0.65, 1);
  expect(landmark.importance, "WEIGHT_IMPORTANCE").toBeGreaterThan(0.1);
  const wrong = await api.send("PUT", "/settings", { ...before, recallRecipe: "cross_encoder" });
  expect(wrong.body.errors[0].field, "there is no reranking server").toBe("recallRecipe");
  await api.send("PUT", "/settings", before);
});

test("maintenance: 202 with a run, the same one while it runs, a dry run changes nothing", async () => {
  for (let n = 0; n < 20; n++)
    await api.post("/memory/episodes", { text: `My colleague Person${n} lives in Utrecht.` });
  await api.extracted();
  const ended = async (runId: string): Promise<any> => {
    let run: any;
    await until(
      async () => (run = (await api.get(`/maintenance/runs/${runId}`)).body).state !== "running",
      "the run",
    );
    return run;
  };
  const counts = async (): Promise<unknown> => {
    const { facts: byStatus, entities, pending, rejections } = (await api.get("/memory/stats")).body;
    return { byStatus, entities, pending, rejections };
  };
  const before = await counts();
  const dry = await api.post("/maintenance/jobs/verify/run", { dryRun: true });
  expect(dry.status).toBe(202);
  const dried = await ended(dry.body.runId);
  expect(dried).toMatchObject({ id: dry.body.runId, job: "verify", state: "done", dryRun: true });
  expect(dried.result.verified).toBeGreaterThan(0);
  expect(await counts()).toEqual(before);

  const started = await Promise.all([1, 2, 3].map(() => api.send("POST", "/maintenance/jobs/verify/run")));
  expect(started.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(started.map(({ body }) => body.runId)).size).toBe(1);
  const run = await ended(started[0]?.body.runId);
  expect(run).toMatchObject({ state: "done", dryRun: false, finishedAt: expect.any(String) });
  expect(run.result.verified).toBe(dried.result.verified);
  expect((await api.get("/memory/stats")).body.pending).toEqual({ extraction: 0, verification: 0 });
  expect((await api.get("/maintenance/runs")).body.items.map((one: any) => one.id)).toContain(run.id);
});

test("health, liveness, readiness", async () => {
  const health = await api.get("/health");
  expect(health.status).toBe(200);
  expect(health.body).toMatchObject({
    status: "ok",
    store: expect.anything(),
    queue: expect.anything(),
    model: expect.anything(),
    embedder: expect.anything(),
    pending: { extraction: expect.any(Number), verification: expect.any(Number) },
    failed: { extraction: expect.any(Number) },
  });
  expect((await api.get("/livez")).status).toBe(200);
  expect((await api.get("/readyz")).status).toBe(200);
});

test("metrics: every fixed name", async () => {
  const { status, text, headers } = await api.get("/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("text/plain");
  const sample = (name: string, labels: string): RegExp =>
    new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} \\d`, "m");
  expect(text).toMatch(sample("engram_turns_total", 'outcome="complete"'));
  expect(text).toMatch(sample("engram_extractions_total", 'outcome="done"'));
  expect(text).toMatch(sample("engram_validations_total", 'stage="[a-z_]+",outcome="[a-z]+"'));
  expect(text).toMatch(sample("engram_llm_requests_total", 'purpose="chat",outcome="ok"'));
  expect(text).toMatch(sample("engram_llm_tokens_total", 'purpose="chat",kind="[a-z]+"'));
  expect(text).toMatch(/^engram_first_token_seconds_count \d/m);
  expect(text).toMatch(sample("engram_retrieval_seconds_count", 'lane="[a-z]+"'));
  expect(text).toMatch(sample("engram_pending", 'stage="extraction"'));
  expect(text).toMatch(sample("engram_pending", 'stage="extraction_failed"'));
  expect(text).toMatch(sample("engram_pending", 'stage="verification"'));
  expect(text).toMatch(sample("engram_facts", 'status="verified"'));
  expect(text).toMatch(/^engram_entities \d/m);
  expect(text).toMatch(/^engram_suspicious_reasoning_total \d/m);
});

test("docs: OpenAPI 3.1 that lists the routes", async () => {
  const { status, body } = await api.get("/docs/json");
  expect(status).toBe(200);
  expect(body.openapi).toMatch(/^3\.1\./);
  expect(body.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  const routes = Object.entries<any>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  for (const route of [
    "POST /chat",
    "GET /conversations",
    "GET /conversations/{id}",
    "PATCH /conversations/{id}",
    "DELETE /conversations/{id}",
    "GET /memory/search",
    "POST /memory/search",
    "GET /memory/facts",
    "POST /memory/facts",
    "GET /memory/facts/{id}",
    "PATCH /memory/facts/{id}",
    "GET /memory/entities",
    "GET /memory/episodes/{id}",
    "POST /memory/episodes",
    "POST /memory/episodes/extract",
    "POST /memory/episodes/{id}/extract",
    "POST /memory/forget",
    "POST /memory/changes/{id}/undo",
    "POST /memory/feedback",
    "GET /memory/stats",
    "GET /settings",
    "PUT /settings",
    "POST /maintenance/jobs/{name}/run",
    "GET /maintenance/runs/{id}",
    "GET /health",
    "GET /events",
    "POST /v1/chat/completions",
    "GET /v1/models",
  ])
    expect(routes).toContain(route);
  expect(routes.some((route) => route.includes("/admin"))).toBe(false);
  const chat = body.paths["/chat"].post;
  expect(Object.keys(chat.requestBody.content["application/json"].schema.properties)).toEqual([
    "message",
    "conversationId",
    "memory",
    "mode",
    "replaces",
  ]);
  expect((await api.get("/docs/")).status).toBe(200);
});

test("events: staged, verified and forgotten arrive", async () => {
  const { events, close } = await observe(service.url);
  const said = await api.say("My grandmother Ottilie lives in Graz.");
  await api.verify();
  const of = (type: string): Seen | undefined =>
    events.find(
      ({ event, data }) => event === "memory" && data.type === type && data.episodeId === said.episodeId,
    );
  await until(async () => of("staged") !== undefined && of("verified") !== undefined, "staged and verified");
  const staged = of("staged")?.data;
  expect(staged.facts).toBe(staged.items.length);
  const told = (await api.get(`/memory/facts?entity=Ottilie&limit=200`)).body.items;
  expect(told.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([staged.items[0].id]));
  expect(JSON.stringify(staged.items)).toMatch(/Ottilie.*Graz/);
  expect(of("verified")?.data.verified).toBeGreaterThan(0);
  await api.post("/memory/forget", { episodeId: said.episodeId });
  await until(async () => events.some(({ data }) => data.type === "forgotten"), "forgotten");
  const others = events.filter(({ data }) => data.type !== "staged");
  expect(JSON.stringify(others)).not.toMatch(/Ottilie|Graz/);
  close();
});

describe("with a language model", () => {
  let fake: FakeLlama;
  let other: TestService;
  let place: TestFolder;
  let with_: Client;
  beforeAll(async () => {
    fake = await startFakeLlama({ tokenDelayMs: 5 });
    place = await testFolder();
    other = await startService(place.path, { LLAMA_CPP_URL: `${fake.url}/v1` });
    with_ = client(other.url);
  });
  afterAll(async () => {
    await other.stop();
    await fake.close();
    await place.remove();
  });
  beforeEach(async () => fake.restore());

  const chats = (): number => fake.requests.filter(({ body }) => body.response_format === undefined).length;

  test("reasoning comes before the reply, and is no part of it", async () => {
    fake.reply({ reasoning: "Let me think.", content: "A reply of five words." });
    const seen = await streamed(other.url, { message: "Hello." });
    expect(names(seen)).toMatch(/^accepted recall( reasoning)+( delta)+ done$/);
    expect(seen.at(-1)?.data.reply).toBe("A reply of five words.");
  });

  test("an error after the headers is an event; the turn is kept", async () => {
    fake.reply({ content: "one two three four five six seven eight" });
    await fake.misbehave("cut", { times: 1, when: (body) => body.response_format === undefined });
    const seen = await streamed(other.url, { message: "Will this break?" });
    expect(names(seen)).toMatch(/^accepted recall( delta)+ error$/);
    const problem = seen.at(-1)?.data;
    expect(problem).toMatchObject({
      code: expect.stringMatching(/^model_/),
      status: expect.any(Number),
      episodeId: seen[0]?.data.episodeId,
    });
    const kept = (await with_.get(`/memory/episodes/${problem.episodeId as string}`)).body;
    expect(kept).toMatchObject({ state: "interrupted", userMessage: "Will this break?" });
    expect(kept.assistantReply).toMatch(/^one/);
  });

  test("what memory does meanwhile is told in the stream", async () => {
    fake.reply("Noted.");
    const { episodeId } = await with_.say("Something to forget.");
    fake.reply({ content: "word ".repeat(40), tokenDelayMs: 20 });
    const running = streamed(other.url, { message: "Hello again." });
    setTimeout(() => void with_.post("/memory/forget", { episodeId }), 200);
    const seen = await running;
    expect(seen.find(({ event }) => event === "memory")?.data).toMatchObject({
      type: "forgotten",
      episodes: 1,
    });
    expect(seen.at(-1)?.event).toBe("done");
  });

  test("Idempotency-Key: one model call", async () => {
    fake.reply("Once.");
    const key = { "idempotency-key": "with-model" };
    const before = chats();
    const [a, b] = await Promise.all([
      with_.post("/chat", { message: "Only once." }, key),
      with_.post("/chat", { message: "Only once." }, key),
    ]);
    expect(a.body.episodeId).toBe(b.body.episodeId);
    expect(a.body.reply).toBe("Once.");
    expect(chats() - before).toBe(1);
  });

  test("two at once in one conversation: in order", async () => {
    fake.reply({ content: "a slow reply of several words", tokenDelayMs: 30 });
    const { conversationId } = await with_.say("Let us talk.");
    const [one, two] = await Promise.all([
      with_.post("/chat", { message: "One.", conversationId }),
      with_.post("/chat", { message: "Two.", conversationId }),
    ]);
    for (const { status } of [one, two]) expect([200, 409]).toContain(status);
    const items = (await with_.get(`/conversations/${conversationId}`)).body.episodes;
    for (const [i, item] of items.entries()) {
      if (i > 0) expect(item.recordedAt >= items[i - 1].recordedAt).toBe(true);
      expect(item.state).toBe("complete");
    }
  });

  test("a client that leaves stops the model", async () => {
    fake.reply({ content: "word ".repeat(400), tokenDelayMs: 20 });
    for (const accept of ["text/event-stream", "application/json"]) {
      const abort = new AbortController();
      const message = `Tell me a long story as ${accept}.`;
      const response = fetch(`${other.url}/chat`, {
        method: "POST",
        signal: abort.signal,
        headers: { "content-type": "application/json", accept },
        body: JSON.stringify({ message }),
      });
      response.catch(() => undefined);
      const mine = (): (typeof fake.requests)[number] | undefined =>
        fake.requests.find(
          ({ body }) => body.response_format === undefined && JSON.stringify(body.messages).includes(message),
        );
      await until(async () => (mine()?.startedAt ?? null) !== null, "the model call");
      setTimeout(() => abort.abort(), 100);
      await until(async () => mine()?.aborted === true, "the abort");
      await until(
        async () => (await with_.get("/memory/episodes?limit=1")).body.items[0].state === "interrupted",
        "the kept turn",
      );
    }
  });

  test("a model that is away is 503 and says which turn was kept; /health is degraded", async () => {
    await fake.misbehave("refuse");
    const answer = await with_.post("/chat", { message: "Anyone?" });
    expect(answer).toMatchObject({
      status: 503,
      body: { code: "model_unavailable", episodeId: expect.any(String) },
    });
    await until(async () => (await with_.get("/health")).body.status === "degraded", "degraded");
    expect((await with_.get("/health")).status).toBe(200);
  });
});
