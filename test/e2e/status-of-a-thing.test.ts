import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** "What is the status with Acme?" over what programs and people stored about it (RET-9, RET-10, HIST-3). */
let folder: TestFolder;
let service: TestService;
let api: Client;

const ACME = { system: "salesforce", id: "001D000000IRFmaIAH", type: "account", name: "Acme Corp" };
const DANA = { system: "salesforce", id: "003D000000QX5bcIAD", type: "contact", name: "Dana Wolf" };
const RENEWAL = { system: "salesforce", id: "006D000000CnvR1IAJ", type: "opportunity", name: "Renewal 2027" };

type Stored = Parameters<typeof stored>[0];
const stored = (body: {
  text: string;
  contextType?: "domain_entity" | "tool_output" | "completed_action" | "temporary_state";
  outcome?: "success";
  tags?: string[];
  about?: (typeof ACME)[];
  conversationId?: string;
}) => api.api("POST /memory/episodes", { body });

const EPISODES: Stored[] = [
  { text: "Acme Corp (001D000000IRFma) is a customer.", contextType: "domain_entity", about: [ACME] },
  { text: "Dana Wolf buys for Acme Corp.", about: [DANA, ACME] },
  { text: "The renewal of Acme Corp is worth 40,000.", about: [RENEWAL, ACME], tags: ["sales", "q4"] },
  { text: "INC0012345: the printer of Acme Corp jams", contextType: "tool_output" },
  {
    text: "Sent Acme Corp the offer for the renewal",
    contextType: "completed_action",
    outcome: "success",
    tags: ["sales"],
    about: [ACME],
  },
];

let acme: string;
beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
  for (const one of EPISODES) await stored(one);
  const of = { subject: "Acme Corp", objectKind: "value" as const };
  await api.api("POST /memory/facts", {
    body: { ...of, predicate: "PREFERS", object: "email", text: "Acme Corp prefers email." },
  });
  await api.api("POST /memory/facts", {
    body: {
      ...of,
      predicate: "MOVES_TO",
      object: "Basel",
      text: "Acme Corp moves to Basel.",
      validAt: "2099-03-01",
    },
  });
  await api.extracted();
  const { items } = await api.api("GET /memory/entities", { query: { q: "Acme" } });
  expect(items.map(({ name }) => name)).toEqual(["Acme Corp"]);
  acme = items[0]?.id ?? "";
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

test("the status gathers what is linked to a thing, each with what links it", async () => {
  const status = await api.api("GET /memory/entities/{id}/status", { path: { id: acme } });
  expect(status.entity.externalKeys).toEqual([{ system: ACME.system, id: ACME.id }]);
  const things = Object.fromEntries(
    status.things.map(({ type, items }) => [type, items.map(({ entity }) => entity.name)]),
  );
  expect(things).toMatchObject({
    contact: ["Dana Wolf"],
    opportunity: ["Renewal 2027"],
    incident: ["INC0012345"],
  });
  const linked = status.things.flatMap(({ items }) => items);
  expect(linked.every(({ factIds, episodeIds }) => factIds.length + episodeIds.length > 0)).toBe(true);
  expect(status.actions).toMatchObject([{ outcome: "success", contextType: "completed_action" }]);
  expect(status.facts.map(({ text }) => text)).toContain("Acme Corp prefers email.");
  expect(status.plans.map(({ text }) => text)).toEqual(["Acme Corp moves to Basel."]);
  expect(status.turns.map(({ userMessage }) => userMessage)).toContain("Dana Wolf buys for Acme Corp.");
  expect((await api.get("/memory/entities/nothing/status")).status).toBe(404);
});

const search = async (query: Record<string, unknown>) =>
  (await api.api("GET /memory/search", { query: { q: "What is the status with Acme?", ...query } })).results;

test("the question finds the action, the preference and the turns", async () => {
  const found = (await search({ limit: 50 })).map(({ text }) => text).join("\n");
  for (const words of [
    "Sent Acme Corp the offer",
    "prefers email",
    "INC0012345",
    "Dana Wolf",
    "worth 40,000",
  ])
    expect(found).toContain(words);
});

test("a search takes context types, tags, age and a least relevance", async () => {
  const actions = await search({ contextTypes: "completed_action", relevance: "any" });
  expect(actions.map(({ text }) => text)).toEqual([expect.stringContaining("Sent Acme Corp the offer")]);
  const things = await search({ contextTypes: "domain_entity", relevance: "any" });
  expect(new Set(things.map(({ kind }) => kind))).toEqual(new Set(["entity", "episode"]));
  const tagged = await search({ tags: "sales,q4", relevance: "any" });
  expect(tagged.map(({ components }) => components.tags).sort()).toEqual([0.5, 1]);
  const accounts = await search({ tags: "account", relevance: "any" });
  expect(accounts.map(({ id }) => id)).toEqual([acme]);
  expect(await search({ maxAgeHours: 0.000001, relevance: "any" })).toEqual([]);
  expect((await search({ maxAgeHours: 1, relevance: "any" })).length).toBeGreaterThan(3);
  const least = await search({ minRelevance: 0.3, relevance: "any" });
  expect(least.length).toBeGreaterThan(0);
  expect(least.every(({ score }) => score >= 0.3)).toBe(true);
  expect((await search({ minRelevance: 1, relevance: "any" })).length).toBeLessThan(least.length + 1);
  for (const query of ["contextTypes=wishes", "tags=a b", "maxAgeHours=0", "minRelevance=2"]) {
    const refused = await api.get(`/memory/search?q=acme&${query}`);
    expect([query, refused.status]).toEqual([query, 400]);
    expect(refused.text).toContain(query.split("=")[0]);
  }
});

