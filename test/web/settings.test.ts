import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { chromiumMissing, openBrowser, settled, violationsOf, type TestBrowser } from "../support/browser.ts";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { client, until, type Client } from "../support/client.ts";
import { MemoryFile } from "../support/forged-imports.ts";
import { startHookReceiver, type HookReceiver } from "../support/hook-receiver.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

let folder: TestFolder;
let service: TestService;
let browser: TestBrowser;
let hook: HookReceiver;
let api: Client;

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  hook = await startHookReceiver();
  await learnRanking(join(folder.path, "data"));
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600", NOTIFY_WEBHOOK_URL: hook.url });
  api = client(service.url);
  browser = await openBrowser();
  await api.say("My sister Annelie lives in Lyon.");
  await api.extracted();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await hook?.close();
  await folder?.remove();
});

/** As the job `learn` leaves it. */
async function learnRanking(data: string): Promise<void> {
  await mkdir(data);
  const store = await createSqliteStore({ file: join(data, "engram.db"), clock: systemClock });
  const learnedAt = systemClock.now();
  const weights = { recency: 1.5, text: -0.4, graph: 0.01 };
  const ranking = { since: null, learnedAt, weights, questions: 24, shipped: 0.5, learned: 0.75 };
  await store.forUser("local").putSettings({ ...DEFAULT_SETTINGS, ranking });
  await store.close();
}

const open = (place: string, options = {}) => browser.open(`${service.url}/#/settings${place}`, options);

