import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, openBrowser, settled, violationsOf, type TestBrowser } from "../support/browser.ts";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

let folder: TestFolder;
let service: TestService;
let browser: TestBrowser;
let api: Client;

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
  browser = await openBrowser();
  await api.say("My sister Annelie lives in Lyon.");
  await api.say("My brother Tom plays the cello.");
  await api.verify();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await folder?.remove();
});

describe.skipIf(chromiumMissing() !== null)("the insight page", () => {
  test("says what is missing, makes the report, and draws it with its table", async () => {
    const opened = await browser.open(`${service.url}/#/insight`);
    const { page } = opened;
    await page.getByRole("heading", { name: "No reports for this period" }).waitFor();
    await page.getByRole("button", { name: "Make one now" }).click();
    const growth = page.getByRole("figure", { name: "Growth" });
    await growth.locator("canvas").waitFor();
    await growth.getByText("As a table").click();
    const { growth: counts } = (await api.get("/reports")).body.items[0];
    expect(await growth.getByRole("cell").allInnerTexts()).toEqual(
      [counts.facts, counts.entities, counts.episodes].map(String),
    );
    await page.getByRole("link", { name: "2 messages", exact: true }).waitFor();
    await page.getByRole("table").getByRole("link", { name: "Annelie" }).waitFor();
    expect(opened).toMatchObject({ errors: [], foreign: [] });
  });

  test("the days that are looked at stand in the address", async () => {
    const { page } = await browser.open(`${service.url}/#/insight/quality`);
    await page.getByRole("combobox", { name: "Period" }).selectOption("7");
    expect(page.url()).toContain("days=7");
    await page.reload();
    await page.getByRole("figure", { name: "Statements checked" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Period" }).inputValue()).toBe("7");
    await page.getByRole("row", { name: /Its words were said .* 100%/ }).waitFor();
  });

  test("refusals are counted by reason, each with the way to them", async () => {
    const { items } = (await api.get("/memory/facts?limit=1")).body;
    await api.send("PATCH", `/memory/facts/${items[0].id}`, { status: "disputed" });
    await api.post(`/memory/review/dispute.${items[0].id}/reject`, undefined);
    const { page } = await browser.open(`${service.url}/#/insight/quality`);
    const link = page.getByRole("region", { name: "Why" }).getByRole("link", { name: "you refused it" });
    expect(await link.getAttribute("href")).toBe("#/review?state=refused&reason=rejected_by_user");
  });

  test("speed: calls of the model, what came from its cache, and times", async () => {
    const { page } = await browser.open(`${service.url}/#/insight/speed`);
    await page.getByRole("row", { name: /^Replies 2 0 / }).waitFor();
    await page.getByRole("row", { name: /^First word of a reply 2 .* ms/ }).waitFor();
  });

  test("a daily report is read as it is sent", async () => {
    const { page } = await browser.open(`${service.url}/#/insight/reports`);
    await page
      .getByRole("row", { name: /so far/ })
      .getByRole("link")
      .click();
    const [{ date }] = (await api.get("/reports")).body.items;
    await page.getByRole("article").getByText(date).waitFor();
    expect(page.url()).toContain(`#/insight/reports/${date}`);
  });

  test.each(["light", "dark"] as const)(
    "axe finds nothing in the %s theme, nor on a phone",
    async (colorScheme) => {
      const [{ date }] = (await api.get("/reports")).body.items;
      const phone = { colorScheme, viewport: { width: 390, height: 800 } };
      const { page } = await browser.open(service.url, phone);
      for (const place of ["", "/quality", "/speed", "/reports", `/reports/${date as string}`]) {
        await page.goto(`${service.url}/#/insight${place}`);
        await page.getByText("Loading ...").first().waitFor({ state: "detached" });
        await settled(page);
        expect(await violationsOf(page), place).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBeLessThanOrEqual(390);
      }
    },
  );
});
