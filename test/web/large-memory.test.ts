import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, leave, openBrowser, type TestBrowser } from "../support/browser.ts";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What shows only once a memory is large. */

const PATIENCE_MS = 20_000;
const FACTS = 510;

let folder: TestFolder;
let service: TestService;
let browser: TestBrowser;
let api: Client;

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
  browser = await openBrowser();
  for (let n = 0; n < FACTS; n++) await state(n === 0 ? "rowed" : "counts", n);
  const chats = await fetch(`${service.url}/memory/import/chats`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: chatGptExport({ conversations: 1, turns: 180 }),
  });
  await chats.text();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await folder?.remove();
});

/** The first of these has been over for years. */
async function state(predicate: string, n: number): Promise<void> {
  const text = `Greta ${predicate} ${n}.`;
  const when = n === 0 ? { validAt: "2019-01-01", invalidAt: "2021-01-01" } : {};
  const said = { subject: "Greta", predicate, object: String(n), objectKind: "value", text, ...when };
  await api.post("/memory/facts", said);
}

const at = (place: string): string => `${service.url}/#/${place}`;
const scrolled = (page: Page, part: string) => page.locator(part).evaluate((box) => box.scrollTop);

describe.skipIf(chromiumMissing() !== null)("a large memory", () => {
  test("a thing shows what was true on a day long ago, and all that is known on demand", async () => {
    const { items } = (await api.get("/memory/entities?q=Greta")).body;
    const opened = await browser.open(at(`memory/entities/${items[0].id}?asOf=2020-06-01`));
    const { page } = opened;
    await page.getByRole("link", { name: "Greta rowed 0." }).waitFor();
    await page.getByRole("button", { name: "Today" }).click();
    await page
      .getByRole("link", { name: `Greta counts ${FACTS - 1}.` })
      .first()
      .waitFor();
    const first = page.getByRole("region", { name: "Over time" }).getByRole("link", { name: "rowed 0." });
    expect(await first.count()).toBe(0);
    for (let page2 = 0; page2 < 2; page2++) await page.getByRole("button", { name: "Older" }).click();
    await first.waitFor();
    await leave(opened);
  });

  test("a list that was made longer is as long, and as far scrolled, for who comes back", async () => {
    const opened = await browser.open(at("memory/timeline"));
    const { page } = opened;
    const turns = page.locator("main a[href*=episodes]");
    await expect.poll(() => turns.count(), { timeout: PATIENCE_MS }).toBe(50);
    for (const count of [100, 150]) {
      await page.getByRole("button", { name: "Older" }).click();
      await expect.poll(() => turns.count(), { timeout: PATIENCE_MS }).toBe(count);
    }
    await turns.nth(140).scrollIntoViewIfNeeded();
    const was = await scrolled(page, "main");
    expect(was).toBeGreaterThan(2_000);
    await turns.nth(140).click();
    await page.getByRole("region", { name: "What rests on it" }).waitFor();
    await page.goBack();
    await expect.poll(() => scrolled(page, "main"), { timeout: PATIENCE_MS }).toBe(was);
    expect(await turns.count()).toBe(150);
    await leave(opened);
  });

  test("who leaves by the rail, or loads the page anew, finds the list as far scrolled", async () => {
    const opened = await browser.open(at("memory/facts"));
    const { page } = opened;
    const scroll = async (by: number): Promise<number> => {
      await page.locator(".virtual").hover();
      await page.mouse.wheel(0, by);
      await page.waitForTimeout(500);
      return scrolled(page, ".virtual");
    };
    let was = await scroll(3_000);
    expect(was).toBeGreaterThan(2_000);
    await page.getByRole("link", { name: "Insight" }).click();
    await page.getByRole("heading", { name: "Insight" }).waitFor();
    await page.goBack();
    await expect.poll(() => scrolled(page, ".virtual"), { timeout: PATIENCE_MS }).toBe(was);
    was = await scroll(1_000);
    await page.reload();
    await page.locator(".virtual").waitFor();
    await expect.poll(() => scrolled(page, ".virtual"), { timeout: PATIENCE_MS }).toBe(was);
    await leave(opened);
  });

  test("a turn of a book's length takes some lines of a list, in the direction of its words", async () => {
    await api.post("/memory/episodes", { text: `שלום, ${"Ein Satz über den Garten. ".repeat(2_000)}` });
    const opened = await browser.open(at("memory/timeline"));
    const turn = opened.page.locator("a.turn-words", { hasText: "שלום" });
    await turn.waitFor();
    expect(await turn.evaluate((one) => one.clientHeight)).toBeLessThan(400);
    const style = `getComputedStyle(document.querySelector("a.turn-words"))`;
    expect(await opened.page.evaluate(`${style}.unicodeBidi`)).toBe("plaintext");
    await leave(opened);
  });

  test("the graph comes by itself where its file went with an update", async () => {
    const { page } = await browser.open(at("memory/entities"), { serviceWorkers: "block" });
    await page.getByRole("table", { name: "People and things" }).waitFor();
    await page.waitForTimeout(500);
    let isGone = true;
    page.on("request", (request) => (isGone &&= !request.isNavigationRequest()));
    await page.route(/assets\/page-[^/]*\.js/, (route) =>
      isGone ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.getByRole("link", { name: "Graph", exact: true }).click();
    await page.getByRole("heading", { name: "No connections yet" }).waitFor();
    await page.context().close();
  });

  test("of many quotes ten are read at once", async () => {
    for (let n = 0; n < 14; n++) await api.say("I have a dog called Rex.");
    await api.extracted();
    const { items } = (await api.get("/memory/facts?q=Rex&limit=1")).body;
    const opened = await browser.open(at(`memory/facts/${items[0].id}`));
    const { page } = opened;
    const quotes = page.locator("figure.quote");
    await expect.poll(() => quotes.count(), { timeout: PATIENCE_MS }).toBe(10);
    await page.getByRole("button", { name: "4 more" }).click();
    await expect.poll(() => quotes.count(), { timeout: PATIENCE_MS }).toBe(14);
    await leave(opened);
  });
});
