import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STATUSES } from "../../src/domain/model/status.ts";
import { client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** A field that is the same on everything, whatever happens, has no writer: it should not be told. */

let folder: TestFolder;
let service: TestService;
beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

/** What takes a job, a failure or a model to differ, and the test that sees it. */
const VARIES_IN = {
  episode: {
    consolidatedInto: "e2e/upkeep.test.ts",
    context: "contracts/memory-store-summaries.ts",
    emotion: "contracts/memory-store-episodes.ts",
    error: "e2e/misbehaviour.test.ts",
    sourceCount: "e2e/upkeep.test.ts",
    state: "e2e/misbehaviour.test.ts",
    valence: "contracts/memory-store-episodes.ts",
  },
  fact: {},
  entity: { status: "integration/prune.test.ts", summary: "integration/summarise.test.ts" },
};

/** Kept and given away as a file brought them; nothing here makes them. */
const FROM_FILES_ALONE = ["externalKeys", "properties"];

type Row = Record<string, unknown>;

/** Fields with one value in all rows. */
function constant(rows: Row[]): string[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...fields]
    .filter((field) => new Set(rows.map((row) => JSON.stringify(row[field]))).size < 2)
    .sort();
}

test("what is told of turns, facts and things differs from one to the other", async () => {
  const api = client(service.url);
  const add = async (path: string, body: Row): Promise<void> => {
    const answer = await api.post(path, body);
    expect(answer.status, answer.text).toBe(201);
  };
  const { conversationId } = await api.say("My sister Annelie lives in Lyon since 2019.");
  const { episodeId } = await api.say("I work at Aldi.", { conversationId });
  await api.say("I work at Lidl.", { conversationId, replaces: episodeId });
  await api.say("I have a dog called Rex.", { memory: "read" });
  await api.say("Where does Annelie live?", { mode: "memory" });
  await add("/memory/episodes", { text: "I am here.", speaker: "Bea", externalId: "x1", source: "import" });
  await add("/memory/facts", { subject: "user", predicate: "LIKES", object: "tea", text: "You like tea." });
  await api.verify();
  await api.say("I moved to Bonn. I don't like coffee.", { conversationId });
  await api.verify();
  await api.say("I moved to Kiel in 2024.", { conversationId });
  await api.verify();
  await api.say("Forget that I work at Lidl.", { conversationId });
  await api.say("Yes.", { conversationId });
  const listed = async (path: string): Promise<Row[]> => (await api.get(path)).body.items;
  const same = {
    episode: constant(await listed("/memory/episodes?limit=200")),
    fact: constant(await listed(`/memory/facts?limit=200&status=${STATUSES.join(",")}`)),
    entity: constant(await listed("/memory/entities?limit=200")),
  };
  expect(same).toEqual({
    episode: Object.keys(VARIES_IN.episode),
    fact: Object.keys(VARIES_IN.fact),
    entity: [...Object.keys(VARIES_IN.entity), ...FROM_FILES_ALONE].sort(),
  });
});

test.each(Object.values(VARIES_IN).flatMap((fields) => Object.entries(fields)))(
  "%s gets another value in %s",
  (field, file) => {
    expect(readFileSync(join("test", file), "utf8")).toMatch(new RegExp(`\\b${field}\\b`));
  },
);
