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
  await service?.stop();
  await folder?.remove();
});

const state = async (subject: string, object: string): Promise<any> => {
  const text = `${subject} lives in ${object}.`;
  return api.post("/memory/facts", { subject, predicate: "LIVES_IN", object, objectKind: "entity", text });
};
const entity = async (id: string): Promise<any> => (await api.get(`/memory/entities/${id}`)).body;
const correct = (id: string, body: object) => api.send("PATCH", `/memory/entities/${id}`, body);

test("a name is corrected in its facts too, the old one still finds it, and all of it is undone as one", async () => {
  const { subjectId, id: factId } = (await state("Anelie", "Lyon")).body;
  const { status, body } = await correct(subjectId, { name: "Annelie", type: "person" });
  expect(status).toBe(200);
  expect(body.entity).toMatchObject({ name: "Annelie", type: "person", status: "verified" });
  expect((await api.get(`/memory/facts/${factId}`)).body.text).toBe("Annelie lives in Lyon.");
  expect((await api.get("/memory/facts?entity=anelie")).body.items).toHaveLength(1);
  const [change] = (await api.get(`/memory/changes?targetId=${subjectId}&limit=1`)).body.items;
  expect(change).toMatchObject({ actor: "user", reason: "corrected", runId: body.runId });
  expect((await api.post(`/maintenance/runs/${body.runId}/undo`, {})).status).toBe(200);
  expect(await entity(subjectId)).toMatchObject({ name: "Anelie", type: "thing" });
  expect((await api.get(`/memory/facts/${factId}`)).body.text).toBe("Anelie lives in Lyon.");
});

test("other names are what the owner says they are", async () => {
  const { subjectId } = (await state("Bartholomew", "Oslo")).body;
  await correct(subjectId, { aliases: ["Bart", "Barty"] });
  await correct(subjectId, { aliases: ["Bart"] });
  expect((await entity(subjectId)).aliases).toEqual([
    { alias: "Bartholomew", kind: "name" },
    { alias: "Bart", kind: "nickname" },
  ]);
  expect((await api.get("/memory/facts?entity=Barty")).status).toBe(404);
  await correct(subjectId, { name: "Bartholomäus", aliases: [] });
  expect((await entity(subjectId)).aliases).toEqual([{ alias: "Bartholomäus", kind: "name" }]);
});

test("what cannot be corrected is refused with its field", async () => {
  const { subjectId } = (await state("Cleo", "Bern")).body;
  for (const [body, field] of [
    [{}, "body"],
    [{ name: "" }, "name"],
    [{ type: "x".repeat(201) }, "type"],
    [{ aliases: ["ok", ""] }, "aliases.1"],
    [{ status: "verified" }, "status"],
  ] as const) {
    const { status, body: problem } = await correct(subjectId, body);
    expect(status).toBe(400);
    expect(problem.errors[0].field).toBe(field);
  }
  expect((await correct("nobody", { name: "Any" })).status).toBe(404);
  const self = (
    await api.post("/memory/facts", { subject: "user", predicate: "LIKES", object: "tea", text: "Tea." })
  ).body;
  expect((await correct(self.subjectId, { name: "Any" })).status).toBe(409);
});

test("a forgotten name does not come back as another's", async () => {
  const [gone, stays] = [(await state("Dagny", "Bonn")).body, (await state("Edda", "Bonn")).body];
  await api.post("/memory/forget", { entityId: gone.subjectId });
  expect((await correct(stays.subjectId, { aliases: ["Dagny"] })).status).toBe(409);
  expect((await correct(stays.subjectId, { name: "Dagny" })).status).toBe(409);
});

test("a fact about a name that two bear asks which of them, and takes an id for an answer", async () => {
  const [first, second] = [(await state("Frieda", "Graz")).body, (await state("Friederike", "Linz")).body];
  await correct(second.subjectId, { aliases: ["Frieda"] });
  const told = { predicate: "LIKES", object: "tea", text: "She likes tea." };
  const asked = await api.post("/memory/facts", { ...told, subject: "frieda" });
  expect(asked.status).toBe(400);
  expect(asked.body.errors).toEqual([{ field: "subject", message: expect.stringMatching(/means several/) }]);
  for (const { subjectId } of [first, second]) expect(asked.body.errors[0].message).toContain(subjectId);
  const asObject = {
    subject: "user",
    predicate: "KNOWS",
    object: "Frieda",
    objectKind: "entity",
    text: "You know her.",
  };
  expect((await api.post("/memory/facts", asObject)).body.errors[0].field).toBe("object");
  const answered = await api.post("/memory/facts", { ...told, subject: second.subjectId });
  expect(answered.body.subjectId).toBe(second.subjectId);
});
