import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, leave, openBrowser, type TestBrowser } from "../support/browser.ts";
import { composer, reply, say } from "../support/chat-page.ts";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { client, type Client } from "../support/client.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { networkTo } from "../support/tcp-proxy.ts";
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

const said = (page: Page, words: string) => page.locator(".said", { hasText: words });
const slowly = (page: Page, address: RegExp) =>
  page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  });

async function begun(text: string): Promise<string> {
  const { conversationId } = (await api.post("/chat", { message: text })).body;
  return `${service.url}#/chat/${conversationId}`;
}

async function imported(conversations: number, prefix = "chat"): Promise<void> {
  const chats = await fetch(`${service.url}/memory/import/chats`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: chatGptExport({ conversations, turns: 1, prefix }),
  });
  await chats.text();
}

async function stated(text: string): Promise<string> {
  const [subject = "", , , object = ""] = text.split(" ");
  return (await api.post("/memory/facts", { subject, predicate: "is", object, objectKind: "value", text }))
    .body.id;
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

  test("Escape that clears a search does not stop the reply", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "Count slowly, again.");
    await reply(page, "step3 ").waitFor();
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("x");
    await page.keyboard.press("Escape");
    await reply(page, "step59").waitFor();
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

  test("a message sent before the address of the new conversation is read stays on the page", async () => {
    const opened = await browser.open(await begun("Hello."));
    const { page } = opened;
    await reply(page, "step59").waitFor();
    await page.evaluate(`(async () => {
      const drawn = async () => { for (let n = 0; n < 9; n++) await null; };
      document.querySelector("a.button.grow").click();
      await drawn();
      const area = document.querySelector(".composer textarea");
      area.value = "Sent at once.";
      area.dispatchEvent(new Event("input", { bubbles: true }));
      await drawn();
      area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    })()`);
    await said(page, "Sent at once.").waitFor();
    await reply(page, "step59").waitFor();
    expect(await said(page, "Hello.").count()).toBe(0);
    await leave(opened);
  });

  test("who comes back after a sleep in which the line died is answered at once", async () => {
    const network = await networkTo(Number(new URL(service.url).port));
    const { page } = await browser.open(`http://127.0.0.1:${network.port}`);
    await say(page, "Before the sleep.");
    await reply(page, "step59").waitFor();
    network.cut();
    await page.waitForTimeout(100);
    network.heal();
    await page.evaluate(`dispatchEvent(new Event("focus"))`);
    await say(page, "After the sleep.");
    await reply(page, "step59").nth(1).waitFor({ timeout: 10_000 });
    await page.context().close();
    await network.close();
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
    await reply(one.page, "step1 ").nth(1).waitFor();
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
    await say(opened.page, "What I was typing.");
    await reply(opened.page, "step59").waitFor();
    await said(opened.page, "What I was typing.").waitFor();
    expect(await opened.page.getByText("This could not be loaded").count()).toBe(0);
    await opened.page.context().close();
  });

  test("a new conversation begins while another one is still loading", async () => {
    const address = await begun("Slow to load.");
    const opened = await browser.open("about:blank");
    const { page } = opened;
    await slowly(page, /conversations\/[0-9a-f-]+/);
    await page.goto(address);
    await page.getByRole("link", { name: "New conversation" }).click();
    await page.getByText("What is on your mind?").waitFor();
    await page.context().close();
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
    await imported(130);
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

  test("the list of conversations stays as long as it is beyond one page of the service, too", async () => {
    await imported(240, "longer");
    const opened = await browser.open(service.url);
    const { page } = opened;
    const rows = page.locator(".thread");
    await rows.first().waitFor();
    for (let pages = 2; pages <= 6; pages++) {
      await page.getByRole("button", { name: "Older" }).click();
      await expect.poll(() => rows.count(), { timeout: 5 * SLOW_MS }).toBeGreaterThanOrEqual(40 * pages);
    }
    const count = await rows.count();
    const isRead = page.waitForResponse(/conversations\?.*cursor/);
    await page.evaluate(`dispatchEvent(new Event("focus"))`);
    await isRead;
    await page.waitForTimeout(SLOW_MS / 2);
    expect(await rows.count()).toBe(count);
    await leave(opened);
  });

  test("what is pressed twice is done once, and a dialog gives the focus back", async () => {
    const opened = await browser.open(`${service.url}#/memory/facts`);
    const { page } = opened;
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await slowly(page, /memory\/facts$/);
    const add = page.getByRole("button", { name: "Add a fact" });
    await add.click();
    await page.getByLabel("In one sentence").fill("My cat is called Zorro.");
    await page.getByRole("dialog").getByLabel("Relation").fill("has pet");
    await page.getByLabel("To what").fill("Zorro");
    await page.getByRole("button", { name: "Remember" }).dblclick();
    await page.locator("form[aria-busy]").waitFor();
    await page.getByText("Remembered").waitFor();
    expect(sent).toHaveLength(1);
    await expect.poll(() => add.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.getByRole("link", { name: "My cat is called Zorro." }).click();
    const forget = page.getByRole("button", { name: "Forget ..." });
    await forget.click();
    await page.getByRole("button", { name: "Keep it" }).click();
    await expect.poll(() => forget.evaluate((element) => element.matches(":focus"))).toBe(true);
    await leave(opened);
  });

  test("an error in a dialog can be read and dismissed there", async () => {
    const id = await stated("Rex is a dog.");
    const opened = await browser.open(`${service.url}#/memory/facts/${id}`);
    const { page } = opened;
    await page.route(/memory\/forget/, (route) => route.abort());
    await page.getByRole("button", { name: "Forget ..." }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Forget" }).click();
    await dialog.getByText("Can't reach Engram. Is it running?").waitFor();
    await dialog.getByRole("button", { name: "Dismiss" }).click();
    expect(await page.locator(".toast").count()).toBe(0);
    await page.context().close();
  });

  test("Undo takes back its own change, never a later one", async () => {
    const id = await stated("Tom is a cat.");
    const opened = await browser.open(`${service.url}#/memory/facts/${id}`);
    const { page } = opened;
    const undo = (words: string) =>
      page.locator(".toast", { hasText: words }).getByRole("button", { name: "Undo" });
    await page.getByRole("button", { name: "Mark as doubtful" }).click();
    await page.getByText("it waits in Review").waitFor();
    await page.getByRole("button", { name: "Not true" }).click();
    await undo("not true").waitFor();
    await undo("doubtful").click();
    await page.getByText("It was changed again since").waitFor();
    expect((await api.get(`/memory/facts/${id}`)).body.status).toBe("corrected");
    await undo("not true").click();
    await expect.poll(async () => (await api.get(`/memory/facts/${id}`)).body.status).toBe("disputed");
    await page.context().close();
  });

  test("a decision that takes long does not move who went on; a held key decides once", async () => {
    for (const name of ["Ada", "Bea", "Cleo", "Dora", "Elsa"])
      await api.send("PATCH", `/memory/facts/${await stated(`${name} is a friend.`)}`, {
        status: "disputed",
      });
    const opened = await browser.open(`${service.url}#/review?kind=dispute`);
    const { page } = opened;
    const chosen = page.locator(".queue [aria-selected=true]");
    await slowly(page, /review\/.*\/accept/);
    await page.locator(".queue li").nth(4).waitFor();
    const count = await page.locator(".queue li").count();
    const third = await page.locator(".queue li").nth(2).textContent();
    await page.keyboard.press("a");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.getByText("Confirmed").waitFor();
    await expect.poll(() => page.locator(".queue li").count()).toBe(count - 1);
    expect(await chosen.textContent()).toBe(third);
    await page.unroute(/review\/.*\/accept/);
    await page.keyboard.down("r");
    await page.getByText("Marked as not true").waitFor();
    for (let n = 0; n < 20; n++) await page.keyboard.down("r");
    await page.keyboard.up("r");
    await page.waitForTimeout(SLOW_MS);
    expect(await page.locator(".queue li").count()).toBe(count - 2);
    await leave(opened);
  });

  test("what cannot be loaded says so, and shows nothing of another question", async () => {
    await stated("Uma is a friend.");
    const opened = await browser.open(`${service.url}#/memory/search?q=Uma`);
    const { page } = opened;
    await page.locator(".results").getByText("Uma is a friend.").waitFor();
    await page.route(/memory\/(search|entities)\?/, (route) => route.abort());
    await page.getByLabel("Question").fill("Vera");
    await page.getByText("This could not be loaded").waitFor();
    expect(await page.getByText("Uma is a friend.").count()).toBe(0);
    const { items } = (await api.get("/memory/entities?q=Uma")).body;
    await page.goto(`${service.url}#/memory/entities/${items[0].id}`);
    await page.getByRole("button", { name: "Merge with ..." }).click();
    await page.getByRole("dialog").getByText("This could not be loaded").waitFor();
    expect(await page.getByText("No other entity has this name.").count()).toBe(0);
    await page.context().close();
  });

  test("an import that is cancelled ends without a word of an error", async () => {
    const opened = await browser.open(`${service.url}#/settings/transfer`);
    const { page } = opened;
    await slowly(page, /memory\/import/);
    const file = { name: "memory.jsonl", mimeType: "text/plain", buffer: Buffer.from("{}") };
    await page.getByLabel("File with a memory").setInputFiles(file);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("File with a memory").waitFor();
    expect(await page.locator(".toast").count()).toBe(0);
    await page.context().close();
  });

  test("what another window forgot leaves the page; what it changed shows when one comes back to this one", async () => {
    const [kept, gone] = [await stated("Wim is a friend."), await stated("Xenia is a friend.")];
    const one = await browser.open(`${service.url}#/memory/facts/${gone}`);
    const other = await browser.open(`${service.url}#/memory/facts/${kept}`);
    await one.page.getByRole("heading", { name: "Xenia is a friend." }).waitFor();
    await other.page.getByRole("heading", { name: "Wim is a friend." }).waitFor();
    await api.post("/memory/forget", { factId: gone });
    await one.page.getByText("There is no such fact").waitFor();
    expect(await one.page.getByRole("heading", { name: "Xenia" }).count()).toBe(0);
    await api.send("PATCH", `/memory/facts/${kept}`, { status: "disputed" });
    await other.page.evaluate("dispatchEvent(new Event('focus'))");
    await other.page.locator(".badge.disputed").waitFor();
    await leave(other);
    await one.page.context().close();
  });

  test("settings saved in two windows are both kept", async () => {
    const address = `${service.url}#/settings/preferences`;
    const [one, other] = [await browser.open(address), await browser.open(address)];
    await other.page.getByLabel("Language of dates").waitFor();
    await one.page.getByLabel("Your instructions").fill("Call me Lena.");
    await one.page.getByRole("button", { name: "Save" }).click();
    await one.page.getByText("Saved").waitFor();
    for (const language of ["de", "fr"]) {
      await other.page.getByLabel("Language of dates").fill(language);
      await other.page.getByRole("button", { name: "Save" }).click();
      await expect.poll(async () => (await api.get("/settings")).body.language).toBe(language);
    }
    expect((await api.get("/settings")).body.instructions).toBe("Call me Lena.");
    await leave(other);
    await leave(one);
  });

  test("a day of the world is the same west of the service's time zone", async () => {
    const stated = {
      subject: "user",
      predicate: "visits",
      object: "Kyoto",
      text: "I went to Kyoto.",
      validAt: "2019-01-01",
    };
    const { id } = (await api.post("/memory/facts", stated)).body;
    const { timeZone } = (await api.get("/settings")).body;
    const opened = await browser.open(`${service.url}#/memory/facts/${id}`, {
      timezoneId: "America/New_York",
    });
    expect(timeZone).not.toBe("America/New_York");
    await opened.page.getByText("since Jan 1, 2019").waitFor();
    await opened.page.getByRole("button", { name: "Correct ..." }).click();
    await opened.page.getByRole("dialog").getByText("Details").click();
    expect(await opened.page.getByLabel("True since").inputValue()).toBe("2019-01-01");
    await leave(opened);
  });

  test("days ago are nights, as in the groups of the list", async () => {
    await imported(1, "evening");
    // Said at 19:00 there; 30 hours later it is past the second midnight.
    const opened = await browser.open("about:blank", { timezoneId: "Asia/Tokyo" });
    const { page } = opened;
    await page.clock.setFixedTime("2024-05-02T16:00:00Z");
    await page.goto(service.url);
    await page.locator(".thread", { hasText: "Chat evening-0" }).getByText("2 days ago").waitFor();
    await page.context().close();
  });

  test("a message waits for the file that is being read for it", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await page.evaluate(`{
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = async function () {
        await new Promise((resolve) => setTimeout(resolve, ${SLOW_MS}));
        return arrayBuffer.call(this);
      };
    }`);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("bread") });
    await say(page, "What is on the list?");
    await said(page, "What is on the list?").getByText("list.txt").waitFor();
    expect(await page.locator(".said").count()).toBe(1);
    await leave(opened);
  });

  test("files stay with their draft, and what was sent with its page, while one looks elsewhere", async () => {
    const opened = await browser.open("about:blank");
    const { page } = opened;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        if (text.includes("chat.send")) setTimeout(() => server.send(text), 3 * SLOW_MS);
        else server.send(text);
      });
    });
    await page.goto(service.url);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("bread") });
    const elsewhere = async () => {
      await page.getByRole("link", { name: "Memory" }).first().click();
      await page.getByRole("heading", { name: "Memory" }).waitFor();
      await page.goBack();
    };
    await page.getByText("list.txt").waitFor();
    await elsewhere();
    await page.getByText("list.txt").waitFor();
    await say(page, "What is on it?");
    await elsewhere();
    await said(page, "What is on it?").waitFor();
    await reply(page, "step59").waitFor();
    expect(page.url()).toContain("#/chat/");
    expect(opened.errors).toEqual([]);
    await page.context().close();
  });

  test("what another window decided leaves the queue when it is decided here, too", async () => {
    const id = await stated("Yuri is a friend.");
    await api.send("PATCH", `/memory/facts/${id}`, { status: "disputed" });
    const opened = await browser.open(`${service.url}#/review?kind=dispute`);
    const { page } = opened;
    const row = page.locator(".queue li", { hasText: "Yuri" });
    await row.click();
    await api.post(`/memory/review/dispute.${id}/accept`, {});
    await page.getByRole("button", { name: "It is not true" }).click();
    await page.getByText("It is not disputed any more").waitFor();
    await row.waitFor({ state: "detached" });
    await page.context().close();
  });
});
