import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { client } from "../support/client.ts";
import { type TestNeo4j, leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";
import { type TestFolder, type TestService, startService, testFolder } from "../support/service.ts";

const missing = neo4jMissing();
const TOLD = "My sister Annelie moved to Lyon in March 2025.";

/** The same story as on SQLite, through a service whose memory is a Neo4j. */
describe.skipIf(missing !== null)("a service on Neo4j", () => {
  let neo4j: TestNeo4j;
  let folder: TestFolder;
  const services: TestService[] = [];
  const start = async () => {
    const env = {
      STORE: "neo4j",
      NEO4J_URI: neo4j.uri,
      NEO4J_USER: neo4j.user,
      NEO4J_PASSWORD: neo4j.password,
      // What is recalled is looked at here, not how fast on a busy machine.
      RETRIEVAL_DEADLINE_MS: "20000",
    };
    const service = await startService(folder.path, env);
    services.push(service);
    return client(service.url);
  };

  beforeAll(async () => {
    neo4j = await leaseNeo4j();
    // The first start of all makes the indexes, which takes long on a busy machine.
    await (await createNeo4jStore({ ...neo4j, clock: systemClock, warm: true })).close();
    folder = await testFolder();
  }, 300_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await folder?.remove();
  });

  test("what is told is learned, verified, and known to a second process on the same memory", async () => {
    const first = await start();
    await first.say(TOLD);
    await first.extracted();
    const staged = (await first.get("/memory/staging")).body.items;
    expect(staged.map((fact: { predicate: string }) => fact.predicate)).toContain("LIVES_IN");
    expect((await first.verify()).verified).toBeGreaterThan(0);

    const second = await start();
    const said = await second.say("Where does my sister live?");
    expect(said.reply).toContain("Lyon");
    const line = said.recalled.find((item) => item.kind === "fact" && item.text.includes("Lyon"));
    expect(line?.evidence[0].quote).toContain("Lyon");
    expect(existsSync(join(folder.path, "data", "engram.db"))).toBe(false);
  }, 180_000);

  test("a correction in one process replaces the answer of the other", async () => {
    const [first, second] = services.map(({ url }) => client(url));
    await first?.say("Actually, my sister Annelie lives in Lille, not in Lyon.");
    await first?.extracted();
    expect((await second?.say("Where does my sister live?"))?.reply).toContain("Lille");
  }, 120_000);

  test("what is forgotten is in no answer of either", async () => {
    const apis = services.map(({ url }) => client(url));
    const annelie = (await apis[0]?.get("/memory/entities?q=Annelie"))?.body.items[0];
    const { body } = (await apis[1]?.post("/memory/forget", { entityId: annelie.id })) ?? {};
    expect(body.forgotten.facts).toBeGreaterThan(0);
    for (const api of apis) {
      for (const path of ["/memory/facts", "/memory/entities", "/memory/episodes", "/memory/changes"]) {
        expect((await api.get(`${path}?limit=200`)).text).not.toMatch(/Annelie|Lille/i);
      }
    }
  }, 120_000);

  test("without a password it does not start, and says so", async () => {
    await expect(startService(folder.path, { STORE: "neo4j" })).rejects.toThrow(/NEO4J_PASSWORD/);
  });
});
