import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumMissing,
  openBrowser,
  settled,
  violationsOf,
  type TestBrowser,
  type TestPage,
} from "../support/browser.ts";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

const CHECK = "Verify new facts";

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
  await api.extracted();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await folder?.remove();
});

const job = ({ page }: TestPage, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

const home = async (): Promise<any> =>
  (await api.get("/memory/facts?limit=200")).body.items.find((fact: any) => fact.predicate === "LIVES_IN");

describe.skipIf(chromiumMissing() !== null)("the maintenance page", () => {
  test("a job is tried, run and undone, each with what it changes", async () => {
    const opened = await browser.open(`${service.url}/#/maintenance`);
    const { page } = opened;
    await job(opened, CHECK).getByRole("button", { name: "Preview" }).click();
    await page.getByText("preview: nothing was changed").waitFor();
    await page.getByRole("row", { name: /would change .*lives in Lyon/ }).waitFor();
    expect((await home()).status).toBe("staged");

    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await job(opened, CHECK).getByRole("button", { name: "Run now" }).click();
    await job(opened, CHECK)
      .getByRole("link", { name: /Last run: done/ })
      .click();
    await page.getByRole("row", { name: /changed .*lives in Lyon.* staged .*verified/ }).waitFor();
    expect((await home()).status).toBe("verified");

    await page.getByRole("button", { name: "Undo this run" }).click();
    await page.getByRole("checkbox", { name: /next check judge/ }).check();
    await page.getByRole("button", { name: "Undo it" }).click();
    await page.getByText(/changes undone/).waitFor();
    await page.getByText("undone", { exact: true }).first().waitFor();
    expect((await home()).status).toBe("staged");

    await api.verify();
    expect((await home()).status).toBe("verified");
    const first = page.url();
    const { items } = (await api.get("/maintenance/runs?limit=20")).body;
    const again = items.find((run: any) => run.job === "verify");
    await page.goto(`${service.url}/#/maintenance/runs/${again.id as string}`);
    await page.getByText("undone", { exact: true }).first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo this run" }).click();
    await page.getByRole("checkbox", { name: /everything else/ }).check();
    await page.getByRole("button", { name: "Undo it" }).click();
    await until(async () => (await home()).status === "staged", "the undoing");
    await page.goto(first);

    await page.getByRole("link", { name: "All runs" }).click();
    await page.getByRole("row", { name: /Verify new facts preview done/ }).waitFor();
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("cell", { name: "undo run" }).first().waitFor();
    expect(opened).toMatchObject({ errors: [], foreign: [] });
  });

  test("the schedule is paused as a whole and for one job, and stays so", async () => {
    const opened = await browser.open(`${service.url}/#/maintenance`);
    const { page } = opened;
    await page.getByRole("button", { name: "Pause the schedule" }).click();
    await page.getByText("The schedule is paused for all jobs.").waitFor();
    expect((await api.get("/maintenance/schedule")).body.paused).toBe(true);
    await page.reload();
    await page.getByRole("button", { name: "Resume the schedule" }).click();
    await page.getByRole("button", { name: "Pause the schedule" }).waitFor();
    const duplicates = job(opened, "Find duplicates");
    await duplicates.getByRole("button", { name: "Pause" }).click();
    await duplicates.getByText("paused").waitFor();
    const { items } = (await api.get("/maintenance/schedule")).body;
    expect(items.filter((one: any) => one.paused).map((one: any) => one.job)).toEqual(["deduplicate"]);
  });

  test("what failed for good is empty in words", async () => {
    const { page } = await browser.open(`${service.url}/#/maintenance/failed`);
    await page.getByRole("heading", { name: "No failed jobs" }).waitFor();
  });

  test.each(["light", "dark"] as const)(
    "axe finds nothing in the %s theme, nor on a phone",
    async (colorScheme) => {
      const run = (await api.get("/maintenance/runs")).body.items[0].id as string;
      const phone = { colorScheme, viewport: { width: 390, height: 800 } };
      const { page } = await browser.open(service.url, phone);
      for (const place of ["", "/runs", `/runs/${run}`, "/failed", "/record"]) {
        await page.goto(`${service.url}/#/maintenance${place}`);
        await page.getByText("Loading ...").first().waitFor({ state: "detached" });
        await settled(page);
        expect(await violationsOf(page), place).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBeLessThanOrEqual(390);
      }
    },
  );
});

describe.skipIf(chromiumMissing() !== null)("a run that takes long", () => {
  let llama: FakeLlama;
  let slow: TestService;
  let slowFolder: TestFolder;

  beforeAll(async () => {
    if (chromiumMissing() !== null) return;
    slowFolder = await testFolder();
    llama = await startFakeLlama();
    llama.reply((body) =>
      body.response_format === undefined ? "Noted." : { content: "{}", delayMs: 60_000 },
    );
    slow = await startService(slowFolder.path, { IDLE_AFTER_MINUTES: "600", LLAMA_CPP_URL: llama.url });
  });
  afterAll(async () => {
    await slow?.stop();
    await llama?.close();
    await slowFolder?.remove();
  });

  test("is seen while it runs, wherever it was begun, and cancelled", async () => {
    const owner = client(slow.url);
    await owner.say("My sister Annelie lives in Lyon.");
    const opened = await browser.open(`${slow.url}/#/maintenance`);
    await job(opened, CHECK).getByRole("button", { name: "Run now" }).waitFor();
    const { runId } = (await owner.post("/maintenance/jobs/verify/run", {})).body;
    await job(opened, CHECK).getByText("Running since").waitFor();
    await job(opened, CHECK).getByRole("button", { name: "Cancel" }).click();
    await job(opened, CHECK).getByText("Last run: stopped").waitFor();
    await until(async () => (await owner.get(`/maintenance/runs/${runId}`)).body.state === "aborted");
  });
});
