import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, openBrowser, settled, type TestBrowser } from "../support/browser.ts";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { networkTo } from "../support/tcp-proxy.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

describe.skipIf(chromiumMissing() !== null)("a machine that is not well", () => {
  let llama: FakeLlama;
  let ill: TestService;
  let illFolder: TestFolder;
  let owner: Client;
  let browser: TestBrowser;

  beforeAll(async () => {
    if (chromiumMissing() !== null) return;
    illFolder = await testFolder();
    llama = await startFakeLlama();
    llama.extract = () => "nothing of use";
    const env = { IDLE_AFTER_MINUTES: "600", LLAMA_CPP_URL: llama.url };
    ill = await startService(illFolder.path, env, { extractionPausesMs: [0] });
    browser = await openBrowser();
    owner = client(ill.url);
    await owner.say("My sister Annelie lives in Lyon.");
    await until(async () => (await owner.get("/health")).body.failed.extraction === 1, "a failed turn");
  });
  afterAll(async () => {
    await browser?.close();
    await ill?.stop();
    await llama?.close();
    await illFolder?.remove();
  });

  test("turns that could not be read are listed with the reason, and asked for again", async () => {
    const { page } = await browser.open(`${ill.url}/#/settings`);
    const failed = page.getByRole("region", { name: "Messages I could not read" });
    await failed.getByRole("link", { name: "My sister Annelie lives in Lyon." }).waitFor();
    llama.extract = () => ({ entities: [], facts: [] });
    await failed.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Trying again").waitFor();
    await until(async () => (await owner.get("/health")).body.failed.extraction === 0, "the turn to be read");
    await failed.waitFor({ state: "detached" });
  });

  test("a model that went away is told, with what to do", async () => {
    const { page } = await browser.open(`${ill.url}/#/settings`);
    const model = page.getByRole("region", { name: "Model" });
    await model.getByText("ready").waitFor();
    await llama.misbehave("refuse");
    await until(
      async () => (await owner.get("/health")).body.model.state !== "ready",
      "the model to be away",
    );
    await page.reload();
    await model.getByText("does not answer", { exact: true }).waitFor();
    await model.getByRole("link", { name: "Models" }).click();
    const chat = page.getByRole("region", { name: "Chat" });
    await chat.getByText("does not answer").waitFor();
    await chat.getByText(llama.url).waitFor();
  });

  test("a page that is opened while the service is away comes when it is back", async () => {
    const folder = await testFolder();
    const first = await startService(folder.path);
    // Only the conversation was loaded: every other page is still to come.
    const { page } = await browser.open(first.url, { serviceWorkers: "block" });
    const blocked: string[] = [];
    await page.route(/assets\/page-/, (route) => {
      blocked.push(route.request().url());
      return route.abort();
    });
    await page.reload();
    await page.getByRole("textbox", { name: "Message" }).fill("Half a thought");
    await page.getByRole("link", { name: "Insight" }).click();
    await first.stop();
    await page.getByText("Connection lost").waitFor();
    await page.unroute(/assets\/page-/);
    const { port } = new URL(first.url);
    const again = await startService(folder.path, { APP_PORT: port });
    await page.getByRole("heading", { name: "Insight" }).waitFor();
    await page.getByRole("link", { name: "Chat" }).click();
    const message = page.getByRole("textbox", { name: "Message" });
    await until(async () => (await message.inputValue()) === "Half a thought", "the draft to be back");
    expect(blocked.length).toBeGreaterThan(0);
    await page.context().close();
    await again.stop();
    await folder.remove();
  });

  test("the pages open from this device while the service is away, and say so", async () => {
    const folder = await testFolder();
    const first = await startService(folder.path);
    const { page } = await browser.open(first.url);
    await page.evaluate("navigator.serviceWorker.ready");
    // The second visit is the first that the worker sees.
    await page.reload();
    await settled(page);
    await first.stop();
    await page.reload();
    await page.getByText("Can't reach Engram").first().waitFor();
    await page.getByRole("textbox", { name: "Message" }).fill("Kept for later");
    await page.context().close();
    await folder.remove();
  });

  test("the pages open from this device where no answer comes, as away from home, and say so", async () => {
    const folder = await testFolder();
    const service = await startService(folder.path);
    const network = await networkTo(Number(new URL(service.url).port));
    const { page } = await browser.open(`http://127.0.0.1:${network.port}`);
    await page.evaluate("navigator.serviceWorker.ready");
    await page.reload();
    await settled(page);
    network.cut();
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("textbox", { name: "Message" }).fill("Kept for later");
    await page.getByText("Can't reach Engram").first().waitFor();
    await page.context().close();
    await network.close();
    await service.stop();
    await folder.remove();
  });
});
