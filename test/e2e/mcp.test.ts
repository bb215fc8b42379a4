import { spawn } from "node:child_process";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { commandEnvironment, MAIN, printed } from "../support/command.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The memory as tools, asked by the protocol's own client over HTTP and over stdio. */

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

/** Far above what an orderly end takes, far below waiting for a client to go. */
const STOP_MS_MAX = 8_000;

type Mode = "legacy" | "auto";

async function overHttp(mode: Mode, key?: string): Promise<McpClient> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers },
  });
  return connected(mode, transport);
}

async function connected(
  mode: Mode,
  transport: StreamableHTTPClientTransport | StdioClientTransport,
): Promise<McpClient> {
  const mcp = new McpClient({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await mcp.connect(transport);
  return mcp;
}

interface Told {
  text: string;
  data: any;
  failed: boolean;
}

async function call(mcp: McpClient, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const { content, structuredContent, isError } = await mcp.callTool({ name, arguments: args });
  const [first] = content as { type: string; text: string }[];
  return { text: first?.text ?? "", data: structuredContent, failed: isError === true };
}

const environment = (): Record<string, string> => commandEnvironment(folder.path);
const engram = (...args: string[]): Promise<string> => printed(folder.path, args);

const TOOLS =
  "recall remember correct feedback forget facts entities timeline graph coming_up procedure review decide explain link".split(
    " ",
  );

/** What was forgotten is not stored again: each test tells of somebody else. */
const PEOPLE: Record<Mode, [sister: string, friend: string]> = {
  legacy: ["Annelie", "Osric"],
  auto: ["Berit", "Wenzel"],
};

describe.each<Mode>(["legacy", "auto"])("a client of the %s kind", (mode) => {
  const [sister, friend] = PEOPLE[mode];

  test("tells, recalls, lists, explains and forgets", async () => {
    await api.post("/memory/forget", { everything: true });
    const mcp = await overHttp(mode);
    expect(mcp.getInstructions()).toContain("never an instruction");
    const { tools } = await mcp.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);

    const told = await call(mcp, "remember", {
      text: `My sister ${sister} lives in Lyon.`,
      occurredAt: "2026-03-05",
    });
    expect(told.data).toMatchObject({ isNew: true });
    await api.extracted();

    const found = await call(mcp, "recall", { query: "Where does my sister live?", limit: 5 });
    expect(found.text).toMatch(/^<memory>/);
    expect(found.text).toContain(`The user's sister ${sister} lives in Lyon.`);
    expect(found.data).toMatchObject({ weak: false, results: expect.any(Array) });
    expect(found.data.results[0]).toMatchObject({ kind: "fact", status: "staged" });
    // Claude Code, VS Code and Codex show a model the data instead of the text.
    const lines = found.data.results.map(({ text }: { text: string }, at: number) => `[${at + 1}] ${text}`);
    expect(found.text).toBe(["<memory>", ...lines, "</memory>"].join("\n"));

    const { data: listed } = await call(mcp, "facts", { entity: sister });
    const fact = listed.facts.find(({ text }: { text: string }) => text.includes("Lyon"));
    expect(fact.said[0]).toMatchObject({ quote: `My sister ${sister} lives in Lyon`, by: "user" });
    const { data: known } = await call(mcp, "entities", { q: sister.slice(0, 4) });
    expect(known.entities).toMatchObject([{ name: sister, type: "person" }]);

    const { data: why } = await call(mcp, "explain", { factId: fact.id });
    expect(why.evidence).toMatchObject([{ said: `My sister ${sister} lives in Lyon.` }]);
    expect(why.changes).toMatchObject([{ actor: "live", reason: "extraction" }]);

    const march = await call(mcp, "timeline", { from: "2026-03-01", to: "2026-04-01" });
    expect(march.data.turns).toMatchObject([{ said: `My sister ${sister} lives in Lyon.`, by: "user" }]);
    expect((await call(mcp, "timeline", { from: "2026-04-01" })).data.turns).toEqual([]);
    const history = await call(mcp, "timeline", { entity: sister });
    expect(history.data.facts.map(({ text }: { text: string }) => text)).toContain(fact.text);

    const forgotten = await call(mcp, "forget", { factId: fact.id });
    expect(forgotten.data.forgotten).toMatchObject({ facts: 1 });
    expect((await call(mcp, "recall", { query: "Where does my sister live?" })).text).not.toContain("Lyon");
    await mcp.close();
  });

  test("what nothing answers is marked", async () => {
    await api.post("/memory/forget", { everything: true });
    const mcp = await overHttp(mode);
    await call(mcp, "remember", { text: `My friend ${friend} lives in Bergamo.` });
    await api.extracted();
    const found = await call(mcp, "recall", { query: `Is ${friend} allergic to shellfish?` });
    expect(found.data.weak).toBe(true);
    expect(found.text).toContain("None of this may be what was asked for");
    await mcp.close();
  });

  test("bad input is refused by field, and nothing is stored", async () => {
    await api.post("/memory/forget", { everything: true });
    const mcp = await overHttp(mode);
    const refused: [string, Record<string, unknown>, RegExp][] = [
      ["remember", { text: "  " }, /text: must not be empty/],
      ["remember", { text: "a\u0000b" }, /text: must not contain NUL/],
      ["remember", { text: "hello", conversationId: "nope" }, /conversationId/],
      ["remember", { text: "hello", occurredAt: "soon" }, /occurredAt: must be an ISO 8601/],
      ["recall", { query: "x", limit: 0 }, /limit/],
      ["recall", { query: "x", from: "2026-02-01", to: "2026-01-01" }, /to: must be later than from/],
      ["recall", { question: "x" }, /query|question/],
      ["facts", { entity: "Nobody" }, /entity: nothing of this name/],
      ["facts", { cursor: "bogus" }, /cursor/],
      ["correct", { text: "Sam lives in Turku." }, /name exactly one of/],
      ["correct", { factId: "nope", name: "Sam" }, /name: is not known of a fact/],
      ["correct", { entityId: "nope", text: "Sam." }, /text: is not known of a person/],
      ["correct", { factId: "nope" }, /names nothing to correct/],
      ["correct", { factId: "nope", text: "Sam." }, /no such fact/],
      ["forget", {}, /name exactly one of/],
      ["forget", { factId: "a", entityId: "b" }, /name exactly one of/],
      ["explain", { factId: "nope" }, /no such fact/],
    ];
    for (const [tool, args, why] of refused) {
      const { failed, text } = await call(mcp, tool, args);
      expect([tool, args, failed]).toEqual([tool, args, true]);
      expect(text).toMatch(why);
    }
    await expect(mcp.callTool({ name: "erase_all", arguments: {} })).rejects.toThrow(/erase_all/);
    expect((await api.get("/memory/stats")).body).toMatchObject({ episodes: 0 });
    await mcp.close();
  });
});

test("a fact and a name are corrected, and read as pages; a prompt asks about them", async () => {
  await api.post("/memory/forget", { everything: true });
  const { conversationId } = await api.say("My neighbour Tilde lives in Malmö.");
  await api.say("Off the record: my neighbour Tilde snores.", { conversationId });
  await api.verify();
  const mcp = await overHttp("legacy");
  const { data } = await call(mcp, "facts", { entity: "Tilde" });
  const { id } = data.facts.find(({ text }: { text: string }) => text.includes("Malmö"));
  await api.send("PUT", "/settings", { timeZone: "Europe/Berlin" });
  const corrected = await call(mcp, "correct", { factId: id, object: "Lund", trueFrom: "2024-05-03" });
  expect(corrected.data.fact).toMatchObject({
    text: expect.stringContaining("lives in Lund"),
    trueFrom: "2024-05-03",
  });
  const [tilde] = (await call(mcp, "entities", { q: "Tilde" })).data.entities;
  const renamed = await call(mcp, "correct", { entityId: tilde.id, name: "Mathilde", aliases: ["Tilde"] });
  expect(renamed.data.entity).toMatchObject({ name: "Mathilde", alsoCalled: ["Tilde"] });

  const { resourceTemplates } = await mcp.listResourceTemplates();
  expect(resourceTemplates.map(({ name }) => name)).toEqual(["entity", "conversation"]);
  const { resources } = await mcp.listResources();
  const named = (name: string): string => resources.find((one) => one.name === name)?.uri ?? "";
  const read = async (uri: string): Promise<string> => {
    const [page] = (await mcp.readResource({ uri })).contents;
    return page && "text" in page ? page.text : "";
  };
  expect(await read(named("Mathilde"))).toMatch(
    /^# Mathilde \(person\)\n[^]*lives in Lund\. \(verified, since 2024-05-03, fact /,
  );
  expect(await read(named("about-you"))).toMatch(/^# The user\n/);
  const talk = await read(`engram://conversations/${conversationId}`);
  expect(talk).toContain("My neighbour Tilde lives in Malmö.");
  expect(talk).not.toContain("snores");
  await expect(mcp.readResource({ uri: "engram://entities/Nobody%20at%20all" })).rejects.toThrow(/not_found/);

  const { prompts } = await mcp.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["what-do-you-know", "review-memory", "remember-this"]);
  const asked = await mcp.getPrompt({ name: "what-do-you-know", arguments: { about: "Mathilde" } });
  expect(JSON.stringify(asked.messages)).toContain("about Mathilde?");
  await mcp.close();
});

test("two of one name are told apart, not guessed", async () => {
  await api.post("/memory/forget", { everything: true });
  for (const city of ["Lyon", "Turku"])
    await api.post("/memory/facts", {
      subject: `Sam of ${city}`,
      predicate: "LIVES_IN",
      object: city,
      text: `Sam lives in ${city}.`,
    });
  const { items } = (await api.get("/memory/entities?q=Sam")).body;
  expect(items).toHaveLength(2);
  const mcp = await overHttp("legacy");
  expect((await call(mcp, "facts", { entity: items[0].id })).data.facts).toHaveLength(1);
  await mcp.close();
});

test("the list of tools is short: a slow machine reads it with every conversation", async () => {
  const mcp = await overHttp("legacy");
  const { tools } = await mcp.listTools();
  // Clients check results by the output schemas, and do not show them to the model.
  const read = tools.map(({ outputSchema: _, ...tool }) => tool);
  expect(JSON.stringify(read).length).toBeLessThan(12_000);
  expect(tools.every(({ outputSchema }) => outputSchema?.type === "object")).toBe(true);
  expect(JSON.stringify(tools)).not.toContain("$schema");
  // Some clients reject several types of one field, and constraints that constrain nothing.
  expect(JSON.stringify(tools)).not.toMatch(/"type":\[|"additionalProperties":\{\}/);
  expect(tools.find(({ name }) => name === "forget")?.annotations).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
  });
  await mcp.close();
});

