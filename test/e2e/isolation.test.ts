import { execFile } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEvents } from "../../src/cli/sse.ts";
import { type Lane, LANES } from "../../src/services/retrieval/types.ts";
import { client, until, type Client, type Said } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Two people with the same names in their lives, one service: neither meets anything of the other's. */
let folder: TestFolder;
let service: TestService;
let alice: Client & { key: string };
let bob: Client & { key: string };
let told: { alice: Said; bob: Said };

const MAIN = join(import.meta.dirname, "../../src/main.ts");

async function engram(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: join(folder.path, "data") };
  return (await promisify(execFile)(process.execPath, [MAIN, ...args], { env })).stdout.trim();
}

/** Words of Alice's story that Bob must never see, and the other way round. */
const ALICES = /Lyon|Ravel|cello|Marbella|violet/i;
const BOBS = /Oslo|Munch|drum|Bergen|orange/i;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
  const [a, b] = [await engram("keys", "create", "alice"), await engram("keys", "create", "bob")];
  alice = { ...client(service.url, a), key: a };
  bob = { ...client(service.url, b), key: b };
  told = {
    alice: await alice.say("My sister Annelie lives in Lyon."),
    bob: await bob.say("My sister Annelie lives in Oslo."),
  };
  await alice.say("My sister Annelie works at Ravel.");
  await bob.say("My sister Annelie works at Munch.");
  await alice.say("My sister Annelie plays the cello. Yesterday I was in Marbella.");
  await bob.say("My sister Annelie plays the drums. Yesterday I was in Bergen.");
  await alice.say("I like violet.");
  await bob.say("I like orange.");
  for (const [api, firm, city] of [
    [alice, "Ravel", "Lyon"],
    [bob, "Munch", "Oslo"],
  ] as const) {
    await api.post("/memory/episodes", {
      text: `I bought a bicycle in ${city}.`,
      occurredAt: "2019-05-05T10:00:00Z",
    });
    const entity = { objectKind: "entity" };
    await api.post("/memory/facts", {
      subject: "Annelie",
      predicate: "SINGS_AT",
      object: firm,
      text: `Annelie sings at ${firm}.`,
      ...entity,
    });
    await api.post("/memory/facts", {
      subject: firm,
      predicate: "LOCATED_IN",
      object: city,
      text: `${firm} is in ${city}.`,
      ...entity,
    });
  }
  await Promise.all([alice.verify(), bob.verify()]);
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

const LISTS = [
  "/conversations?limit=200",
  "/conversations?q=Annelie",
  "/memory/facts?limit=200",
  "/memory/facts?limit=200&sort=confidence&q=annelie&minConfidence=0.1",
  "/memory/facts?limit=200&entity=Annelie",
  "/memory/entities?limit=200&sort=mentions&asOf=2100-01-01",
  "/memory/entities?limit=200",
  "/memory/entities?q=Annelie",
  "/memory/episodes?limit=200",
  "/memory/changes?limit=200",
  "/memory/rejections?limit=200",
  "/memory/staging?limit=200",
  "/maintenance/runs?limit=200",
];

test("the story is there at all", async () => {
  for (const [api, own, other] of [
    [alice, ALICES, BOBS],
    [bob, BOBS, ALICES],
  ] as const) {
    const facts = (await api.get("/memory/facts?limit=200&status=verified")).text;
    expect(facts).toMatch(own);
    expect(facts).not.toMatch(other);
  }
});

test.each(LISTS)("%s", async (path) => {
  const [hers, his] = await Promise.all([alice.get(path), bob.get(path)]);
  expect(hers.status).toBe(200);
  expect(hers.text).not.toMatch(BOBS);
  expect(his.text).not.toMatch(ALICES);
  const ids = (answer: typeof hers): string[] => answer.body.items.map((item: any) => item.id);
  if (!path.includes("rejections") && !path.includes("staging")) expect(ids(hers).length).toBeGreaterThan(0);
  expect(ids(hers).filter((id) => ids(his).includes(id))).toEqual([]);
});