test('"continue with that" in a new conversation goes on with what was asked last', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) await stored({ text: `The tomatoes have ${n} leaves.` });
  const asked = await api.say("What is the status with Acme?");
  const next = await api.say("Continue with that.");
  expect(next.conversationId).not.toBe(asked.conversationId);
  const before = new Set(asked.recalled.map(({ id }) => id));
  expect(next.recalled.filter(({ id }) => before.has(id)).length).toBeGreaterThan(2);
});

test("an agent stores and asks the same over MCP", async () => {
  const mcp = new McpClient({ name: "agent", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  const call = async (name: string, args: Record<string, unknown>): Promise<any> => {
    const { structuredContent, content, isError } = await mcp.callTool({ name, arguments: args });
    if (isError === true) throw new Error(JSON.stringify(content));
    return structuredContent;
  };
  const borealis = { system: "salesforce", id: "001D000000BoreaIAH", type: "account", name: "Borealis GmbH" };
  const timo = { system: "salesforce", id: "003D000000TimoKIAD", type: "contact", name: "Timo Kern" };
  const told = { text: "Timo Kern buys for Borealis GmbH.", about: [timo, borealis] };
  const { episodeId: heard } = await call("remember", told);
  await call("remember", {
    text: "INC0077001: the scanner of Borealis GmbH is slow",
    contextType: "tool_output",
  });
  const { episodeId: done } = await call("remember", {
    text: "Replaced the scanner of Borealis GmbH",
    contextType: "completed_action",
    outcome: "success",
    about: [borealis],
  });
  await call("link", { type: "led_to", fromKind: "episode", fromId: heard, toKind: "episode", toId: done });
  await api.extracted();

  const { entities, status } = await call("entities", { statusOf: "Borealis GmbH" });
  expect(entities.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["Borealis GmbH", "Timo Kern", "INC0077001"]),
  );
  expect(status.actions).toMatchObject([{ episodeId: done, outcome: "success" }]);
  const found = await call("recall", { query: "What is the status with Borealis?", limit: 20 });
  const texts = found.results.map(({ text }: { text: string }) => text).join("\n");
  for (const words of ["Timo Kern", "INC0077001", "Replaced the scanner"]) expect(texts).toContain(words);
  const action = found.results.find(({ id }: { id: string }) => id === done);
  expect(action).toMatchObject({ outcome: "success", occurredAt: expect.stringMatching(/^\d{4}-/) });
  const forgotten = await call("forget", { entityId: entities[0].id });
  expect(forgotten.forgotten).toMatchObject({ entities: 1 });
  const after = await call("recall", {
    query: "What is the status with Borealis?",
    limit: 20,
    relevance: "any",
  });
  expect(JSON.stringify(after.results)).not.toContain("Borealis");
  await mcp.close();
});

test("forgetting the thing takes its ids, tags and links along", async () => {
  const secret = await stored({
    text: "Umbra Ltd called",
    tags: ["umbratag"],
    about: [{ system: "crm", id: "U-77", type: "account", name: "Umbra Ltd" }],
  });
  const [umbra] = (await api.api("GET /memory/entities", { query: { q: "Umbra" } })).items;
  const { items } = await api.api("GET /memory/links", { query: { id: umbra?.id ?? "" } });
  expect(items).toHaveLength(1);
  await api.api("POST /memory/forget", { body: { episodeId: secret.episodeId } });
  await api.api("POST /memory/forget", { body: { entityId: umbra?.id ?? "" } });
  const left = await api.api("GET /memory/links", { query: { id: secret.episodeId } });
  expect(left.items).toEqual([]);
  const exported = (await api.get("/memory/export")).text;
  for (const words of ["umbratag", "U-77", "Umbra"]) expect(exported).not.toContain(words);
  for (const words of ["umbratag", "Umbra Ltd"]) expect(await filesWith(words)).toEqual([]);
});

/** Files of the database with these words. */
async function filesWith(words: string): Promise<string[]> {
  const names = ["engram.db", "engram.db-wal"];
  const texts = await Promise.all(
    names.map((name) => readFile(join(folder.path, "data", name), "latin1").catch(() => "")),
  );
  return names.filter((_, at) => texts[at]?.includes(words));
}
