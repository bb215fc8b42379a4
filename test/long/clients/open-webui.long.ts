import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../../support/browser.ts";
import { until } from "../../support/client.ts";
import { freePort } from "../../support/redis.ts";
import { isChat, startOpenAiBench, type OpenAiBench } from "../../support/openai-bench.ts";
import { testFolder, type TestFolder } from "../../support/service.ts";

/** The command of an installed Open WebUI (`pip install open-webui`, some 7 GB). */
const program = process.env["OPEN_WEBUI_BIN"];
const EXAMPLE = join(import.meta.dirname, "../../../examples/open-webui.sh");
const MINUTES = 60_000;

let at: OpenAiBench;
let folder: TestFolder;
let ui: ChildProcess;
let browser: TestBrowser;
let url: string;

beforeAll(async () => {
  if (program === undefined) return;
  [at, folder, browser] = await Promise.all([startOpenAiBench(), testFolder(), openBrowser()]);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env["PATH"],
    HOME: folder.path,
    DATA_DIR: folder.path,
    OPEN_WEBUI_BIN: program,
    ENGRAM_URL: at.service.url,
    RAG_EMBEDDING_ENGINE: "openai",
    WEBUI_AUTH: "False",
    WEBUI_SECRET_KEY: "x",
    OFFLINE_MODE: "True",
  };
  ui = spawn(EXAMPLE, ["--port", String(port)], { env, stdio: "ignore" });
  await until(
    async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true,
    "Open WebUI",
    3 * MINUTES,
  );
}, 4 * MINUTES);
afterAll(async () => {
  ui?.kill();
  await browser?.close();
  await at?.close();
  await folder?.remove();
});

test.skipIf(program === undefined)(
  `Open WebUI: a chat stays one conversation, a reply is made again, a file's name and the words are kept, what the program asks for itself is no memory${program === undefined ? " (no OPEN_WEBUI_BIN)" : ""}`,
  { timeout: 4 * MINUTES },
  async () => {
    let replies = 0;
    at.fake.reply((body) => (isChat(body) ? `Reply number ${++replies}.` : undefined));
    const { page } = await browser.open(url);
    await page.getByRole("button", { name: "Okay, Let's Go!" }).click({ timeout: MINUTES });
    const said = async (): Promise<string[]> =>
      (await at.turns(await at.newest().catch(() => ""))).map(
        ({ userMessage, assistantReply }: any) => `${userMessage} ${assistantReply}`,
      );
    const send = async (message: string, turns: number): Promise<void> => {
      await page.locator("#chat-input").click();
      await page.keyboard.type(message);
      await page.keyboard.press("Enter");
      await until(
        async () => (await at.conversations()).length > 0 && (await said()).length === turns,
        message,
      );
      await page
        .getByText(/Reply number/)
        .nth(turns - 1)
        .waitFor();
    };
    await send("My otter is called Ottilie.", 1);
    await send("She is three.", 2);
    const before = await said();
    await page.getByRole("button", { name: "Regenerate" }).last().click();
    await page.getByText("Try Again").last().click();
    await until(async () => (await said())[1] !== before[1], "another reply");
    expect(await said()).toHaveLength(2);
    expect((await said())[1]).toMatch(/^She is three\. Reply number/);

    const buffer = Buffer.from("# Packing list\n\nA tent and a stove.\n");
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "list.md", mimeType: "text/markdown", buffer });
    await page.getByRole("button", { name: "list.md" }).waitFor();
    await send("She packs this.", 3);
    await send("And she snores.", 4);
    expect((await said())[2]).toMatch(/^\[file: list\.md\]\nShe packs this\. Reply number/);
    expect(await at.conversations()).toHaveLength(1);
    expect((await at.api.get("/memory/stats")).body.episodes).toBe(5);
  },
);
