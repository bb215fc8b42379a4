import { expect, test } from "vitest";
import type { ChatModel, ModelState, ServedModel, Trust } from "../../../../src/ports/chat-model.ts";
import type { FoundServer, ModelServers } from "../../../../src/ports/model-servers.ts";
import { EXAM_AREAS, type Marks } from "../../../../src/services/exam/marks.ts";
import { EXAM_VERSION, type ExamResult } from "../../../../src/services/exam/examine.ts";
import { createConnections, type ConnectionsDeps } from "../../../../src/services/model/connections.ts";
import type { Notes } from "../../../../src/services/notes.ts";

const CHATS: ServedModel = { name: "m", kind: "chat", contextTokens: null, isLoaded: true };
const EMBEDS: ServedModel = { ...CHATS, kind: "embedding" };

/** Servers by address, what is found, and which of the connected models were closed. */
function network(found: FoundServer[] = []) {
  const state = { found, health: "ready" as ModelState, closed: [] as string[] };
  const model = (name: string, kind: "none" | "server"): ChatModel => ({
    info: () => ({ kind, name, contextTokens: null }),
    health: async () => state.health,
    async *stream() {
      yield { type: "delta", text: name };
      yield { type: "finish", reason: "stop", usage: null, model: name };
    },
    close: async () => void state.closed.push(name),
  });
  const servers: ModelServers = {
    find: async () => state.found,
    examine: () => Promise.reject(new Error("not asked for")),
    connect: ({ url, model: name }) => model(name || url, "server"),
    connectEmbedder: ({ url }) => ({
      tag: async () => url,
      embed: async () => [],
      health: async () => "ready",
      close: async () => void state.closed.push(`vectors of ${url}`),
    }),
    none: () => model("none", "none"),
  };
  return { state, servers, model };
}

function notes(): Notes {
  const kept = new Map<string, { version: number; value: unknown }>();
  return {
    notes: async (name) =>
      [...kept].filter(([one]) => one === name).map(([one, note]) => ({ name: one, ...note })),
    async putNote({ name, version, value }) {
      if ((kept.get(name)?.version ?? 0) !== version) return false;
      kept.set(name, { version: version + 1, value });
      return true;
    },
  };
}

const connected = async (deps: Partial<ConnectionsDeps> & Pick<ConnectionsDeps, "servers">) => {
  const connections = createConnections({ system: notes(), fixed: {}, trust: undefined, ...deps });
  await connections.look();
  return connections;
};

const found = (url: string, ...models: ServedModel[]): FoundServer => ({ url, models, state: "ready" });
const result = (model: string, trust: Trust): ExamResult => ({
  version: EXAM_VERSION,
  model,
  at: "2026-03-01T00:00:00.000Z",
  seconds: 60,
  marks: Object.fromEntries(EXAM_AREAS.map((area) => [area, 1])) as Marks,
  trust,
  reasons: [],
  missed: [],
});

test("without anything there is none; a server that appears is connected while running", async () => {
  const { state, servers } = network();
  const connections = await connected({ servers });
  expect([connections.chat.info().kind, connections.connection("chat").source]).toEqual(["none", "none"]);
  state.found = [found("http://a", EMBEDS), found("http://b", CHATS)];
  await connections.look();
  expect(connections.chat.info()).toMatchObject({ kind: "server", name: "http://b" });
  expect(connections.connection("chat").source).toBe("found");
  expect(connections.memory.info().name).toBe("http://b");
  expect(await connections.embedder()?.tag(new AbortController().signal)).toBe("http://a");
});

test("of several embedding models none is taken unasked; the chosen one replaces another", async () => {
  const { state, servers } = network([found("http://a", EMBEDS, { ...EMBEDS, name: "other" })]);
  const connections = await connected({ servers });
  expect([connections.embedder(), connections.connection("embeddings").source]).toEqual([null, "none"]);
  await connections.choose("embeddings", { url: "http://b", model: "" });
  await connections.choose("embeddings", { url: "http://c", model: "" });
  expect(connections.connection("embeddings")).toMatchObject({ source: "chosen", at: { url: "http://c" } });
  expect(state.closed).toContain("vectors of http://b");
  await connections.choose("embeddings", null);
  expect(connections.embedder()).toBeNull();
});