test("what waits for a decision, was refused, or can be undone is one's own", async () => {
  const mine = (await alice.get("/memory/facts?limit=200&status=verified")).body.items;
  const home = mine.find((fact: any) => fact.predicate === "LIVES_IN");
  const entities = (await alice.get("/memory/entities?limit=200")).body.items;
  const [one, other] = entities.filter((entity: any) => !entity.isSelf);
  await alice.send("PATCH", `/memory/facts/${home.id}`, { status: "disputed" });
  const item = `dispute.${home.id}`;
  const runs = (await alice.get("/maintenance/runs?limit=200")).body.items;
  const refused = [
    await bob.get(`/memory/facts/${home.id}/trace`),
    await bob.post(`/memory/review/${item}/accept`, undefined),
    await bob.post(`/memory/review/${item}/reject`, undefined),
    await bob.post(`/memory/review/${item}/edit`, { text: "Mine." }),
    await bob.post(`/memory/entities/${one.id}/merge`, { into: other.id }),
    await bob.get(`/maintenance/runs/${runs[0].id}/diff`),
    await bob.post(`/maintenance/runs/${runs[0].id}/undo`, {}),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
  expect((await bob.get("/memory/review")).text).not.toMatch(ALICES);
  expect((await alice.get("/memory/review")).body.items.map((one: any) => one.id)).toEqual([item]);

  const { runId } = (await alice.post(`/memory/review/${item}/reject`, undefined)).body;
  const refusal = `rejected.${home.id}`;
  expect((await alice.get(`/memory/rejections/${refusal}`)).status).toBe(200);
  expect((await bob.get(`/memory/rejections/${refusal}`)).status).toBe(404);
  expect((await bob.post(`/memory/rejections/${refusal}/accept`, undefined)).status).toBe(404);
  for (const path of ["/memory/rejections", "/memory/rejections/export"])
    expect((await bob.get(path)).text).not.toMatch(ALICES);
  expect((await bob.get("/memory/rejections/patterns")).body.total).toBe(0);
  expect((await bob.post(`/maintenance/runs/${runId}/undo`, {})).status).toBe(404);
  await alice.post(`/maintenance/runs/${runId}/undo`, {});
  await alice.post(`/memory/review/${item}/accept`, undefined);
  expect((await alice.get(`/memory/facts/${home.id}`)).body.status).toBe("verified");
});

test("counts and settings are one's own", async () => {
  await alice.send("PUT", "/settings", { timeZone: "Asia/Tokyo" });
  expect((await bob.get("/settings")).body.timeZone).toBe("UTC");
  await alice.send("PUT", "/settings", { timeZone: "UTC" });
  const [hers, his] = [(await alice.get("/memory/stats")).body, (await bob.get("/memory/stats")).body];
  expect(hers.episodes).toBe((await alice.get("/memory/episodes?limit=200")).body.items.length);
  expect(his.episodes).toBe((await bob.get("/memory/episodes?limit=200")).body.items.length);
});

describe("each lane of retrieval finds one's own alone", () => {
  /** What each is asked; without an embedder there are no vectors. */
  const asked: Record<Exclude<Lane, "vector">, string> = {
    mention: "Annelie",
    text: "lives works plays like Oslo Lyon",
    temporal: "what happened in May 2019",
    recent: "anything",
    graph: "Annelie",
  };
  const recipe = (lane: string): unknown => {
    const each = (value: number): Record<string, number> =>
      Object.fromEntries(LANES.map((name) => [name, name === lane ? value : 0]));
    const profile = {
      relevance: 1,
      importance: 0,
      recency: 0,
      mentions: 0,
      confidence: 0,
      importanceFloor: 2,
      recencyHalfLifeDays: 365,
    };
    return {
      quotas: each(200),
      fusion: { kind: "sum", weights: each(1) },
      profile: { ...profile, kindFactor: { fact: 1, entity: 1, episode: 1 } },
    };
  };

  test.each(Object.entries(asked))("%s", async (lane, q) => {
    for (const search of [
      { q, limit: 200, relevance: "any", recipe: recipe(lane) },
      { q, limit: 200, relevance: "any" },
    ]) {
      const [hers, his] = await Promise.all([
        alice.post("/memory/search", search),
        bob.post("/memory/search", search),
      ]);
      expect(hers.status, hers.text).toBe(200);
      for (const { body } of [hers, his]) {
        expect(
          body.results.some((result: any) => result.components[`lane.${lane}`] > 0),
          JSON.stringify(body).slice(0, 500),
        ).toBe(true);
      }
      expect(hers.text).not.toMatch(BOBS);
      expect(his.text).not.toMatch(ALICES);
    }
  });

  test("a search within a foreign conversation finds nothing of it", async () => {
    const { text } = await bob.get(
      `/memory/search?q=Annelie+Lyon&limit=200&conversationId=${told.alice.conversationId}`,
    );
    expect(text).not.toMatch(ALICES);
  });

  test("words of the other's story alone", async () => {
    expect((await bob.get("/memory/search?q=Lyon+Ravel+cello+Marbella+violet&limit=200")).text).not.toMatch(
      ALICES,
    );
    expect((await alice.get("/memory/search?q=Oslo+Munch+drums+Bergen+orange&limit=200")).text).not.toMatch(
      BOBS,
    );
  });
});

test("replies rest on one's own memory", async () => {
  for (const question of [
    "Where does my sister Annelie live?",
    "Where does Annelie work?",
    "What do I like?",
  ]) {
    const [hers, his] = await Promise.all([alice.say(question), bob.say(question)]);
    expect(JSON.stringify(hers)).not.toMatch(BOBS);
    expect(JSON.stringify(his)).not.toMatch(ALICES);
  }
  expect((await alice.say("Where does my sister Annelie live?")).reply).toContain("Lyon");
  expect((await bob.say("Where does my sister Annelie live?")).reply).toContain("Oslo");
});

/** Ids of Alice's, one of each kind. */
async function alices(): Promise<
  Record<"conversation" | "episode" | "fact" | "entity" | "change" | "run", string>
> {
  const first = async (path: string): Promise<string> => (await alice.get(path)).body.items[0].id;
  return {
    conversation: told.alice.conversationId,
    episode: told.alice.episodeId,
    fact: await first("/memory/facts"),
    entity: await first("/memory/entities?q=Annelie"),
    change: await first("/memory/changes"),
    run: await first("/maintenance/runs"),
  };
}

test("foreign ids do not exist, and nothing comes of trying", async () => {
  await alice.extracted();
  const ids = await alices();
  const snapshot = async (): Promise<string> =>
    (await Promise.all(LISTS.map(async (path) => (await alice.get(path)).text))).join("\n");
  const before = await snapshot();
  const tries: [string, string, unknown?][] = [
    ["GET", `/conversations/${ids.conversation}`],
    ["PATCH", `/conversations/${ids.conversation}`, { title: "mine" }],
    ["DELETE", `/conversations/${ids.conversation}`],
    ["GET", `/memory/episodes/${ids.episode}`],
    ["GET", `/memory/facts/${ids.fact}`],
    ["PATCH", `/memory/facts/${ids.fact}`, { text: "mine" }],
    ["GET", `/memory/entities/${ids.entity}`],
    ["GET", `/memory/facts?entity=${ids.entity}`],
    ["GET", `/memory/graph?entity=${ids.entity}`],
    ["POST", `/memory/changes/${ids.change}/undo`, {}],
    ["GET", `/maintenance/runs/${ids.run}`],
    ["POST", "/memory/feedback", { id: ids.fact, helpful: false }],
    ["POST", "/memory/feedback", { id: ids.episode, helpful: false }],
    ["POST", "/memory/episodes", { text: "mine", conversationId: ids.conversation }],
    ["POST", "/chat", { message: "mine", conversationId: ids.conversation }],
    ["POST", "/chat", { message: "mine", replaces: ids.episode }],
    ["POST", "/chat", { message: "mine", conversationId: told.bob.conversationId, replaces: ids.episode }],
  ];
  for (const [method, path, body] of tries) {
    const answer = await bob.send(method, path, body);
    expect(answer, `${method} ${path}`).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  expect((await bob.get(`/memory/changes?targetId=${ids.fact}`)).body.items).toEqual([]);
  expect((await bob.get(`/memory/episodes?conversationId=${ids.conversation}`)).body.items).toEqual([]);
  expect(await snapshot()).toBe(before);
});

test("forgetting by a foreign id: zeros, and nothing lost", async () => {
  const ids = await alices();
  const before = (await alice.get("/memory/stats")).text;
  for (const target of [
    { factId: ids.fact },
    { entityId: ids.entity },
    { episodeId: ids.episode },
    { conversationId: ids.conversation },
  ]) {
    const { status, body } = await bob.post("/memory/forget", target);
    expect(status).toBe(200);
    expect(
      Object.values(body.forgotten).every((count) => count === 0),
      JSON.stringify(body),
    ).toBe(true);
  }
  expect((await alice.get("/memory/stats")).text).toBe(before);
  expect((await alice.get(`/memory/facts/${ids.fact}`)).status).toBe(200);
});

test("cursors are one's own", async () => {
  for (const path of ["/conversations", "/memory/facts", "/memory/episodes", "/memory/changes"]) {
    const { nextCursor } = (await alice.get(`${path}?limit=1`)).body;
    expect((await bob.get(`${path}?limit=1&cursor=${nextCursor as string}`)).status, path).toBe(400);
  }
});

test("Idempotency-Key and externalId are one's own", async () => {
  const key = { "idempotency-key": "the same" };
  const [hers, his] = [
    await alice.post("/chat", { message: "Hello from Alice." }, key),
    await bob.post("/chat", { message: "Hello from Bob." }, key),
  ];
  expect([hers.status, his.status]).toEqual([200, 200]);
  expect(hers.body.episodeId).not.toBe(his.body.episodeId);
  const body = (text: string): unknown => ({ text, externalId: "mail-1" });
  const [a, b] = [
    await alice.post("/memory/episodes", body("I like tea.")),
    await bob.post("/memory/episodes", body("I like milk.")),
  ];
  expect([a.status, b.status]).toEqual([201, 201]);
  expect(a.body.episodeId).not.toBe(b.body.episodeId);
});

test("/v1 matches histories and names of one's own", async () => {
  const send = async (
    api: Client,
    messages: unknown[],
    headers: Record<string, string> = {},
  ): Promise<any> => {
    const { status, body, headers: got } = await api.post("/v1/chat/completions", { messages }, headers);
    expect(status).toBe(200);
    return { text: body.choices[0].message.content, conversation: got.get("x-engram-conversation") };
  };
  const user = { role: "user", content: "Let us begin a thread." };
  const hers = await send(alice, [user]);
  const his = await send(bob, [
    user,
    { role: "assistant", content: hers.text },
    { role: "user", content: "And go on." },
  ]);
  expect(his.conversation).not.toBe(hers.conversation);
  const named = { "x-engram-conversation": "same-name" };
  const [a, b] = [await send(alice, [user], named), await send(bob, [user], named)];
  expect(a.conversation).not.toBe(b.conversation);
  const taken = await send(bob, [user], { "x-engram-conversation": hers.conversation });
  expect(taken.conversation).not.toBe(hers.conversation);
  expect((await alice.get(`/conversations/${hers.conversation as string}`)).body.episodes).toHaveLength(1);
});

test("/events and /ws tell one's own memory alone", async () => {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/events`, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${bob.key}` },
  });
  const events: string[] = [];
  void (async () => {
    for await (const { data } of readEvents(response.body as ReadableStream<Uint8Array>)) events.push(data);
  })().catch(() => undefined);
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws`, [
    "engram",
    `engram.key.${bob.key}`,
  ]);
  const frames: any[] = [];
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString())));
  await once(socket, "open");
  await until(async () => events.length > 0, "ready");
  const hers = await alice.say("My brother Anton lives in Lyon.");
  await alice.verify();
  await alice.post("/memory/forget", { episodeId: hers.episodeId });
  const his = await bob.say("My brother Anton lives in Oslo.");
  await bob.verify();
  await until(
    async () =>
      events.some((data) => data.includes('"verified"')) &&
      frames.some(({ type }) => type === "memory.verified"),
    "his own",
  );
  expect(events.join("\n") + JSON.stringify(frames)).toContain(his.episodeId);
  expect(events.join("\n") + JSON.stringify(frames)).not.toContain(hers.episodeId);

  const other = new WebSocket(`${service.url.replace("http", "ws")}/ws`, [
    "engram",
    `engram.key.${alice.key}`,
  ]);
  await once(other, "open");
  other.send(JSON.stringify({ type: "chat.send", id: "shared", message: "A turn of Alice's." }));
  const [first] = (await once(other, "message")) as [Buffer];
  expect(JSON.parse(first.toString())).toMatchObject({ id: "shared" });
  for (const frame of [
    { type: "chat.resume", id: "shared" },
    { type: "chat.cancel", id: "shared" },
  ]) {
    frames.length = 0;
    socket.send(JSON.stringify(frame));
    await until(async () => frames.some(({ type }) => type === "error"), "a refusal");
    expect(frames.filter(({ type }) => !type.startsWith("memory."))).toMatchObject([{ code: "not_found" }]);
  }
  abort.abort();
  socket.terminate();
  other.terminate();
});

test("the graph of another's conversation does not exist", async () => {
  for (const id of [told.alice.conversationId, "nobody"]) {
    const answer = await bob.get(`/conversations/${id}/graph/events`);
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
});

describe("without a key", () => {
  const routes: [string, string, unknown?][] = [
    ["POST", "/chat", { message: "hello" }],
    ["GET", "/conversations"],
    ["GET", "/conversations/x"],
    ["PATCH", "/conversations/x", { title: "x" }],
    ["DELETE", "/conversations/x"],
    ["GET", "/memory/search?q=x"],
    ["POST", "/memory/search", { q: "x" }],
    ["GET", "/memory/facts"],
    ["POST", "/memory/facts", {}],
    ["GET", "/memory/facts/x"],
    ["PATCH", "/memory/facts/x", {}],
    ["GET", "/memory/entities"],
    ["GET", "/memory/entities/x"],
    ["GET", "/memory/episodes"],
    ["POST", "/memory/episodes", {}],
    ["GET", "/memory/episodes/x"],
    ["POST", "/memory/forget", { everything: true }],
    ["GET", "/memory/changes"],
    ["POST", "/memory/changes/x/undo", {}],
    ["GET", "/memory/rejections"],
    ["GET", "/memory/staging"],
    ["POST", "/memory/feedback", {}],
    ["GET", "/memory/stats"],
    ["GET", "/settings"],
    ["PUT", "/settings", {}],
    ["GET", "/maintenance/jobs"],
    ["POST", "/maintenance/jobs/verify/run", {}],
    ["GET", "/maintenance/runs"],
    ["GET", "/maintenance/runs/x"],
    ["GET", "/events"],
    ["GET", "/conversations/x/graph/events"],
    ["GET", "/v1/models"],
    ["GET", "/v1/models/x"],
    ["POST", "/v1/chat/completions", {}],
    ["POST", "/v1/embeddings", {}],
    ["GET", "/docs/"],
    ["GET", "/docs/json"],
    ["GET", "/docs/yaml"],
    ["GET", "/ws"],
  ];

  test.each(routes)("%s %s is 401", async (method, path, body) => {
    for (const api of [
      client(service.url),
      client(service.url, "eng_0000000000000000_wrong"),
      client(service.url, alice.key.slice(0, -1) + "_"),
    ]) {
      const answer = await api.send(method, path, body);
      expect(answer.status).toBe(401);
      expect(path.startsWith("/v1") ? answer.body.error.code : answer.body.code).toBe("unauthorized");
    }
  });

  test("every route of the description asks for one, but for the open ones", async () => {
    const { body } = await alice.get("/docs/json");
    for (const [path, methods] of Object.entries<any>(body.paths)) {
      if (path === "/health" || path === "/session") continue;
      for (const method of Object.keys(methods)) {
        const answer = await client(service.url).send(
          method.toUpperCase(),
          path.replace(/\{\w+\}/g, "x"),
          method === "get" || method === "delete" ? undefined : {},
        );
        expect(answer.status, `${method} ${path}`).toBe(401);
      }
    }
  });

  test("the open ones", async () => {
    for (const path of ["/livez", "/readyz", "/metrics"])
      expect((await client(service.url).get(path)).status, path).toBe(200);
    for (const api of [client(service.url), client(service.url, "wrong")])
      expect((await api.get("/health")).body).toEqual({ status: "ok" });
    expect((await alice.get("/health")).body).toMatchObject({ status: "ok", pending: expect.any(Object) });
    const signIn = await client(service.url).post("/session", { key: "wrong" });
    expect([signIn.status, signIn.headers.get("set-cookie")]).toEqual([401, null]);
    const open = (
      await Promise.all(
        ["/readyz", "/metrics"].map(async (path) => (await client(service.url).get(path)).text),
      )
    ).join("\n");
    expect(open).not.toMatch(ALICES);
    expect(open).not.toMatch(/alice|bob/i);
  });
});

test("a revoked key is no key; a new key of a user opens the same memory", async () => {
  const key = await engram("keys", "create", "alice");
  const second = client(service.url, key);
  expect((await second.get("/memory/stats")).text).toBe((await alice.get("/memory/stats")).text);
  await engram("keys", "revoke", key.split("_")[1] ?? "");
  expect((await second.get("/memory/stats")).status).toBe(401);
  expect((await alice.get("/memory/stats")).status).toBe(200);
});

test("forgetting everything is one's own", async () => {
  const before = (await alice.get("/memory/stats")).text;
  expect((await bob.post("/memory/forget", { everything: true })).body.forgotten.episodes).toBeGreaterThan(0);
  expect((await bob.get("/conversations")).body.items).toEqual([]);
  expect((await alice.get("/memory/stats")).text).toBe(before);
  expect((await alice.say("Where does my sister Annelie live?")).reply).toContain("Lyon");
});
