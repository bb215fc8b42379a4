import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, openBrowser, settled, violationsOf, type TestBrowser } from "../support/browser.ts";
import { client, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** As the stand-in is recorded. */
const SERVED = "gpt-oss-120b";

let folder: TestFolder;
let service: TestService;
let llama: FakeLlama;
let browser: TestBrowser;
let api: Client;

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  llama = await startFakeLlama();
  // Empty: its exam decides.
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600", MODEL_TRUST: "" });
  api = client(service.url);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

const open = (place = "settings/models", options = {}) => browser.open(`${service.url}/#/${place}`, options);
const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const level = (trust: Locator, hasText: RegExp) => trust.getByRole("listitem").filter({ hasText });
const connectForm = (page: Page) => card(page, "Connect a server by its address");

async function axeFindsNothing(colorScheme: "light" | "dark"): Promise<void> {
  const { page } = await open("settings/models", { colorScheme, viewport: { width: 390, height: 800 } });
  await card(page, "Chat").waitFor();
  await settled(page);
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  await page.context().close();
}

/** In this order: what is connected in one stays connected in the next, and a key closes the service at the end. */
describe.skipIf(chromiumMissing() !== null)("connecting models in the browser", () => {
  test("without a model the first page says so and leads to the commands that start one", async () => {
    const { page, errors, foreign } = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await page
      .getByText("No language model is connected yet: I only note what you say and quote it back.")
      .waitFor();
    await page.getByRole("link", { name: "Connect a model" }).click();
    await card(page, "Start a model server")
      .getByRole("button", { name: /Copy the command: gpt-oss-20b/ })
      .click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
      /^llama-server -hf \S+gpt-oss-20b-GGUF .*--port 8081/,
    );
    expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
  });

  test.each(["light", "dark"] as const)("axe finds nothing without a model, %s", axeFindsNothing);

  test("a refusal stands at the field it names, and nobody at an address is said so", async () => {
    const { page } = await open();
    const form = connectForm(page);
    const address = form.getByRole("textbox", { name: "Address" });
    await address.fill("ftp://127.0.0.1");
    await form.getByRole("button", { name: "Test" }).click();
    await form.getByRole("alert").filter({ hasText: "http://" }).waitFor();
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await address.fill("http://127.0.0.1:9");
    await form.getByRole("button", { name: "Test" }).click();
    await form.getByText("Nothing answers at this address.").waitFor();
    expect((await api.get("/models")).body.chat.source).toBe("none");
  });

  test("a server is tested, then used at once, by the name it serves", async () => {
    const { page } = await open();
    const form = connectForm(page);
    await form.getByRole("textbox", { name: "Address" }).fill(llama.url);
    await form.getByRole("button", { name: "Test" }).click();
    const report = form.getByRole("status");
    await report.getByText(SERVED).waitFor();
    await report.getByText(/^context: /).waitFor();
    await form.getByRole("button", { name: "Use" }).click();
    const chat = card(page, "Chat");
    await chat.getByText(SERVED).waitFor();
    await chat.getByText(llama.url).waitFor();
    await chat.getByText("You chose it here.").waitFor();
    await card(page, "Memory work").getByText("The chat's model does this, too.").waitFor();
    await page.getByRole("link", { name: "Chat" }).click();
    await page.getByRole("link", { name: SERVED }).waitFor();
    expect((await api.say("Hello there")).reply).toMatch(/^You said: Hello there/);
  });

  test("a server that was found is used for memory work by one press", async () => {
    const { page } = await open("settings/machine");
    // Usual addresses are fixed ports, which a test must not take.
    await page.route("**/models", async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const response = await route.fetch();
      // The page may ask once more while its browser closes.
      if (!response.ok()) return route.fulfill({ response });
      const state = (await response.json()) as { chat: { models: unknown } };
      const { models } = state.chat;
      await route.fulfill({
        response,
        json: { ...state, found: [{ url: llama.url, models, state: "ready" }] },
      });
    });
    await page.getByRole("link", { name: "Models" }).first().click();
    const found = card(page, "Found on this machine");
    await found.getByText("used for chat", { exact: true }).waitFor();
    await found.getByRole("button", { name: "Use for memory work" }).click();
    const memory = card(page, "Memory work");
    await memory.getByText("You chose it here.").waitFor();
    expect((await api.get("/models")).body.memory).toMatchObject({ source: "chosen", url: llama.url });
    await memory.getByRole("button", { name: "Stop using it for memory work" }).click();
    await memory.getByText("The chat's model does this, too.").waitFor();
  });

  test("an exam that is not passed shows its marks and reasons, and what the model may do", async () => {
    const { page } = await open();
    const trust = card(page, `How far ${SERVED} is trusted`);
    await level(trust, /^Staged only: .* now$/).waitFor();
    await trust.getByRole("button", { name: "Examine now" }).click();
    const marks = card(page, "Marks of the exam");
    await marks.getByRole("row", { name: /exact quotes \(extraction\) 0\.00/ }).waitFor({ timeout: 60_000 });
    expect(await marks.getByRole("row").count()).toBe(9);
    await level(trust, /^Turns only: .* now$/).waitFor();
    await trust.getByText(/^extraction 0\.00, at least/).waitFor();
    await trust.getByText("Its exam decided this.").waitFor();
  }, 90_000);

  test("its owner overrides the exam, and takes that back", async () => {
    const { page } = await open();
    const trust = card(page, /^How far/);
    const decide = trust.getByRole("combobox", { name: "Who decides" });
    await decide.selectOption("You: full");
    await level(trust, /^Full: .* now$/).waitFor();
    expect((await api.get("/models")).body).toMatchObject({
      memory: { trust: "full" },
      exam: { decidedTrust: "full" },
    });
    await decide.selectOption("Its exam");
    await level(trust, /^Turns only: .* now$/).waitFor();
  });

  test.each(["light", "dark"] as const)("axe finds nothing with a model and its marks, %s", axeFindsNothing);

  test("what the environment fixes is shown as fixed", async () => {
    const own = await testFolder();
    const fixed = await startService(own.path, { LLAMA_CPP_URL: llama.url });
    const { page } = await browser.open(`${fixed.url}/#/settings/models`);
    await card(page, "Chat")
      .getByText("Fixed by LLAMA_CPP_URL in the environment; it cannot be changed here.")
      .waitFor();
    const form = connectForm(page);
    await form.getByText(/LLAMA_CPP_URL in the environment fixes the model for chat/).waitFor();
    const roles = form.getByRole("combobox", { name: "Use it for" }).getByRole("option");
    expect(await roles.allTextContents()).not.toContain("chat");
    await card(page, /^How far/)
      .getByRole("combobox", { name: "Who decides" })
      .selectOption("You: turns only");
    await page.getByText("MODEL_TRUST in the environment decides this").waitFor();
    await page.context().close();
    await fixed.stop();
    await own.remove();
  });

  test("it is not used any more when its owner says so; a key that may not is told in plain words", async () => {
    const owner = (await api.post("/keys", {})).body.key as string;
    const { key } = (await client(service.url, owner).post("/keys", { rights: ["read", "write"] })).body;
    const { page } = await open();
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    const stop = card(page, "Chat").getByRole("button", { name: "Stop using it for chat" });
    await stop.click();
    await page.getByText(/^Your key may look at the models, but not change them/).waitFor();
    await client(service.url, owner).send("PUT", "/models", { chat: null });
    await page.reload();
    await card(page, "Start a model server").waitFor();
    expect(await stop.count()).toBe(0);
  });
});
