import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
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
  contextType?: "search_result" | "completed_action" | "user_selection";
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
  expect(again).toMatchObject({ id: made.id, weight: 0.4, derived: false });
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
