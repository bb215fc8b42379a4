import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import de from "../../src/web/language/de.json" with { type: "json" };
import es from "../../src/web/language/es.json" with { type: "json" };
import fr from "../../src/web/language/fr.json" with { type: "json" };
import { chromiumMissing, leave, openBrowser, type TestBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

const PHONE = { width: 390, height: 800 };
const CATALOGUES: Record<string, Record<string, string>> = { de, es, fr };
let folder: TestFolder;
let service: TestService;
let browser: TestBrowser;
let places: string[];

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  service = await startService(folder.path);
  browser = await openBrowser();
  const api = client(service.url);
  const { conversationId } = await api.say("My sister Annelie lives in Lyon.");
  await api.extracted();
  const stated = { subject: "user", predicate: "likes", object: "tea", text: "The user likes tea." };
  await api.post("/memory/facts", { ...stated, objectKind: "value", validAt: null });
  const [fact] = (await api.get("/memory/facts?q=tea")).body.items;
  await api.send("PATCH", `/memory/facts/${fact.id}`, { status: "disputed" });
  places = [
    `chat/${conversationId}`,
    "memory",
    "memory/entities",
    "memory/facts",
    `memory/facts/${fact.id}`,
    `memory/entities/${fact.subject.id}`,
    "memory/graph",
    "memory/search?q=tea",
    "review",
    "maintenance",
    "insight",
    "settings",
    "settings/models",
    "settings/preferences",
    "settings/transfer",
  ];
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await folder?.remove();
});

/** Goes there in the open page, until what it shows has been loaded. */
async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`new Promise((drawn) => {
    addEventListener("hashchange", () => requestAnimationFrame(() => requestAnimationFrame(drawn)), { once: true });
    location.hash = ${JSON.stringify(`#/${place}`)};
  })`);
  await page.locator("main h1").first().waitFor();
  await page.locator("main .state[role=status]").first().waitFor({ state: "detached" });
}

const SHOWN = `(() => {
  const found = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) found.push(words.currentNode.textContent);
  for (const element of document.querySelectorAll("[title], [placeholder], [aria-label]"))
    for (const name of ["title", "placeholder", "aria-label"]) found.push(element.getAttribute(name) ?? "");
  return found.map((text) => text.trim());
})()`;

/** Texts and labels of the page that are English, and have a translation. */
async function english(page: Page, texts: Record<string, string>): Promise<string[]> {
  const translated = new Set(Object.values(texts));
  const shown = await page.evaluate<string[]>(SHOWN);
  return shown.filter((text) => text in texts && !translated.has(text));
}

describe.skipIf(chromiumMissing() !== null)("the languages of the pages", () => {
  test.each([
    { locale: "de-AT", code: "de", memory: "Gedächtnis", review: "Prüfen", message: "1 Nachricht" },
    { locale: "es-MX", code: "es", memory: "Memoria", review: "Revisar", message: "1 mensaje" },
    { locale: "fr-CA", code: "fr", memory: "Mémoire", review: "Réviser", message: "1 message" },
  ])("a browser in $locale shows every page in it", async ({ locale, code, memory, review, message }) => {
    const opened = await browser.open(`${service.url}/`, { locale, viewport: PHONE });
    const { page } = opened;
    const wrong: string[] = [];
    for (const place of places) {
      await goTo(page, place);
      wrong.push(...(await english(page, CATALOGUES[code] ?? {})).map((text) => `${place}: ${text}`));
      const width = await page.evaluate<number>("document.scrollingElement.scrollWidth");
      if (width > PHONE.width) wrong.push(`${place}: ${width} px wide`);
    }
    expect(wrong).toEqual([]);
    expect(await page.locator("html").getAttribute("lang")).toBe(code);
    await page.getByRole("navigation").first().getByRole("link", { name: memory }).waitFor();
    await goTo(page, "review");
    await page.getByRole("heading", { level: 1, name: review }).waitFor();
    await goTo(page, "chat");
    await page.getByText(message, { exact: false }).first().waitFor({ state: "attached" });
    await leave(opened);
  });

  test("a date is written as the language does", async () => {
    const opened = await browser.open(`${service.url}/#/${places[4] ?? ""}`, { locale: "de-DE" });
    const day = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium" }).format(new Date());
    await opened.page.locator("dd").getByText(day).first().waitFor();
    await leave(opened);
  });

  test("another one is chosen in the preferences, for this browser, and given up there", async () => {
    const opened = await browser.open(`${service.url}/#/settings/preferences`, { locale: "de-DE" });
    const { page } = opened;
    const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("combobox", { name: "Sprache dieser Seiten" }).selectOption("français");
    await heading("Réglages");
    await page.reload();
    await heading("Réglages");
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    await page.getByRole("combobox", { name: "Langue de ces pages" }).selectOption("English");
    await heading("Settings");
    await page.getByRole("combobox", { name: "Language of these pages" }).selectOption("as the browser");
    await heading("Einstellungen");
    await leave(opened);
  });

  test("a browser in a language without a catalogue shows English, and loads none", async () => {
    const opened = await browser.open(`${service.url}/`, { locale: "ja-JP" });
    await opened.page.getByRole("link", { name: "Memory" }).waitFor();
    const loaded = await opened.page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name),
    );
    expect(loaded.filter((name) => /\/(?:de|es|fr)-[^/]*\.js$/.test(name))).toEqual([]);
    expect(await opened.page.locator("html").getAttribute("lang")).toBe("en");
    await leave(opened);
  });
});