test("one that was found is kept while it answers, and given up for another when it does not", async () => {
  const { state, servers } = network([found("http://a", CHATS)]);
  const connections = await connected({ servers });
  state.found = [found("http://b", CHATS)];
  await connections.look();
  expect(connections.chat.info().name).toBe("http://a");
  state.health = "down";
  await connections.look();
  expect(connections.chat.info().name).toBe("http://b");
  expect(state.closed).toContain("http://a");
});

test("the owner's choice comes before what is found, and outlives a start", async () => {
  const { servers } = network([found("http://a", CHATS)]);
  const system = notes();
  const before = await connected({ servers, system });
  await before.choose("chat", { url: "http://b", model: "big" });
  await before.choose("memory", { url: "http://c", model: "sharp" });
  const after = await connected({ servers, system });
  expect([after.chat.info().name, after.memory.info().name]).toEqual(["big", "sharp"]);
  await after.choose("memory", null);
  await after.choose("chat", null);
  expect(after.connection("chat").source).toBe("found");
  expect(after.connection("memory").source).toBe("chat");
  expect(after.memory.info().name).toBe("http://a");
});

test("what the environment fixes cannot be chosen", async () => {
  const { servers, model } = network([found("http://a", CHATS)]);
  const at = { url: "http://env", model: "" };
  const fixed = { chat: { at, connect: () => model("env", "server") } };
  const connections = await connected({ servers, fixed });
  expect([connections.chat.info().name, connections.connection("chat").source]).toEqual([
    "env",
    "environment",
  ]);
  await expect(connections.choose("chat", { url: "http://b", model: "" })).rejects.toThrow(/environment/);
});

test("it is connected to what the environment fixes while the store is away", async () => {
  const { servers, model } = network();
  const system: Notes = { ...notes(), notes: () => Promise.reject(new Error("away")) };
  const fixed = { chat: { at: null, connect: () => model("env", "server") } };
  const connections = createConnections({ servers, system, fixed, trust: undefined });
  await expect(connections.look()).rejects.toThrow("away");
  expect(connections.chat.info().name).toBe("env");
});

test("a reply goes on with the model it began with; that is closed afterwards", async () => {
  const { state, servers } = network([found("http://a", CHATS)]);
  const connections = await connected({ servers });
  const reply = connections.chat.stream({} as never, new AbortController().signal)[Symbol.asyncIterator]();
  expect((await reply.next()).value).toMatchObject({ text: "http://a" });
  await connections.choose("chat", { url: "http://b", model: "" });
  expect([connections.chat.info().name, state.closed]).toEqual(["http://b", ["none"]]);
  expect((await reply.next()).value).toMatchObject({ type: "finish", model: "http://a" });
  await reply.next();
  expect(state.closed).toEqual(["none", "http://a"]);
});

test("a model is trusted as its exam says, before it staged only, and as its owner says before all", async () => {
  const { servers } = network([found("http://a", CHATS)]);
  const connections = await connected({ servers });
  const trust = (): Trust | undefined => connections.memory.info().trust;
  expect([trust(), connections.exam()]).toEqual(["staged", null]);
  await connections.keepExam(result("http://a", "full"));
  expect(trust()).toBe("full");
  await connections.setTrust("turns");
  expect([trust(), connections.decidedTrust()]).toEqual(["turns", "turns"]);
  await connections.setTrust(null);
  expect(trust()).toBe("full");
  await connections.choose("memory", { url: "http://b", model: "other" });
  expect(trust()).toBe("staged");
});

test("marks of an earlier exam do not count", async () => {
  const { servers } = network([found("http://a", CHATS)]);
  const connections = await connected({ servers });
  await connections.keepExam({ ...result("http://a", "full"), version: EXAM_VERSION - 1 });
  expect(connections.memory.info().trust).toBe("staged");
});
