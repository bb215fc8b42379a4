import { afterAll, beforeAll, expect, test } from "vitest";
import { readEvents } from "../../src/cli/sse.ts";
import { client, until, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

let folder: TestFolder;
let service: TestService;
let api: Client;
beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

const remember = (body: {
  text: string;
  conversationId?: string;
  contextType?: "search_result" | "completed_action" | "user_selection" | "tool_output";
  about?: { system: string; id: string; type?: string; name?: string }[];
}) => api.api("POST /memory/episodes", { body });
const linksOf = async (id: string) =>
  (await api.api("GET /memory/links", { query: { id } })).items.map(
    ({ type, fromId, toId, derived }) => `${type} ${fromId} ${toId} ${derived}`,
  );

test("a link is given, replaced, listed and removed; both ends must exist", async () => {
  const one = await remember({ text: "The tap drips." });
  const other = await remember({ text: "The plumber comes on Monday." });
  const body = {
    type: "answers" as const,
    from: { kind: "episode" as const, id: other.episodeId },
    to: { kind: "episode" as const, id: one.episodeId },
  };
  const made = await api.api("POST /memory/links", { body });
  const again = await api.api("POST /memory/links", { body: { ...body, weight: 0.4 } });
  expect(again).toMatchObject({
    id: made.id,
    weight: 0.4,
    derived: false,
    persistent: true,
    expiresAt: null,
  });
  const brief = await api.api("POST /memory/links", { body: { ...body, persistent: false } });
  expect(Date.parse(brief.expiresAt ?? "") - Date.parse(brief.createdAt)).toBe(86_400_000);
  expect(await linksOf(one.episodeId)).toEqual([`answers ${other.episodeId} ${one.episodeId} false`]);
  const unknown = await api.post("/memory/links", { ...body, to: { kind: "fact", id: "nothing" } });
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining("to.id")]);
  await api.api("DELETE /memory/links/{id}", { path: { id: made.id } });
  expect(await linksOf(one.episodeId)).toEqual([]);
  expect((await api.send("DELETE", `/memory/links/${made.id}`)).status).toBe(404);
});

test("a result is linked to the turn that led to it, and an action to its object", async () => {
  const asked = await remember({ text: "Which offers did we send?" });
  const { conversationId } = asked;
  const found = await remember({ text: "Offer 7 for tiles", conversationId, contextType: "search_result" });
  const acted = await remember({
    text: "Sent the offer again",
    conversationId,
    contextType: "completed_action",
    about: [{ system: "crm", id: "17", type: "account", name: "Tile Works" }],
  });
  const [thing] = (await api.api("GET /memory/entities", { query: { q: "Tile Works" } })).items;
  expect(thing).toMatchObject({ type: "account", externalKeys: [{ system: "crm", id: "17" }] });
  expect(await linksOf(found.episodeId)).toEqual([
    `led_to ${found.episodeId} ${acted.episodeId} true`,
    `led_to ${asked.episodeId} ${found.episodeId} true`,
  ]);
  expect(await linksOf(thing?.id ?? "")).toEqual([`relates_to ${acted.episodeId} ${thing?.id} true`]);
  await remember({ text: "Called them", about: [{ system: "crm", id: "17" }] });
  expect(await linksOf(thing?.id ?? "")).toHaveLength(2);
  expect((await api.api("GET /memory/entities", { query: { q: "Tile Works" } })).items).toHaveLength(1);
});

test("an output is linked to what it came from, and a selection to the action it led to", async () => {
  const asked = await remember({ text: "Is the boiler warm?" });
  const { conversationId } = asked;
  const output = await remember({ text: "boiler: 61 degrees", conversationId, contextType: "tool_output" });
  const selected = await remember({
    text: "Lower it to 55",
    conversationId,
    contextType: "user_selection",
  });
  const acted = await remember({ text: "Set to 55", conversationId, contextType: "completed_action" });
  expect(await linksOf(output.episodeId)).toEqual([`led_to ${asked.episodeId} ${output.episodeId} true`]);
  expect(await linksOf(selected.episodeId)).toEqual([`led_to ${selected.episodeId} ${acted.episodeId} true`]);
});

test("/events tells of a link", async () => {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/events`, { signal: abort.signal });
  const events: { event: string; data: string }[] = [];
  void (async () => {
    for await (const one of readEvents(response.body as ReadableStream<Uint8Array>)) events.push(one);
  })().catch(() => undefined);
  await until(async () => events.length > 0, "ready");
  const one = await remember({ text: "The gutter leaks." });
  const other = await remember({ text: "The roofer comes on Friday." });
  const [from, to] = [one, other].map(({ episodeId: id }) => ({ kind: "episode" as const, id }));
  if (!from || !to) throw new Error("two turns were stored");
  const { id } = await api.api("POST /memory/links", { body: { type: "led_to", from, to } });
  const told = { type: "linked", id, link: "led_to", fromId: from.id, toId: to.id };
  await until(async () => events.some(({ data }) => data === JSON.stringify(told)), "the link");
  abort.abort();
});
