import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { client } from "../support/client.ts";
import { HASH_KEY, type TestNeo4j, leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";
import { type TestFolder, type TestProcess, startProcess, testFolder } from "../support/service.ts";

const missing = neo4jMissing();
const TOLD = "My sister Annelie moved to Lyon in March 2025.";

/** The same story as on SQLite, through a service whose memory is a Neo4j. */
describe.skipIf(missing !== null)("a service on Neo4j", () => {
  let neo4j: TestNeo4j;
  let folder: TestFolder;
  let service: TestProcess;
  const startIn = (path: string): Promise<TestProcess> => {
    const env = {
      STORE: "neo4j",
      NEO4J_URI: neo4j.uri,
      NEO4J_USER: neo4j.user,
      NEO4J_PASSWORD: neo4j.password,
      HASH_KEY,
    };
    // What is recalled is looked at here, not how fast on a busy machine.
    return startProcess(path, env, { retrievalDeadlineMs: 20_000 });
  };

  beforeAll(async () => {
    neo4j = await leaseNeo4j();
    // The first start of all makes the indexes, which takes long on a busy machine.
    await (await createNeo4jStore({ ...neo4j, clock: systemClock, warm: true })).close();
    folder = await testFolder();
    service = await startIn(folder.path);
  }, 300_000);
  afterAll(async () => {
    await service?.stop();
    await folder?.remove();
  });

  test("what is told is learned, verified, and known to a process that takes over at once", async () => {
    const first = client(service.url);
    await first.say(TOLD);
    await first.extracted();
    const staged = (await first.get("/memory/staging")).body.items;
    expect(staged.map((fact: { predicate: string }) => fact.predicate)).toContain("LIVES_IN");
    expect((await first.verify()).verified).toBeGreaterThan(0);

    await service.kill();
    service = await startIn(folder.path);
    const said = await client(service.url).say("Where does my sister live?");
    expect(said.reply).toContain("Lyon");
    const line = said.recalled.find((item) => item.kind === "fact" && item.text.includes("Lyon"));
    expect(line?.evidence[0]?.quote).toContain("Lyon");
    expect(existsSync(join(folder.path, "data", "engram.db"))).toBe(false);
  }, 180_000);

  test("one that shares no queue with it is refused, until it is stopped", async () => {
    const other = await testFolder();
    try {
      await expect(startIn(other.path)).rejects.toThrow(/STORE: another Engram works on this database/);
      await expect(startIn(folder.path)).rejects.toThrow(/DATA_DIR: .* is in use/);
      await service.stop();
      await (await startIn(other.path)).stop();
      service = await startIn(folder.path);
    } finally {
      await other.remove();
    }
  }, 180_000);

  test("a correction replaces the answer", async () => {
    const api = client(service.url);
    await api.say("Actually, my sister Annelie lives in Lille, not in Lyon.");
    await api.extracted();
    expect((await api.say("Where does my sister live?")).reply).toContain("Lille");
  }, 120_000);

  test("what is forgotten is in no answer", async () => {
    const api = client(service.url);
    const annelie = (await api.get("/memory/entities?q=Annelie")).body.items[0];
    const { body } = await api.post("/memory/forget", { entityId: annelie.id });
    expect(body.forgotten.facts).toBeGreaterThan(0);
    for (const path of ["/memory/facts", "/memory/entities", "/memory/episodes", "/memory/changes"]) {
      expect((await api.get(`${path}?limit=200`)).text).not.toMatch(/Annelie|Lille/i);
    }
  }, 120_000);

  test("without a password it does not start, and says so", async () => {
    await expect(startProcess(folder.path, { STORE: "neo4j" })).rejects.toThrow(/NEO4J_PASSWORD/);
  });
});
