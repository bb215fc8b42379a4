import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, leave, openBrowser, type TestBrowser } from "../support/browser.ts";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { client, type Client } from "../support/client.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Requests and replies that take long, lines that drop, and windows that do contrary things. */

const STEPS = Array.from({ length: 60 }, (_, n) => `step${n}`).join(" ");
const SLOW_MS = 1_000;

let folder: TestFolder;
let service: TestService;
let llama: ReadingLlama;
let browser: TestBrowser;
let api: Client;

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  llama = await startReadingLlama({ reads: {} });
  llama.table.reply = (message) => ({ content: STEPS, tokenDelayMs: message.includes("slowly") ? 40 : 0 });
  service = await startService(folder.path, { LLAMA_CPP_URL: llama.url }, { conversationWaitMs: 300 });
  api = client(service.url);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const reply = (page: Page, words: string) => page.locator(".reply", { hasText: words });
const said = (page: Page, words: string) => page.locator(".said", { hasText: words });
const slowly = (page: Page, address: RegExp) =>
  page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  });

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press("Enter");
}

async function begun(text: string): Promise<string> {
  const { conversationId } = (await api.post("/chat", { message: text })).body;
  return `${service.url}#/chat/${conversationId}`;
}

describe.skipIf(chromiumMissing() !== null)("on a slow line", () => {
  test("replies of two conversations go on while another is open, and in a window that opens later", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "Count slowly.");
    await reply(page, "step3 ").waitFor();
    const first = page.url();
    await page.getByRole("link", { name: "New conversation" }).click();
    await say(page, "Count slowly, too.");
    await reply(page, "step3 ").waitFor();
    const second = await browser.open(first);
    await said(second.page, "Count slowly.").waitFor();
    expect(await second.page.getByRole("button", { name: "Stop" }).count()).toBe(0);
    await page.goBack();
    await reply(page, "step8 ").waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await reply(page, "step59").waitFor();
    await reply(second.page, "step59").waitFor();
    expect(await page.getByText("Stopped here").count()).toBe(0);
    await leave(second);
    await leave(opened);
  });

  test("the end of one reply leaves another to be followed after a reload", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "Count.");
    await reply(page, "step59").waitFor();
    await page.getByRole("link", { name: "New conversation" }).click();
    await say(page, "Begin slowly.");
    await reply(page, "step1 ").waitFor();
    const other = page.url();
    await page.getByRole("link", { name: "New conversation" }).click();
    await say(page, "Go quickly.");
    await reply(page, "step59").waitFor();
    await page.goto(other);
    await page.reload();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await reply(page, "step59").waitFor();
    await leave(opened);
  });

  test("a message that never left is a draft again after a reload", async () => {
    const opened = await browser.open("about:blank");
    const { page } = opened;
    await page.routeWebSocket(/\/ws$/, () => undefined);
    await page.goto(service.url);
    await say(page, "Sent into nothing.");
    await said(page, "Sent into nothing.").waitFor();
    await page.reload();
    await expect.poll(() => composer(page).inputValue()).toBe("Sent into nothing.");
    await page.context().close();
  });

  test("of two messages sent at once into one conversation none is lost", async () => {
    const address = await begun("Hello.");
    const [one, other] = [await browser.open(address), await browser.open(address)];
    await reply(one.page, "step59").waitFor();
    await reply(other.page, "step59").waitFor();
    await say(one.page, "Count slowly.");
    await reply(one.page, "step1 ").waitFor();
    await composer(other.page).fill("From the other.");
    await other.page.keyboard.press("Enter");
    await reply(one.page, "step59").nth(1).waitFor();
    await said(other.page, "Count slowly.").waitFor();
    await said(other.page, "From the other.").waitFor();
    await leave(other);
    await leave(one);
  });

  test("a conversation that another window forgets leaves the page", async () => {
    const address = await begun("My secret is the blue door.");
    const opened = await browser.open(address);
    await said(opened.page, "blue door").waitFor();
    await api.post("/memory/forget", { conversationId: address.split("/").at(-1) });
    await opened.page.getByText("This could not be loaded").waitFor();
    expect(await said(opened.page, "blue door").count()).toBe(0);
    await opened.page.context().close();
  });

  test("a message sent into a conversation that could not be loaded is shown with its reply", async () => {
    const address = await begun("Hello again.");
    const opened = await browser.open("about:blank");
    const { page } = opened;
    await page.route(/conversations\/[0-9a-f-]+/, (route) => route.abort());
    await page.goto(address);
    await page.getByText("This could not be loaded").waitFor();
    await say(page, "Are you there?");
    await reply(page, "step59").waitFor();
    await page.unroute(/conversations\/[0-9a-f-]+/);
    await page.getByRole("button", { name: "Try again" }).first().click();
    await said(page, "Hello again.").waitFor();
    await said(page, "Are you there?").waitFor();
    expect(await page.getByText("This could not be loaded").count()).toBe(0);
    await page.context().close();
  });

  test("what another window says does not move a page that is being read; the own reply is followed after a link to a turn", async () => {
    const address = await begun("First.");
    for (let n = 0; n < 4; n++)
      await api.post("/chat", { message: `More ${n}.`, conversationId: address.split("/").at(-1) });
    const opened = await browser.open(address, { viewport: { width: 900, height: 500 } });
    const { page } = opened;
    await said(page, "More 3.").waitFor();
    await page.locator(".transcript").evaluate((element) => (element.scrollTop = 0));
    await page.getByRole("button", { name: "To the latest" }).waitFor();
    await api.post("/chat", { message: "From elsewhere.", conversationId: address.split("/").at(-1) });
    await said(page, "From elsewhere.").waitFor();
    expect(await page.locator(".transcript").evaluate((element) => element.scrollTop)).toBe(0);
    const turn = await page.locator(".turn").first().getAttribute("id");
    await page.goto(`${address}?at=${turn?.slice(5)}`);
    await page.goto(address);
    await say(page, "Count slowly.");
    await reply(page, "step59").nth(6).waitFor();
    await expect
      .poll(() =>
        page
          .locator(".transcript")
          .evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight),
      )
      .toBeLessThan(120);
    await leave(opened);
  });

  test("the list of conversations takes no page twice, and stays as long as it is when one is opened", async () => {
    const chats = await fetch(`${service.url}/memory/import/chats`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: chatGptExport({ conversations: 130, turns: 1 }),
    });
    await chats.text();
    const opened = await browser.open("about:blank");
    const { page } = opened;
    await slowly(page, /conversations\?/);
    await page.goto(service.url);
    await page.locator(".threads").getByText("Loading ...").waitFor();
    expect(await page.getByText("No conversations yet.").count()).toBe(0);
    const rows = page.locator(".thread");
    await expect.poll(() => rows.count(), { timeout: 5 * SLOW_MS }).toBe(40);
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByRole("button", { name: "Older" }).click();
    await expect.poll(() => rows.count(), { timeout: 5 * SLOW_MS }).toBe(80);
    await page.waitForTimeout(SLOW_MS);
    expect(await rows.count()).toBe(80);
    await rows.last().getByRole("link").click();
    await page.locator(".thread.current").waitFor();
    await say(page, "News.");
    await reply(page, "step59").waitFor();
    await page.waitForTimeout(2 * SLOW_MS);
    expect(await rows.count()).toBeGreaterThanOrEqual(80);
    await page.context().close();
  });
});