/** In this order: the first key closes the memory to whoever has none. */
describe.skipIf(chromiumMissing() !== null)("the settings page", () => {
  test("the machine: each part with what to do about it, and a test notification", async () => {
    const { page, errors, foreign } = await open("");
    const model = page.getByRole("region", { name: "Model" });
    await model.getByText("No language model is connected").waitFor();
    await model.getByRole("link", { name: "Models" }).waitFor();
    await page.getByRole("region", { name: "Store" }).getByText("SQLite").waitFor();
    hook.answers.push(503);
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("The webhook answered with status 503").waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Webhook: it was taken").waitFor();
    expect(JSON.parse(hook.received.at(-1)?.body ?? "")).toMatchObject({ kind: "test" });
    expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
  });

  test("preferences are saved and stand after a reload", async () => {
    const { page } = await open("/preferences");
    const learned = page.getByRole("region", { name: "What I learned about your questions" });
    await learned.getByText(/^From 24 questions, .* ranks at 75% instead of 50%/).waitFor();
    expect(await learned.getByRole("listitem").allTextContents()).toEqual([
      "recent memories first",
      "other words, too",
    ]);
    await learned.getByRole("button", { name: "Forget what you learned" }).click();
    await learned.getByText(/^Nothing yet/).waitFor();
    const { ranking } = await api.api("GET /memory/ranking");
    expect(ranking).toMatchObject({ learnedAt: null, weights: {}, since: expect.any(String) });
    await page.getByRole("combobox", { name: /Time zone/ }).fill("Europe/Nowhere");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/must be an IANA time zone/).waitFor();
    await page.getByRole("combobox", { name: /Time zone/ }).fill("Europe/Berlin");
    await page.getByRole("textbox", { name: /Your instructions/ }).fill("Call me Lena, be brief.");
    await page.getByRole("spinbutton", { name: /Temperature/ }).fill("0.3");
    await page.getByRole("combobox", { name: /thinks first/ }).selectOption("high");
    await page.getByRole("textbox", { name: /Language/ }).fill("de");
    await page.getByRole("combobox", { name: /looks into memory/ }).selectOption("relevance");
    await page.getByRole("checkbox", { name: /Delete messages/ }).check();
    await page.getByRole("spinbutton", { name: /Days a message is kept/ }).fill("90");
    await page.getByRole("checkbox", { name: /Pause background work/ }).check();
    await page.getByLabel("from", { exact: true }).fill("23:00");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    expect((await api.get("/settings")).body).toMatchObject({
      timeZone: "Europe/Berlin",
      instructions: "Call me Lena, be brief.",
      temperature: 0.3,
      effort: "high",
      language: "de",
      recallRecipe: "relevance",
      retentionDays: 90,
      quietHours: { from: "23:00", to: "07:00" },
    });
    await page.reload();
    expect(await page.getByRole("spinbutton", { name: /Days a message is kept/ }).inputValue()).toBe("90");
    const instructions = page.getByRole("textbox", { name: /Your instructions/ });
    expect(await instructions.inputValue()).toBe("Call me Lena, be brief.");
    await api.send("PUT", "/settings", { timeZone: "UTC" });
  });

  test("the theme is this browser's", async () => {
    const { page } = await open("/preferences");
    await page.getByRole("combobox", { name: /Colours/ }).selectOption("dark");
    await page.reload();
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  });

  test("a memory is exported, and imported after a look at it", async () => {
    const { page } = await open("/transfer");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download my memory" }).click(),
    ]);
    const path = (await download.path()) ?? "";
    expect(download.suggestedFilename()).toMatch(/^engram-memory-.*\.jsonl\.gz$/);
    const file = page.getByLabel("File with a memory");
    await file.setInputFiles({ name: "broken.jsonl", mimeType: "", buffer: Buffer.from("no memory") });
    await page.getByText(/not a memory|not valid|no header|line 1/i).waitFor();
    await file.setInputFiles({ name: "memory.jsonl.gz", mimeType: "", buffer: await readFile(path) });
    await page.getByText(/The memory of local/).waitFor();
    await page.getByRole("button", { name: "Take it over" }).click();
    await page.getByText(/^0 of \d+ records were added/).waitFor();
    await page.getByRole("button", { name: "Another file" }).click();
    const unsigned = Buffer.from(new MemoryFile((await api.get("/memory/export")).text).text());
    await file.setInputFiles({ name: "memory.jsonl", mimeType: "", buffer: unsigned });
    await page.getByText(/not signed: statements are unverified until they are checked/).waitFor();
    await page.getByRole("button", { name: "Believe this file: it is mine" }).waitFor();
    await page.getByRole("button", { name: "Take it over, to be checked" }).click();
    await page.getByText(/records were added: 0 statements wait to be checked/).waitFor();
  });

  test("chats of another system come in with word of how far it is", async () => {
    const { page } = await open("/transfer");
    const buffer = Buffer.from(chatGptExport({ conversations: 3, turns: 40 }));
    const file = page.getByLabel("File with chats");
    await file.setInputFiles({ name: "conversations.json", mimeType: "application/json", buffer });
    await page.getByText("3 of 3 conversations, 120 turns stored.").waitFor();
    await file.setInputFiles({
      name: "a.json",
      mimeType: "application/json",
      buffer: Buffer.from('{"a": 1}'),
    });
    await page.getByText(/the format is not known/).waitFor();
  });

  test("a long import is cancelled, and what is stored stays", async () => {
    const { page } = await open("/transfer");
    const buffer = Buffer.from(chatGptExport({ conversations: 400, turns: 60, prefix: "long" }));
    await page
      .getByLabel("File with chats")
      .setInputFiles({ name: "conversations.json", mimeType: "application/json", buffer });
    await page.getByText(/of 400 conversations/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText(/Choose the same file again/).waitFor();
    await page.getByLabel("File with chats").waitFor();
    expect((await api.get("/memory/stats")).body.episodes).toBeLessThan(24_000);
  });

  test("backups are made, listed and removed", async () => {
    const { page } = await open("/transfer");
    await page.getByText("There is none yet.").waitFor();
    await page.getByRole("button", { name: "Back up now" }).click();
    await page.getByText(/^backup_local_/).waitFor();
    await page.getByRole("button", { name: "Remove my backups ..." }).click();
    await page.getByRole("button", { name: "Remove them" }).click();
    await page.getByText("There is none yet.").waitFor();
  });

  test("everything is forgotten, but only when it is said in words", async () => {
    const exported = (await api.get("/memory/export")).text;
    const { page } = await open("/preferences");
    await page.getByRole("button", { name: "Forget everything ..." }).click();
    const words = page.getByRole("textbox", { name: /forget everything/ });
    await words.fill("forget");
    expect(await page.getByRole("button", { name: "Go on" }).isDisabled()).toBe(true);
    await words.fill("forget everything");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByText(/^Forgotten: /).waitFor();
    await until(async () => (await api.get("/memory/stats")).body.episodes === 0);
    const older = await api.send("POST", "/memory/import", exported, {
      "content-type": "application/x-ndjson",
    });
    expect(older.body.code, "as the page says").toBe("conflict");
  });

  test.each(["light", "dark"] as const)(
    "axe finds nothing in the %s theme, nor on a phone",
    async (colorScheme) => {
      const phone = { colorScheme, viewport: { width: 390, height: 800 } };
      const { page } = await browser.open(service.url, phone);
      for (const place of ["", "/preferences", "/keys", "/transfer"]) {
        await page.goto(`${service.url}/#/settings${place}`);
        await page.getByText("Loading ...").first().waitFor({ state: "detached" });
        await settled(page);
        expect(await violationsOf(page), place).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBeLessThanOrEqual(390);
      }
    },
  );

  test("the first key is shown once and signs this browser in; signed out, a key is asked for", async () => {
    const { page } = await open("/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("button", { name: "Create the first key" }).click();
    const key = await page.getByRole("textbox", { name: "Key", exact: true }).inputValue();
    expect(key).toMatch(/^eng_/);
    expect((await api.get("/keys")).status).toBe(401);
    const inKeys = page.getByRole("region", { name: "Keys" });
    await inKeys.getByText("this browser", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    expect(await page.content()).not.toContain(key);

    await page.getByRole("checkbox", { name: /admin/ }).uncheck();
    await page.getByRole("button", { name: "Create a key" }).click();
    const second = await page.getByRole("textbox", { name: "Key", exact: true }).inputValue();
    const reader = client(service.url, second);
    expect((await reader.get("/memory/stats")).status).toBe(200);
    await page
      .getByRole("row", { name: /read, write$|read, write / })
      .getByRole("button", { name: "Revoke" })
      .click();
    await page.getByRole("button", { name: "Revoke it" }).click();
    await page.getByRole("cell", { name: /^revoked/ }).waitFor();
    expect((await reader.get("/memory/stats")).status).toBe(401);

    const signedIn = await client(service.url).post("/session", { key }, { "user-agent": "Another browser" });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    await page.reload();
    const browsers = page.getByRole("region", { name: "Browsers that are signed in" });
    const other = browsers.getByRole("row", { name: /Another browser/ });
    await other.getByRole("button", { name: "Sign it out" }).click();
    await other.waitFor({ state: "detached" });
    expect((await client(service.url).get("/memory/stats", { cookie })).status).toBe(401);
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole("button", { name: "Sign out of this browser" }).click();
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign out of this browser" }).waitFor();
  });
});
