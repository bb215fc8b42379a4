import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../../src/adapters/neo4j/index.ts";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { type Client, client } from "../../support/client.ts";
import { HASH_KEY, type OwnNeo4j, ownNeo4j, ownNeo4jMissing } from "../../support/neo4j.ts";
import { type TestFolder, type TestProcess, startProcess, testFolder } from "../../support/service.ts";

const missing = ownNeo4jMissing();
const TOLD = "My sister Annelie moved to Lyon in March 2025.";
const KEYED = { "idempotency-key": "told-once" };

describe.skipIf(missing !== null)("turns wait while Neo4j is away", () => {
  let neo4j: OwnNeo4j;
  let folder: TestFolder;
  const services: TestProcess[] = [];
  const start = async (): Promise<{ service: TestProcess; api: Client }> => {
    const service = await startProcess(folder.path, {
      STORE: "neo4j",
      NEO4J_URI: neo4j.uri,
      NEO4J_USER: neo4j.user,
      NEO4J_PASSWORD: neo4j.password,
      HASH_KEY,
    });
    services.push(service);
    return { service, api: client(service.url) };
  };
  const files = () => readdirSync(join(folder.path, "data"));
  const spools = () => files().filter((name) => name.startsWith("spool-"));
  const written = () =>
    files()
      .map((name) => readFileSync(join(folder.path, "data", name), "latin1"))
      .join();
  /** A server that was just started takes its time for its first statements; the test's own deadline ends the wait. */
  const handedOver = async (api: Client) => {
    while ((await api.get("/health")).body.spool.waiting > 0) await sleep(200);
  };

  beforeAll(async () => {
    neo4j = await ownNeo4j();
    // The first start of all makes the indexes, which takes long on a busy machine.
    await (await createNeo4jStore({ ...neo4j, clock: systemClock })).close();
    folder = await testFolder();
  }, 600_000);
  afterEach(async () => {
    await neo4j.restart();
    await Promise.all(services.splice(0).map((service) => service.stop()));
    await neo4j.wipe();
  }, 200_000);
  afterAll(() => folder?.remove());

  test("one that is started before its Neo4j waits for it", async () => {
    await neo4j.kill();
    const starting = start();
    await sleep(3000);
    await neo4j.restart();
    expect((await (await starting).api.get("/readyz")).status).toBe(200);
  }, 200_000);

  test("what is told meanwhile outlives a kill of both, and is learned once", async () => {
    const { service, api } = await start();
    expect((await api.get("/health")).body.spool).toEqual({ waiting: 0 });
    expect(spools()).toEqual([]);

    await neo4j.kill();
    const told = await api.post("/chat", { message: TOLD }, KEYED);
    expect(told.status, told.text).toBe(200);
    expect(told.body).toMatchObject({ spooled: true, recalled: [] });
    expect(told.body.reply).not.toBe("");
    const again = await api.post("/chat", { message: TOLD }, KEYED);
    expect(again.body).toMatchObject({ episodeId: told.body.episodeId, spooled: true });
    const kept = again.body.reply as string;
    expect(told.body.reply.startsWith(kept)).toBe(true);
    const { conversationId } = told.body;
    const more = await api.post("/chat", { message: "She likes it there.", conversationId });
    expect([more.status, more.body.code]).toEqual([503, "store_unavailable"]);
    expect((await api.get("/health")).body).toMatchObject({ status: "down", spool: { waiting: 1 } });
    expect((await api.get("/metrics")).text).toMatch(/^engram_spooled_turns 1$/m);
    expect(written()).toContain("Annelie");

    await service.kill();
    await neo4j.restart();
    const next = await start();
    await handedOver(next.api);
    const { items } = (await next.api.get("/memory/episodes?limit=200")).body;
    expect(items).toMatchObject([
      { id: told.body.episodeId, userMessage: TOLD, assistantReply: kept, state: "complete" },
    ]);
    await next.api.extracted();
    const staged = (await next.api.get("/memory/staging")).body.items;
    expect(staged.filter((fact: { predicate: string }) => fact.predicate === "LIVES_IN")).toHaveLength(1);
    expect(spools()).toEqual([]);
    expect(written()).not.toContain("Annelie");
    expect((await next.api.post("/chat", { message: TOLD }, KEYED)).body.episodeId).toBe(told.body.episodeId);
  }, 600_000);

  test("a process that lives on hands over what it kept, and the conversation goes on", async () => {
    const { api } = await start();
    await neo4j.kill();
    const events = await api.post("/chat", { message: TOLD }, { accept: "text/event-stream" });
    const done = JSON.parse(/^event: done\ndata: (.*)$/m.exec(events.text)?.[1] ?? "{}");
    expect(done).toMatchObject({ spooled: true });
    const other = await api.say("My brother Tom lives in Oslo.");

    await neo4j.restart();
    await handedOver(api);
    await api.extracted();
    const said = await api.say("Where does she live?", { conversationId: done.conversationId });
    expect(said).not.toHaveProperty("spooled");
    const { items } = (await api.get("/memory/episodes?limit=200")).body;
    expect(items.map(({ id }: { id: string }) => id).sort()).toEqual(
      [done.episodeId, other.episodeId, said.episodeId].sort(),
    );
    expect(items.every(({ state }: { state: string }) => state === "complete")).toBe(true);
    expect(spools()).toEqual([]);
  }, 600_000);
});
