import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Ids of other systems (PAT-1, ENT-4): one entity for each, found exactly, and edited by the owner. */

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

const withId = async (id: string) =>
  (await api.api("GET /memory/entities", { query: { limit: 200 } })).items.filter(({ externalKeys }) =>
    externalKeys.some((key) => key.id === id),
  );
const found = async (q: string) => (await api.api("GET /memory/search", { query: { q } })).results;

test("turns, tool outputs and texts of the API share one entity for each id", async () => {
  await api.say("I wrote to support about INC0012345 in spring.");
  await api.extracted();
  const text = "INC0012345 was closed; see https://github.com/acme/widgets/issues/12";
  const contextType = "tool_output" as const;
  const { episodeId } = await api.api("POST /memory/episodes", { body: { text, contextType } });
  const [incident, ...others] = await withId("INC0012345");
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ type: "incident", externalKeys: [{ system: "servicenow" }] });
  expect(await withId("acme/widgets#12")).toMatchObject([{ type: "issue" }]);
  const { entities } = await api.api("GET /memory/episodes/{id}", { path: { id: episodeId } });
  expect(entities.map(({ name }) => name).sort()).toEqual(["INC0012345", "acme/widgets#12"]);
});

test("a question with the id finds the entity and its turns", async () => {
  for (const q of [
    "What about acme/widgets#12?",
    "inc0012345",
    "Is github.com/acme/widgets/issues/12 done?",
  ]) {
    const kinds = (await found(q)).map(({ kind }) => kind);
    expect(kinds, q).toContain("episode");
  }
  const [first] = (await found("INC0012345")).filter(({ kind }) => kind === "entity");
  expect(first?.text).toContain("INC0012345");
});

test("what looks like an id is none", async () => {
  const text = "UTF-8, COVID-19, responsibilities and 2026-11-26 are no ids";
  const { episodeId } = await api.api("POST /memory/episodes", { body: { text } });
  const { entities } = await api.api("GET /memory/episodes/{id}", { path: { id: episodeId } });
  expect(entities).toEqual([]);
});

test("forms of the user's own are found, and refused if they are none", async () => {
  const settings = await api.api("GET /settings");
  const refused = await api.send("PUT", "/settings", {
    ...settings,
    idTemplates: [{ system: "desk", template: "{digits}" }],
  });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("idTemplates.0.template");
  await api.api("PUT /settings", {
    body: { ...settings, idTemplates: [{ system: "desk", template: "TKT-{digits}" }] },
  });
  await api.api("POST /memory/episodes", { body: { text: "TKT-77 waits for the supplier" } });
  expect(await withId("TKT-77")).toHaveLength(1);
  expect((await found("What does tkt-77 wait for?")).map(({ kind }) => kind)).toContain("episode");
});

test("the owner gives a thing its ids, which no two things share", async () => {
  const [incident] = await withId("INC0012345");
  const { id = "" } = incident ?? {};
  const externalKeys = [
    { system: "servicenow", id: "INC0012345" },
    { system: "pager", id: "P-9" },
  ];
  const { entity, runId } = await api.api("PATCH /memory/entities/{id}", {
    path: { id },
    body: { externalKeys },
  });
  expect(entity.externalKeys).toEqual(externalKeys);
  await api.api("POST /maintenance/runs/{id}/undo", { path: { id: runId } });
  expect(await withId("P-9")).toEqual([]);
  const [ticket] = await withId("TKT-77");
  const taken = await api.send("PATCH", `/memory/entities/${ticket?.id}`, { externalKeys });
  expect(taken.status).toBe(400);
  expect(taken.text).toContain("externalKeys");
});

test("a forgotten id stays forgotten", async () => {
  const [ticket] = await withId("TKT-77");
  await api.api("POST /memory/forget", { body: { entityId: ticket?.id ?? "" } });
  expect(await withId("TKT-77")).toEqual([]);
  expect((await found("tkt-77")).map(({ text }) => text).join()).not.toContain("TKT-77");
});
