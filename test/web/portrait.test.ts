import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, leave, openBrowser, violationsOf, type TestBrowser } from "../support/browser.ts";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

let folder: TestFolder;
let service: TestService;
let browser: TestBrowser;
let api: Client;

async function state(predicate: string, object: string, text: string, subject = "user"): Promise<void> {
  expect((await api.post("/memory/facts", { subject, predicate, object, text })).status).toBe(201);
}

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await folder?.remove();
});

describe.skipIf(chromiumMissing() !== null)("what I know about you", () => {
  test("is empty at first; each sentence opens its evidence, is typed over, doubted, forgotten; news are marked", async () => {
    const opened = await browser.open(`${service.url}/#/memory`, { viewport: { width: 390, height: 780 } });
    const { page } = opened;
    await page.getByRole("heading", { name: "I don't know you yet" }).waitFor();
    await state("LIVES_IN", "Ghent", "The user lives in Ghent.");
    await state("WORKS_AS", "nurse", "The user works as a nurse.");
    await state("LIKES", "sailing", "The user likes sailing.");
    await page.reload();
    const portrait = page.getByRole("region", { name: "About you" });
    const sentences = portrait.locator(".sentence");
    await sentences.first().waitFor();
    expect(await sentences.allTextContents()).toEqual([
      "You live in Ghent.",
      "You work as a nurse.",
      "You like sailing.",
    ]);
    expect(await portrait.locator("mark").count(), "on a first visit nothing is new").toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);

    await portrait.getByRole("link", { name: "You live in Ghent." }).click();
    const drawer = page.getByRole("dialog", { name: "What this says" });
    await drawer.getByText("You added it by hand").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await drawer.getByRole("textbox", { name: "Statement" }).fill("The user lives in Bruges.");
    await drawer.getByRole("button", { name: "Save" }).click();
    await portrait.getByRole("link", { name: "You live in Bruges." }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await portrait.getByRole("link", { name: "You live in Ghent." }).waitFor();

    const nurse = portrait.getByRole("link", { name: "You work as a nurse." });
    await nurse.click();
    await drawer.getByRole("button", { name: "Mark as doubtful" }).click();
    await nurse.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await nurse.waitFor();

    const sailing = portrait.getByRole("link", { name: "You like sailing." });
    await sailing.click();
    await drawer.getByRole("button", { name: "Forget ..." }).click();
    await page
      .getByRole("dialog", { name: "Forget for good?" })
      .getByRole("button", { name: "Forget", exact: true })
      .click();
    await sailing.waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Facts", exact: true }).click();
    await state("SPEAKS", "Dutch", "The user speaks Dutch.");
    await page.getByRole("link", { name: "About you" }).click();
    await page.getByText("1 sentence is new since your last visit.").waitFor();
    expect(await portrait.locator("mark").allTextContents()).toEqual(["You speak Dutch."]);
    expect(await violationsOf(page)).toEqual([]);
    await leave(opened);
  });

  test("the page of a thing begins with it, based on words of a conversation", async () => {
    await api.say("My sister Annelie moved to Lyon.");
    await api.verify();
    const { items } = (await api.get("/memory/entities?q=Annelie&limit=1")).body;
    const opened = await browser.open(`${service.url}/#/memory/entities/${items[0].id}`);
    const portrait = opened.page.getByRole("region", { name: "Annelie", exact: true });
    await portrait.getByRole("link", { name: /Lyon/ }).click();
    const drawer = opened.page.getByRole("dialog", { name: "What this says" });
    await drawer.locator("mark", { hasText: "Annelie moved to Lyon" }).waitFor();
    await leave(opened);
  });
});
