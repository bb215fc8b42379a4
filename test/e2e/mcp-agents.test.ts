import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { Client as McpClient } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { commandEnvironment, MAIN } from "../support/command.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What agents really send to the tools, and several of them on one memory. */

describe("over HTTP", () => {
  let folder: TestFolder;
  let service: TestService;
  let api: Client;

  beforeAll(async () => {
    folder = await testFolder();
    service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
    api = client(service.url);
  });
  afterAll(async () => {
    await service.stop();
    await folder.remove();
  });

  const accept = "application/json, text/event-stream";
  async function called(
    name: string,
    args: unknown,
    headers: Record<string, string> = { accept },
  ): Promise<any> {
    const { status, text, body } = await api.post(
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
      headers,
    );
    expect(status, text).toBe(200);
    return body?.result ?? JSON.parse(/data: (.*)/.exec(text)?.[1] ?? "{}").result;
  }

  test.each<[string, Record<string, unknown>]>([
    ["arguments of their own", { toolCallId: "call_00", constructor: "s", toString: "sendMessage" }],
    ["null for what is left out", { speaker: null, occurredAt: null, conversationId: null }],
    ["empty text for what is left out", { speaker: "", occurredAt: "", externalId: "" }],
  ])("%s", async (what, more) => {
    const text = `My cat is called Mogli (${what}).`;
    const result = await called("remember", { text, ...more });
    expect(result.isError, JSON.stringify(result)).toBeFalsy();
    expect((await api.get("/memory/episodes?limit=50")).text).toContain(what);
  });

  test.each<[string, unknown]>([
    ["lines of one text", "1. Unplug it\n2. Wait a minute\n3. Plug it in"],
    ["lines of the only item", ["- Unplug it\n- Wait a minute\n- Plug it in"]],
    ["numbered items", ["1) Unplug it", "2) Wait a minute", "3) Plug it in"]],
  ])("steps as %s", async (_, steps) => {
    const { structuredContent } = await called("procedure", { action: "save", name: "restart", steps });
    expect(structuredContent.procedures[0].steps).toEqual(["Unplug it", "Wait a minute", "Plug it in"]);
  });

  test("tags between commas", async () => {
    const text = "I varnished the deck.";
    const { structuredContent } = await called("remember", { text, tags: "deck, Varnish" });
    const { body } = await api.get(`/memory/episodes/${structuredContent.episodeId}`);
    expect(body.tags).toBe("deck varnish");
  });

  test("a time without an offset is of the user's time zone", async () => {
    await api.send("PUT", "/settings", { timeZone: "America/New_York" });
    const asked = { text: "I mended the skiff.", occurredAt: "2026-05-03T14:00:00" };
    const { structuredContent } = await called("remember", asked);
    const { body } = await api.get(`/memory/episodes/${structuredContent.episodeId}`);
    expect(body.occurredAt).toBe("2026-05-03T18:00:00.000Z");
  });

  test("half an emoji, cut off, and a time as Python prints it", async () => {
    const told = { text: "I keep a goose called Ida \ud83d", occurredAt: "2026-03-05 14:00:00" };
    expect((await called("remember", told)).isError).toBeFalsy();
    const days = { from: "2026-03-05 00:00:00+00:00", to: "2026-03-06" };
    const { structuredContent } = await called("timeline", days);
    expect(structuredContent.turns).toMatchObject([{ said: "I keep a goose called Ida \ufffd" }]);
  });

  test("the user named as the speaker", async () => {
    const { structuredContent } = await called("remember", { text: "I own a skiff.", speaker: "User" });
    const { body } = await api.get(`/memory/episodes/${structuredContent.episodeId}`);
    expect(body).toMatchObject({ userMessage: "I own a skiff.", speaker: null });
  });

  test("text that looks like a number", async () => {
    expect((await called("remember", { text: 8_675_309 })).isError).toBeFalsy();
    expect((await api.get("/memory/episodes?limit=50")).text).toContain('"8675309"');
  });

  test.each(['{"limit": 5}', "{}", " "])("arguments as text: %j", async (args) => {
    expect((await called("facts", args)).isError).toBeFalsy();
  });

  test("a client that looks for OAuth is told to send a key", async () => {
    for (const path of ["/register", "/.well-known/oauth-protected-resource/mcp"]) {
      const { status, text } = await api.post(path, {});
      expect([path, status, text]).toEqual([path, 404, expect.stringContaining("Bearer <key>")]);
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ["a number as text", { limit: "5" }],
    ["one value for a list", { status: "verified" }],
    ["a list as text", { status: '["verified", "staged"]' }],
    ["an empty limit", { limit: "" }],
  ])("%s", async (_, more) => {
    expect((await called("facts", more)).isError).toBeFalsy();
  });

  test("a conversation that an agent made up is no memory without an answer", async () => {
    await called("remember", { text: "My goat is called Zora." });
    const { isError, content } = await called("recall", { query: "My goat?", conversationId: "current" });
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining("conversationId")]);
  });

  test("what cannot be read is refused by its name", async () => {
    const { isError, content } = await called("facts", { limit: "many", extra: 1 });
    expect(isError).toBe(true);
    expect(content[0].text).toContain("limit");
    expect(content[0].text).not.toContain("extra");
    const many = await called("facts", { status: Array(5000).fill("unheard-of") });
    expect(many.isError).toBe(true);
    expect(many.content[0].text.length).toBeLessThan(8_192);
  });

  test.each([
    {},
    { accept: "*/*" },
    { accept: "application/json" },
    { accept: "text/event-stream" },
    { accept },
  ])("a client that accepts %o is answered in what it accepts", async (headers) => {
    const response = await fetch(`${service.url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      }),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    const type = response.headers.get("content-type") ?? "";
    if (headers.accept?.includes("event-stream")) expect(type).toMatch(/json|event-stream/);
    else expect(type).toContain("application/json");
    expect(text).toContain('"serverInfo"');
  });

  const clientInfo = { name: "t", version: "1", title: null };
  const capabilities = { roots: null, elicitation: { form: null }, experimental: null };
  test.each<[string, object | null]>([
    ["initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo }],
    ["ping", null],
    ["tools/list", { cursor: null, _meta: null }],
    ["tools/call", { name: "coming_up", arguments: null, task: null }],
    ["prompts/get", { name: "what-do-you-know", arguments: null }],
    ["initialize", { protocolVersion: "2025-11-25", capabilities: { roots: [] }, clientInfo }],
    ["initialize", { protocolVersion: "2025-11-25", capabilities: [], clientInfo }],
    ["tools/list", []],
    ["tools/call", { name: "coming_up", arguments: [], _meta: [] }],
  ])("%s with null, or an empty list, for what is left out: %j", async (method, params) => {
    const { status, text } = await api.post("/mcp", { jsonrpc: "2.0", id: 1, method, params }, { accept });
    expect([status, text]).toEqual([200, expect.stringContaining('"result"')]);
  });

  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  test("several messages at once are all answered, in JSON too", async () => {
    const list = { jsonrpc: "2.0", id: "two", method: "prompts/list" };
    const { body } = await api.post("/mcp", [ping, list], { accept: "application/json" });
    expect(body).toMatchObject([
      { id: 1, result: {} },
      { id: "two", result: { prompts: expect.any(Array) } },
    ]);
    expect((await api.post("/mcp", [ping], { accept: "application/json" })).body).toMatchObject([{ id: 1 }]);
  });

  test("HEAD and other methods are told what there is; slashes do not matter", async () => {
    for (const method of ["HEAD", "PUT", "GET", "DELETE"]) {
      const { status, headers } = await fetch(`${service.url}/mcp`, { method });
      expect([method, status, headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
    for (const path of ["/mcp/", "//mcp"]) expect((await api.post(path, ping, { accept })).status).toBe(200);
  });
});

describe("over stdio", () => {
  let folder: TestFolder;
  beforeAll(async () => {
    folder = await testFolder();
  });
  afterAll(() => folder.remove());

  const env = () => commandEnvironment(folder.path);
  async function connected(): Promise<McpClient> {
    const mcp = new McpClient({ name: "test", version: "1" });
    await mcp.connect(
      new StdioClientTransport({ command: process.execPath, args: [MAIN, "mcp"], env: env() }),
    );
    return mcp;
  }
  const remember = (mcp: McpClient, text: string) => mcp.callTool({ name: "remember", arguments: { text } });

  test("two at once share one memory, and the second outlives the first; odd line ends are no matter", async () => {
    const [first, second] = await Promise.all([connected(), connected()]);
    await remember(first, "My aunt Rosalind breeds llamas.\u2028She lives in Oslo.");
    await remember(second, "My uncle Bert sails.");
    const timeline = await second.callTool({ name: "timeline", arguments: {} });
    expect(JSON.stringify(timeline)).toMatch(/Rosalind.*Bert|Bert.*Rosalind/);
    await Promise.all([first.close(), new Promise((resolve) => setTimeout(resolve, 500))]);
    for (const text of ["My dog is called Ajax.", "My hen is called Berta."])
      expect((await remember(second, text)).isError).toBeFalsy();
    const later = await second.callTool({ name: "timeline", arguments: {} });
    for (const word of ["Rosalind", "Ajax", "Berta"]) expect(JSON.stringify(later)).toContain(word);
    await second.close();
  });

  test("what is refused has the protocol's code, as over HTTP", async () => {
    const mcp = await connected();
    const refused = { code: -32_602, message: expect.stringContaining("nope") };
    await expect(mcp.callTool({ name: "nope" })).rejects.toMatchObject(refused);
    await expect(mcp.getPrompt({ name: "nope" })).rejects.toMatchObject(refused);
    const uri = "engram://nope";
    await expect(mcp.readResource({ uri })).rejects.toMatchObject({ ...refused, data: { uri } });
    await mcp.close();
  });

  test("one goes on when the service it used is killed", async () => {
    const service: ChildProcess = spawn(process.execPath, [MAIN, "serve"], {
      env: commandEnvironment(folder.path, { APP_PORT: "0" }),
      stdio: "ignore",
    });
    const url = join(folder.path, "data", "engram.run.json");
    const { existsSync } = await import("node:fs");
    for (let tries = 0; tries < 100 && !existsSync(url); tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const mcp = await connected();
    await remember(mcp, "My goat is called Zora.");
    service.kill("SIGKILL");
    await new Promise((resolve) => service.once("exit", resolve));
    expect((await remember(mcp, "My goose is called Ida.")).isError).toBeFalsy();
    const { content } = await mcp.callTool({ name: "timeline", arguments: {} });
    expect(JSON.stringify(content)).toContain("Zora");
    expect(JSON.stringify(content)).toContain("Ida");
    await mcp.close();
  });
});
