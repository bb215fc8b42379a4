import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { chromiumMissing, openBrowser, type TestBrowser } from "../../support/browser.ts";
import { client, until } from "../../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../../support/fake-llama/index.ts";
import { freePort } from "../../support/redis.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../../support/service.ts";

/** A real nginx with the documented configuration, below a path. */
const CONFIG = join(import.meta.dirname, "../../../docs/deploy/proxy/nginx-below-a-path.conf");
const MAIN = join(import.meta.dirname, "../../../src/main.ts");
const missing = spawnSync("nginx", ["-v"]).status === 0 ? null : "nginx is not installed";

let folder: TestFolder;
let fake: FakeLlama;
let service: TestService;
let nginx: ChildProcess;
let url: string;
let key: string;

beforeAll(async () => {
  if (missing !== null) return;
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 2 });
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url });
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: join(folder.path, "data") };
  const created = await promisify(execFile)(process.execPath, [MAIN, "keys", "create", "ann"], { env });
  key = created.stdout.trim();
  const port = await freePort();
  const site = (await readFile(CONFIG, "utf8"))
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("http://127.0.0.1:3000", service.url);
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder.path}/${kind};`,
  );
  const http = `http { access_log off; ${temp.join(" ")}\n${site}}`;
  const path = join(folder.path, "nginx.conf");
  await writeFile(path, `daemon off; pid ${folder.path}/nginx.pid; error_log stderr; events {}\n${http}`);
  nginx = spawn("nginx", ["-c", path, "-p", folder.path], { stdio: "inherit" });
  url = `http://127.0.0.1:${port}/memory`;
  await until(async () => (await fetch(`${url}/livez`).catch(() => null))?.ok === true, "nginx");
});
afterAll(async () => {
  if (nginx?.kill()) await once(nginx, "exit");
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});

describe.skipIf(missing !== null)(`nginx, below a path${missing === null ? "" : ` (${missing})`}`, () => {
  test("without a key nothing is answered, and figures stay on the machine", async () => {
    const status = async (path: string): Promise<number> => (await client(url).get(path)).status;
    expect([await status("/memory/stats"), await status("/metrics")]).toEqual([401, 404]);
    expect((await client(url, key).get("/memory/stats")).status).toBe(200);
  });

  test("a reply arrives word by word", async () => {
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    fake.reply((body) =>
      body.response_format === undefined ? { content: "One two three.", heldUntil: begun } : undefined,
    );
    const stream = await openai.chat.completions.create({
      model: "m",
      messages: [{ role: "user", content: "Count." }],
      stream: true,
    });
    let text = "";
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      // The model server keeps the last word back until the first has come through.
      if (text !== "") resolve();
    }
    expect(text).toBe("One two three.");
  });

  test("tools and the WebSocket", async () => {
    const headers = { authorization: `Bearer ${key}` };
    const mcp = new McpClient({ name: "test", version: "1" });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
    expect((await mcp.callTool({ name: "timeline", arguments: {} })).isError).toBeFalsy();
    await mcp.close();
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, ["engram"], { headers });
    await once(socket, "open");
    socket.send(JSON.stringify({ type: "ping", id: "p" }));
    const [frame] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(frame.toString())).toEqual({ type: "pong", id: "p" });
    socket.close();
  });

  describe.skipIf(chromiumMissing() !== null)("in a browser", () => {
    let browser: TestBrowser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser?.close());

    test("somebody signs in, writes, and reads the description of the API", async () => {
      fake.reply((body) => (body.response_format === undefined ? "How nice for her." : undefined));
      const { page } = await browser.open(url);
      const missed: string[] = [];
      page.on("response", (response) => {
        if (response.status() >= 400 && response.status() !== 401) missed.push(response.url());
      });
      await page.getByLabel(/key/i).fill(key);
      await page.keyboard.press("Enter");
      await page.getByRole("textbox", { name: /message/i }).fill("My sister lives in Lyon.");
      await page.keyboard.press("Enter");
      await page.getByText("How nice for her.").first().waitFor();
      await page.reload();
      await page.getByText("How nice for her.").first().waitFor();
      await page.goto(`${url}/docs/`);
      const models = page.locator("#operations-v1-get_v1_models");
      await models.getByRole("button").first().click();
      await models.getByRole("button", { name: "Try it out" }).click();
      const asked = page.waitForRequest((request) => request.url().endsWith("/v1/models"));
      await models.getByRole("button", { name: "Execute" }).click();
      expect((await asked).url()).toBe(`${url}/v1/models`);
      expect(missed).toEqual([]);
    });
  });
});
