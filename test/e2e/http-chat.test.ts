import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";
import { names, streamed } from "../support/streamed.ts";

/** What a chat answers, spoken from outside. Literals are frozen here on purpose. */
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
        components: { relevance: expect.any(Number), match: expect.any(Number) },
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

  test("null is absent", async () => {
    const absent = { conversationId: null, memory: null, mode: null, images: null, replaces: null };
    expect((await api.say("I am new here.", { ...absent, branchFrom: null })).reply).toBeTruthy();
    const told = { text: "I moved.", conversationId: null, speaker: null, outcome: null };
    expect((await api.post("/memory/episodes", told)).status).toBe(201);
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
    const forgotten = Promise.withResolvers<void>();
    fake.reply({ content: "A reply of some words.", heldUntil: forgotten.promise });
    const seen = await streamed(other.url, { message: "Hello again." }, {}, ({ event }) => {
      if (event === "recall") void with_.post("/memory/forget", { episodeId }).finally(forgotten.resolve);
    });
    expect(seen).toContainEqual(
      expect.objectContaining({
        event: "memory",
        data: expect.objectContaining({ type: "forgotten", episodes: 1 }),
      }),
    );
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
