import { once } from "node:events";
import { WebSocket } from "ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEvents } from "../../src/cli/sse.ts";
import { until, type Client } from "../support/client.ts";
import { LISTS, startTwoPeople, type Person, type TwoPeople } from "../support/two-people.ts";

/** Ids, keys, names and events of another user do not exist, and nothing comes of trying them. */
let people: TwoPeople;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  people = await startTwoPeople();
  ({ alice, bob } = people);
});
afterAll(() => people.close());

/** Ids of Alice's, one of each kind. */
async function alices(): Promise<
  Record<"conversation" | "episode" | "fact" | "entity" | "change" | "run", string>
> {
  const first = async (path: string): Promise<string> => (await alice.get(path)).body.items[0].id;
  return {
    conversation: people.told.alice.conversationId,
    episode: people.told.alice.episodeId,
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
    [
      "POST",
      "/chat",
      { message: "mine", conversationId: people.told.bob.conversationId, replaces: ids.episode },
    ],
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
  const response = await fetch(`${people.url}/events`, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${bob.key}` },
  });
  const events: string[] = [];
  void (async () => {
    for await (const { data } of readEvents(response.body as ReadableStream<Uint8Array>)) events.push(data);
  })().catch(() => undefined);
  const socket = new WebSocket(`${people.url.replace("http", "ws")}/ws`, ["engram", `engram.key.${bob.key}`]);
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

  const other = new WebSocket(`${people.url.replace("http", "ws")}/ws`, [
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
  for (const id of [people.told.alice.conversationId, "nobody"]) {
    const answer = await bob.get(`/conversations/${id}/graph/events`);
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
});

test("forgetting everything is one's own", async () => {
  const before = (await alice.get("/memory/stats")).text;
  expect((await bob.post("/memory/forget", { everything: true })).body.forgotten.episodes).toBeGreaterThan(0);
  expect((await bob.get("/conversations")).body.items).toEqual([]);
  expect((await alice.get("/memory/stats")).text).toBe(before);
  expect((await alice.say("Where does my sister Annelie live?")).reply).toContain("Lyon");
});
