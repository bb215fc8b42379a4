import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Questions about the shape of the graph, through the API and as a tool. */
let folder: TestFolder;
let service: TestService;
let api: Client;
let mcp: McpClient;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { LLAMA_CPP_URL: NO_MODEL });
  api = client(service.url);
  for (const [from, to] of [
    ["user", "Berta"],
    ["Berta", "Carlo"],
    ["Carlo", "Dora"],
    ["Berta", "Emil"],
    ["Emil", "Dora"],
    ["Dora", "Fritz"],
  ] as const)
    await api.post("/memory/facts", {
      subject: from,
      predicate: "KNOWS",
      object: to,
      objectKind: "entity",
      text: `${from} knows ${to}.`,
    });
  mcp = new McpClient({ name: "test", version: "1" });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
});
afterAll(async () => {
  await mcp?.close();
  await service?.stop();
  await folder?.remove();
});

async function ask(args: Record<string, unknown>): Promise<any> {
  const { structuredContent, content, isError } = await mcp.callTool({ name: "graph", arguments: args });
  return isError ? (content as { text: string }[])[0]?.text : structuredContent;
}

const names = (things: { name: string }[]): string[] => things.map(({ name }) => name);
const texts = (paths: { text: string }[][]): string[][] =>
  paths.map((facts) => facts.map(({ text }) => text));

const VIA_CARLO = ["Berta knows Carlo.", "Carlo knows Dora.", "Dora knows Fritz."];
const VIA_EMIL = ["Berta knows Emil.", "Emil knows Dora.", "Dora knows Fritz."];

test("insights: what is important, what links the rest, what occurs often", async () => {
  const { status, body } = await api.get("/memory/graph/insights");
  expect(status).toBe(200);
  expect(body).toMatchObject({ things: 5, facts: 6, groups: 1, topics: [] });
  expect(names(body.important)[0]).toBe("Berta");
  expect(names(body.bridges)[0]).toBe("Dora");
  expect(body.cutPoints).toMatchObject([{ name: "Dora", score: 1 }]);
  expect(body.cutLinks).toMatchObject([{ fact: { text: "Dora knows Fritz." }, score: 1 }]);
  expect(body.patterns[0]).toMatchObject({ shape: "link", example: [{ id: expect.any(String) }] });
  const around = (await api.get("/memory/graph/insights?entity=Fritz")).body;
  expect(names(around.important)[0]).toBe("Dora");
});

test("paths: each fact with its words, shortest first", async () => {
  const { body } = await api.get("/memory/graph/paths?from=berta&to=Fritz");
  expect(body).toMatchObject({ from: { name: "Berta" }, to: { name: "Fritz" }, distance: 3 });
  expect(texts(body.paths).sort()).toEqual([VIA_CARLO, VIA_EMIL]);
  expect(body.paths[0][0]).toMatchObject({ id: expect.any(String), evidence: expect.any(Array) });
  expect((await api.get("/memory/graph/paths?from=user&to=Fritz&limit=1")).body.paths).toHaveLength(1);
});

test("an unknown name, one that several bear and a missing one are refused by field", async () => {
  const refused = async (query: string) => {
    const { status, body } = await api.get(`/memory/graph/${query}`);
    return { status, ...body.errors?.[0] };
  };
  expect(await refused("paths?from=Nobody&to=Dora")).toMatchObject({ status: 404, field: "from" });
  expect(await refused("paths?from=Dora")).toMatchObject({ status: 400, field: "to" });
  expect(await refused("paths?from=Dora&to=Emil&limit=0")).toMatchObject({ status: 400, field: "limit" });
  expect(await refused("insights?entity=Nobody")).toMatchObject({ status: 404, field: "entity" });
  const { items } = (await api.get("/memory/entities")).body;
  const [carlo, emil] = ["Carlo", "Emil"].map((name) => items.find((one: any) => one.name === name));
  await api.send("PATCH", `/memory/entities/${emil.id}`, { aliases: ["Carlo"] });
  const several = await refused("paths?from=Dora&to=Carlo");
  expect(several).toMatchObject({ status: 400, field: "to" });
  expect(several.message).toContain(carlo.id);
  expect(several.message).toContain(emil.id);
  expect((await api.get(`/memory/graph/paths?from=Dora&to=${emil.id}`)).status).toBe(200);
});

test("the tool answers the same, and refuses what it needs and does not get", async () => {
  expect(names((await ask({ action: "important" })).things)[0]).toBe("Berta");
  const bridges = await ask({ action: "bridges" });
  expect(names(bridges.things)[0]).toBe("Dora");
  expect(bridges.cutPoints).toMatchObject([{ name: "Dora", score: 1 }]);
  const { distance, paths } = await ask({ action: "connect", from: "Berta", to: "Fritz" });
  expect(distance).toBe(3);
  expect(texts(paths).sort()).toEqual([VIA_CARLO, VIA_EMIL]);
  expect(names((await ask({ action: "around", entity: "Fritz" })).things)[0]).toBe("Dora");
  expect(await ask({ action: "connect", from: "Berta" })).toContain("to: is needed by connect");
});

test("what is forgotten leaves every answer at once", async () => {
  const { items } = (await api.get("/memory/entities")).body;
  const dora = items.find(({ name }: any) => name === "Dora");
  await api.post("/memory/forget", { entityId: dora.id });
  expect((await api.get("/memory/graph/insights")).text).not.toContain("Dora");
  expect((await api.get("/memory/graph/paths?from=Berta&to=Fritz")).status).toBe(404);
  expect(JSON.stringify(await ask({ action: "bridges" }))).not.toContain("Dora");
  expect(await ask({ action: "connect", from: "Berta", to: "Dora" })).toContain("nothing of this name");
});