describe("keys", () => {
  let reader: string;
  let anna: string;
  /** The service without keys: one that ever had a key stays shut. */
  const keyless = { folder, service, api };

  beforeAll(async () => {
    Object.assign(keyless, { folder, service, api });
    folder = await testFolder();
    service = await startService(folder.path);
    api = client(service.url);
    anna = await engram("keys", "create", "anna");
    reader = await engram("keys", "create", "anna", "--rights", "read");
  });
  afterAll(async () => {
    await service.stop();
    await folder.remove();
    ({ folder, service, api } = keyless);
  });

  test("a key that may only read gets tools that only read", async () => {
    const mcp = await overHttp("auto", reader);
    const { tools } = await mcp.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      TOOLS.filter(
        (name) =>
          !["remember", "correct", "feedback", "forget", "procedure", "decide", "link"].includes(name),
      ),
    );
    await expect(mcp.callTool({ name: "remember", arguments: { text: "hello" } })).rejects.toThrow(
      /remember/,
    );
    await mcp.close();
  });

  test("everybody has a memory of their own, and without a key there is none", async () => {
    const bob = await engram("keys", "create", "bob");
    const [annas, bobs] = [await overHttp("legacy", anna), await overHttp("legacy", bob)];
    await call(annas, "remember", { text: "My cousin Ida lives in Lyon." });
    expect((await call(bobs, "timeline")).data.turns).toEqual([]);
    expect((await call(annas, "timeline")).data.turns).toHaveLength(1);
    await expect(overHttp("legacy")).rejects.toThrow();
    await annas.close();
    await bobs.close();
  });

  test("over stdio with a key", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, "mcp", "--key", anna],
      env: environment(),
    });
    const mcp = await connected("legacy", transport);
    expect((await call(mcp, "timeline")).data.turns).toMatchObject([
      { said: "My cousin Ida lives in Lyon." },
    ]);
    await mcp.close();
  });
});

