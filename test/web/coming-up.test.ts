import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, leave, openBrowser, violationsOf, type TestBrowser } from "../support/browser.ts";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

let folder: TestFolder;
let service: TestService;
let browser: TestBrowser;
let api: Client;

const inDays = (days: number): string => {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return new Intl.DateTimeFormat("en-CA").format(date);
};

async function state(predicate: string, object: string, text: string, validAt?: string): Promise<void> {
  const told = { subject: "user", predicate, object, text, ...(validAt ? { validAt } : {}) };
  expect((await api.post("/memory/facts", told)).status).toBe(201);
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

describe.skipIf(chromiumMissing() !== null)("coming up", () => {
  test("is empty at first; plans show by day, open their fact, are ended, brought back and forgotten, on a phone as well", async () => {
    const opened = await browser.open(`${service.url}/#/memory`, { viewport: { width: 390, height: 780 } });
    const { page } = opened;
    await page.getByRole("link", { name: "Coming up" }).click();
    await page.getByRole("heading", { name: "Nothing ahead" }).waitFor();
    await state("PLANS", "Oslo", "The user flies to Oslo.", inDays(1));
    await state("WANTS_TO", "sail", "The user wants to learn to sail.");
    await state("PLANS", "Rome", "The user travels to Rome.", inDays(80));
    await page.reload();
    await page.getByRole("heading", { name: /, tomorrow$/ }).waitFor();
    await page.getByRole("heading", { name: "Some day" }).waitFor();
    await page.getByRole("heading", { name: /, in 80 days$/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(isWide).toBe(false);
    const oslo = page.getByRole("listitem").filter({ hasText: "Oslo" });
    await oslo.getByRole("button", { name: "End plan" }).click();
    await oslo.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await oslo.waitFor();
    const sail = page.getByRole("listitem").filter({ hasText: "sail" });
    await sail.getByRole("button", { name: "Forget ..." }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget", exact: true }).click();
    await sail.waitFor({ state: "detached" });
    await oslo.getByRole("link").click();
    await page.getByRole("heading", { name: "You fly to Oslo." }).waitFor();
    await leave(opened);
  });

  test("a how-to shows its steps and record; a turn and what it led to show each other", async () => {
    const saved = await api.post("/memory/procedures", {
      name: "Bleeding the radiators",
      steps: ["Turn the pump off", "Open the valve"],
    });
    await api.post(`/memory/procedures/${saved.body.id}/outcome`, { outcome: "partial" });
    const ends = await Promise.all(
      ["The radiators were cold.", "They are warm again."].map((text) =>
        api.post("/memory/episodes", { text }),
      ),
    );
    const [cold, warm] = ends.map(({ body }) => ({ kind: "episode", id: body.episodeId as string }));
    expect((await api.post("/memory/links", { type: "led_to", from: cold, to: warm })).status).toBe(200);
    const opened = await browser.open(`${service.url}/#/memory/entities/${saved.body.id}`);
    const { page } = opened;
    const steps = page.getByRole("region", { name: "Steps" });
    await steps.getByText("Open the valve").waitFor();
    await steps.getByText("Worked 0 of 1 times, partly 1;").waitFor();
    await page.goto(`${service.url}/#/memory/episodes/${cold?.id}`);
    const linked = page.getByRole("region", { name: "Linked" });
    await linked.getByText("led to").waitFor();
    await linked.getByRole("link", { name: "They are warm again." }).click();
    await linked.getByText("came from").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await leave(opened);
  });
});