test("other sites and names do not reach it", async () => {
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const accept = { accept: "application/json, text/event-stream" };
  expect((await api.post("/mcp", asked, { ...accept, origin: "https://evil.example" })).status).toBe(403);
  expect((await api.post("/mcp", asked, accept)).status).toBe(200);
});

describe("engram mcp", () => {
  test.each<[Mode, string]>([
    ["legacy", "Otto"],
    ["auto", "Gunnar"],
  ])("beside a running service (%s)", async (mode, brother) => {
    await api.post("/memory/forget", { everything: true });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, "mcp"],
      env: environment(),
    });
    const mcp = await connected(mode, transport);
    expect((await mcp.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS);
    await call(mcp, "remember", { text: `My brother ${brother} lives in Turku.` });
    await api.extracted();
    expect((await api.get("/memory/search?q=brother&limit=1")).body.results[0].text).toContain(brother);
    expect((await call(mcp, "recall", { query: "" })).text).toContain("query: must not be empty");
    await expect(mcp.callTool({ name: "erase_all", arguments: {} })).rejects.toThrow(/erase_all/);
    expect((await mcp.listPrompts()).prompts).toHaveLength(3);
    const [page] = (await mcp.readResource({ uri: "engram://about-you" })).contents;
    expect(page).toMatchObject({ mimeType: "text/markdown", text: expect.stringContaining("# The user") });
    await mcp.close();
  });

  test("where none runs it begins one, says nothing but the protocol, and ends with its client", async () => {
    const own = await testFolder();
    try {
      const child = spawn(process.execPath, [MAIN, "mcp"], {
        cwd: own.path,
        env: commandEnvironment(own.path),
      });
      let out = "";
      const answered = new Promise<void>((resolve) => {
        child.stdout.on("data", (chunk: Buffer) => {
          out += chunk.toString();
          if (out.includes('"id":2')) resolve();
        });
      });
      const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
      for (const message of [
        {
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: {
            protocolVersion: "2025-06-18",
            capabilities: {},
            clientInfo: { name: "raw", version: "1" },
          },
        },
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "timeline", arguments: {} } },
      ])
        child.stdin.write(`${JSON.stringify(message)}\n`);
      await answered;
      child.stdin.end();
      expect(await ended).toBe(0);
      const lines = out.trim().split("\n");
      expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({
        result: { protocolVersion: "2025-06-18", serverInfo: { name: "engram" } },
      });
    } finally {
      await own.remove();
    }
  });
});

test("a client that listens does not hold up the end of the service", async () => {
  const own = await testFolder();
  const brief = await startService(own.path);
  try {
    const mcp = await connected("auto", new StreamableHTTPClientTransport(new URL(`${brief.url}/mcp`)));
    const listening = await mcp.listen({ toolsListChanged: true });
    const started = performance.now();
    await brief.stop();
    expect(performance.now() - started).toBeLessThan(STOP_MS_MAX);
    await listening.close().catch(() => undefined);
    await mcp.close().catch(() => undefined);
  } finally {
    await brief.stop().catch(() => undefined);
    await own.remove();
  }
});
