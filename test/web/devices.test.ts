import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, leave, openBrowser, type TestBrowser } from "../support/browser.ts";
import { composer, reply, say } from "../support/chat-page.ts";
import { client } from "../support/client.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Phones, input methods, other machines of a home, and whatever else people hold in their hands. */

const HOST = "engram.lan";
const PATIENCE_MS = 20_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const words = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}${n}`).join(" ");
const CODE = ["```text", words(40, "wide"), ...Array.from({ length: 120 }, (_, n) => `line ${n};`), "```"];
const TABLE = `| Name | Where it is | Price | Remark |\n|---|---|---|---|\n| Donaudampfschiff | ${words(9, "quay")} | 1,299.00 | unavailable |`;
const WIDE = ["Column", "---", "lastcell"].map((cell) => `|${` ${cell} |`.repeat(20)}`).join("\n");
const README = ["# Fans", "```sh", "make", "```", "Run it."].join("\n");
/** What a model writes, and what is to be read. */
const WRITTEN: [markdown: string, shown: string][] = [
  ["约3~5天，价格100~200元，~~旧~~", "约3~5天，价格100~200元，<del>旧</del>"],
  ["**注意：**请看", "<strong>注意：</strong>请看"],
  ["これは**「重要」**な点", "これは<strong>「重要」</strong>な点"],
  ['이것은 **"중요"**합니다', '이것은 <strong>"중요"</strong>합니다'],
  ["**a** (b) **c**", "<strong>a</strong> (b) <strong>c</strong>"],
  ["Put <your-name> into List<String>", "Put &lt;your-name&gt; into List&lt;String&gt;"],
  ["Set $PATH, e.g. `$HOME/bin`", 'Set $PATH, e.g. <code dir="ltr">$HOME/bin</code>'],
  ["The <title> of a page", "The &lt;title&gt; of a page"],
  ["H<sub>2</sub>O, <span>plain</span>", "H<sub>2</sub>O, plain"],
  ["见https://example.com/a。然后", '见<a href="https://example.com/a"'],
];

let folder: TestFolder;
let service: TestService;
let llama: ReadingLlama;
let browser: TestBrowser;

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  llama = await startReadingLlama({ reads: {} });
  const replies: [RegExp, string][] = [
    [/aloud/, words(300, "step")],
    [/code/, CODE.join("\n")],
    [/table/, TABLE],
    [/wide/, WIDE],
    [/README/, `\`\`\`markdown\n${README}\n\`\`\`\n\nThat is all.`],
    [/written/, WRITTEN.map(([markdown]) => markdown).join("\n\n")],
    [/formulas/, "So $$x=1$$.\n\n- Or \\[y=2\\]"],
    [/long/, words(600, "step")],
    [/repeat/, "1. ".repeat(4_000)],
    [/Hebrew/, "1. הרץ `npm run` ואז:\n\n   ```bash\n   ls -la > out.txt\n   ```\n\nAs in [1], a[2]."],
  ];
  llama.table.reply = (message) => ({
    content: replies.find(([about]) => about.test(message))?.[1] ?? "I see.",
    tokenDelayMs: message.includes("slowly") ? 8 : 0,
  });
  service = await startService(folder.path, { LLAMA_CPP_URL: llama.url, ALLOWED_HOSTS: HOST });
  browser = await openBrowser([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

const stops = (page: Page) => page.getByRole("button", { name: "Stop" });
const hasFocus = (one: Locator) => one.evaluate((element) => element.matches(":focus"));
const belowEnd = (page: Page) =>
  page.locator(".transcript").evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);

describe.skipIf(chromiumMissing() !== null)("on whatever people hold in their hands", () => {
  test("another machine of the home sends a message and copies the reply, over HTTP", async () => {
    const { page, errors } = await browser.open(service.url.replace("127.0.0.1", HOST));
    expect(await page.evaluate("isSecureContext")).toBe(false);
    await say(page, "Hello from the kitchen.");
    await reply(page, "I see.").waitFor();
    await page.getByRole("button", { name: "Copy reply" }).click();
    await page.getByText("Copied").waitFor();
    await composer(page).focus();
    await page.keyboard.press("Control+V");
    expect(await composer(page).inputValue()).toBe("I see.");
    // Chromium complains about this header on every such page.
    expect(errors.filter((error) => !error.includes("Cross-Origin-Opener-Policy"))).toEqual([]);
    await page.context().close();
  });

  test("a browser that keeps nothing opens the pages", async () => {
    const opened = await browser.open("about:blank");
    const { page } = opened;
    await page.addInitScript(`for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });`);
    await page.goto(service.url);
    await say(page, "Hello without cookies.");
    await reply(page, "I see.").waitFor();
    expect(opened.errors).toEqual([]);
    await page.context().close();
  });

  test("on a phone Enter begins a line, and the keyboard comes when it is asked for", async () => {
    const opened = await browser.open(service.url, PHONE);
    const { page } = opened;
    await composer(page).waitFor();
    expect(await hasFocus(composer(page))).toBe(false);
    // An iPhone enlarges the page for smaller letters.
    expect(await page.evaluate(`getComputedStyle(document.querySelector("textarea")).fontSize`)).toBe("16px");
    await composer(page).tap();
    await page.keyboard.type("one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    expect(await composer(page).inputValue()).toBe("one\ntwo");
    await page.getByRole("button", { name: "Send" }).tap();
    await reply(page, "I see.").waitFor();
    await leave(opened);
  });

  test("a table on a phone scrolls before it breaks a word", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "A table, please.");
    const table = page.locator(".reply table");
    await table.waitFor();
    await page.setViewportSize(PHONE.viewport);
    expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    await leave(opened);
  });

  test("letters twice as large fit on a phone", async () => {
    const opened = await browser.open(service.url, { ...PHONE, bypassCSP: true });
    const { page } = opened;
    for (const place of ["", "#/memory", "#/memory/facts", "#/review", "#/settings"]) {
      await page.goto(`${service.url}${place}`);
      await page.locator("main h1").waitFor();
      await page.addStyleTag({ content: ":root { font-size: 200% }" });
      expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBe(390);
    }
    await leave(opened);
  });

  test("a key of an input method stops no reply; shortcuts work where keys write another script", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "Something long, slowly.");
    await reply(page, "step9 ").waitFor();
    const press = (init: object) =>
      page.evaluate(`document.querySelector(".composer textarea").dispatchEvent(
        new KeyboardEvent("keydown", { ...${JSON.stringify(init)}, bubbles: true }),
      )`);
    await press({ key: "Escape", isComposing: true });
    await reply(page, "step30 ").waitFor();
    await press({ key: "л", code: "KeyK", ctrlKey: true });
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    await page.keyboard.press("Escape");
    await stops(page).click();
    await page.getByText("Stopped here").waitFor();
    await leave(opened);
  });

  test("who sends or stops with the mouse goes on typing", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await composer(page).fill("Something long, slowly, again.");
    await page.getByRole("button", { name: "Send" }).click();
    await reply(page, "step9 ").waitFor();
    expect(await hasFocus(composer(page))).toBe(true);
    await stops(page).click();
    await page.getByText("Stopped here").waitFor();
    expect(await hasFocus(composer(page))).toBe(true);
    await leave(opened);
  });

  test("cells of a spreadsheet are pasted as text; a folder is refused in words", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    const isLeftToBrowser = await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "a");
      clipboardData.setData("text/html", "<table></table>");
      clipboardData.items.add(new File(["x"], "image.png", { type: "image/png" }));
      const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector(".composer textarea").dispatchEvent(paste);
    }`);
    expect(isLeftToBrowser).toBe(true);
    const path = join(folder.path, "holiday");
    await mkdir(path);
    const at = await composer(page).boundingBox();
    const session = await page.context().newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await session.send("Input.dispatchDragEvent", {
        type,
        x: (at?.x ?? 0) + 9,
        y: (at?.y ?? 0) + 9,
        data: { items: [], files: [path], dragOperationsMask: 1 },
      });
    await page.getByText("holiday cannot be read: I take text").waitFor();
    await leave(opened);
  });

  test("small steps lead away from a reply that is being written; the end stays in view when it has less room", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "Something long.");
    await reply(page, "step599").waitFor();
    await composer(page).fill("a\n".repeat(9));
    await expect.poll(() => belowEnd(page), { timeout: PATIENCE_MS }).toBeLessThan(2);
    await page.setViewportSize({ width: 1280, height: 480 });
    await expect.poll(() => belowEnd(page), { timeout: PATIENCE_MS }).toBeLessThan(2);
    // The browser tells of a scroll when the box is already smaller.
    await page.evaluate(`{
      const box = document.querySelector(".transcript");
      box.scrollTop -= 1;
      box.style.maxHeight = "40px";
    }`);
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    expect(await belowEnd(page)).toBeLessThan(2);
    await page.evaluate(`document.querySelector(".transcript").style.maxHeight = ""`);
    await say(page, "Something long, slowly.");
    await reply(page, "step99 ").nth(1).waitFor();
    await page.mouse.move(700, 200);
    for (let step = 0; step < 12; step++) {
      await page.mouse.wheel(0, -12);
      await page.waitForTimeout(30);
    }
    await reply(page, "step400 ").nth(1).waitFor();
    expect(await belowEnd(page)).toBeGreaterThan(120);
    await page.getByRole("button", { name: "To the latest" }).click();
    await reply(page, "step599").nth(1).waitFor();
    await expect.poll(() => belowEnd(page), { timeout: PATIENCE_MS }).toBeLessThan(2);
    await leave(opened);
  });

  test("code that is being written keeps what is selected in it, and how far it is scrolled; on paper it is whole", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "Some code, slowly.");
    await reply(page, "line 9;").waitFor();
    const code = page.locator(".reply pre");
    await page.evaluate(`{
      const code = document.querySelector(".reply code");
      code.parentElement.scrollLeft = 200;
      getSelection().setBaseAndExtent(code.firstChild, 0, code.firstChild, 5);
    }`);
    await reply(page, "line 60;").waitFor();
    expect(await code.evaluate((pre) => pre.scrollLeft)).toBe(200);
    expect(await page.evaluate("getSelection().toString()")).toBe("wide0");
    await reply(page, "line 119;").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await code.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
    await leave(opened);
  });

  test("what a model wrote is shown, in any script", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "What is written?");
    await reply(page, "然后").waitFor();
    await stops(page).waitFor({ state: "detached" });
    const paragraphs = await page
      .locator(".reply .markdown p")
      .evaluateAll((all) => all.map((one) => one.innerHTML));
    expect(paragraphs).toEqual(WRITTEN.map(([, shown]) => expect.stringContaining(shown) as string));
    await say(page, "And formulas?");
    await expect.poll(() => page.locator(".reply math").count(), { timeout: PATIENCE_MS }).toBe(2);
    await leave(opened);
  });

  test("a dialog outlives a selection that ends beside it, and closes when one goes back", async () => {
    const opened = await browser.open(`${service.url}#/memory`);
    const { page } = opened;
    await page.getByRole("link", { name: "Review" }).click();
    await page.keyboard.press("Control+K");
    const search = page.getByRole("combobox", { name: "Place, thing or conversation" });
    await search.fill("something long");
    const at = await search.boundingBox();
    await page.mouse.move((at?.x ?? 0) + 90, (at?.y ?? 0) + 9);
    await page.mouse.down();
    await page.mouse.move(9, 9, { steps: 3 });
    await page.mouse.up();
    expect(await search.inputValue()).toBe("something long");
    await page.goBack();
    await search.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.keyboard.press("Control+K");
    for (let step = 0; step < 12; step++) await page.keyboard.press("ArrowDown");
    const below = `document.querySelector(".palette ul").getBoundingClientRect().bottom -
      document.querySelector("[role=option][aria-selected=true]").getBoundingClientRect().bottom`;
    expect(await page.evaluate(below)).toBeGreaterThanOrEqual(0);
    await leave(opened);
  });

  test("a click beside a dialog loses nothing that was filled in", async () => {
    const opened = await browser.open(`${service.url}#/memory/facts`);
    const { page } = opened;
    await page.getByRole("button", { name: "Add a fact" }).click();
    const dialog = page.getByRole("dialog");
    await page.mouse.click(9, 9);
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add a fact" }).click();
    await dialog.getByLabel("In one sentence").fill("My sister lives in Lyon.");
    await page.mouse.click(9, 9);
    expect(await dialog.getByLabel("In one sentence").inputValue()).toBe("My sister lives in Lyon.");
    await leave(opened);
  });

  test("a letter that is typed while a filter is applied stays", async () => {
    const opened = await browser.open(`${service.url}#/memory/facts`);
    const { page } = opened;
    const words = page.getByRole("searchbox", { name: "Words" });
    await words.waitFor();
    await page.evaluate(`{
      const field = document.querySelector(".filters [type=search]");
      const replace = history.replaceState.bind(history);
      history.replaceState = (...given) => {
        history.replaceState = replace;
        replace(...given);
        setTimeout(() => {
          field.value += "c";
          field.dispatchEvent(new Event("input", { bubbles: true }));
        });
      };
    }`);
    await words.fill("ab");
    await expect.poll(() => page.url(), { timeout: PATIENCE_MS }).toContain("q=abc");
    expect(await words.inputValue()).toBe("abc");
    await page.goto(`${service.url}#/memory/facts?q=other`);
    await expect.poll(() => words.inputValue()).toBe("other");
    await leave(opened);
  });

  test("on a phone the open conversation can be chosen again", async () => {
    const opened = await browser.open(service.url, PHONE);
    const { page } = opened;
    await composer(page).fill("From a phone.");
    await page.getByRole("button", { name: "Send" }).tap();
    await reply(page, "I see.").waitFor();
    await page.getByRole("button", { name: "Conversations", exact: true }).tap();
    await page.locator(".thread.current a").tap();
    await reply(page, "I see.").waitFor();
    await leave(opened);
  });

  test("a conversation that is opened in another window leaves this one as it is", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "In the first window.");
    await reply(page, "I see.").waitFor();
    for (const link of [
      page.getByRole("link", { name: "New conversation" }),
      page.locator(".thread a").last(),
    ])
      for (const key of ["Control", "Shift"] as const) {
        const other = page.context().waitForEvent("page");
        await link.click({ modifiers: [key] });
        await (await other).close();
        expect(await page.locator(".said").allInnerTexts()).toEqual(["You:\nIn the first window."]);
      }
    await leave(opened);
  });

  test("code keeps what indents its first line, is edited in a field of its size, and begins nothing when it is pasted", async () => {
    const opened = await browser.open(service.url, { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = opened;
    await say(page, `\n\n    def f():\n${"        pass\n".repeat(12)}`);
    await reply(page, "I see.").waitFor();
    const said = await page.locator(".said").innerText();
    expect(said.startsWith("You:\n    def f():\n        pass")).toBe(true);
    const edit = page.getByRole("button", { name: "Edit message" });
    await edit.click();
    const field = page.locator(".turn textarea");
    expect(await field.evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThan(2);
    await page.keyboard.press("Escape");
    expect(await hasFocus(edit)).toBe(true);
    await say(page, "Write a README.");
    await reply(page, "That is all.").waitFor();
    await page.getByRole("button", { name: "Copy code" }).click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(README);
    await leave(opened);
  });

  test("a wide table is whole on paper", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "Something wide.");
    const table = page.locator(".reply table");
    await table.waitFor();
    await page.emulateMedia({ media: "print" });
    expect(
      await table.evaluate((box) => box.scrollWidth - (box.parentElement?.clientWidth ?? 0)),
    ).toBeLessThan(1);
    await leave(opened);
  });

  test("the bar above the page has the colour of the chosen theme; every page can be reached on its side", async () => {
    const opened = await browser.open(service.url, { viewport: { width: 844, height: 250 } });
    const { page } = opened;
    await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
    const bar = page.locator("meta[name=theme-color]");
    await expect.poll(() => bar.getAttribute("content")).toBe("#15181a");
    const link = page.getByRole("link", { name: "Settings" });
    await link.scrollIntoViewIfNeeded();
    expect(await link.evaluate((place) => place.getBoundingClientRect().bottom)).toBeLessThan(251);
    await leave(opened);
  });

  test("lists and pages are found where they were left", async () => {
    const api = client(service.url);
    for (let n = 0; n < 260; n++)
      await api.post("/memory/facts", {
        subject: "Greta",
        predicate: "counts",
        object: String(n),
        objectKind: "value",
        text: `Greta counts ${n}.`,
      });
    const opened = await browser.open(`${service.url}#/memory/facts`);
    const { page } = opened;
    const list = page.locator(".virtual");
    await list.waitFor();
    const top = () => list.evaluate((box) => box.scrollTop);
    await expect
      .poll(() => list.evaluate((box) => (box.scrollTop += 2_000)), { interval: 150, timeout: PATIENCE_MS })
      .toBeGreaterThan(9_000);
    const left = await top();
    await list.getByRole("link").nth(9).click();
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await page.goBack();
    await expect.poll(top, { timeout: PATIENCE_MS }).toBe(left);
    await page.getByRole("link", { name: "Timeline" }).click();
    await page.getByRole("link", { name: "Facts" }).first().click();
    await list.waitFor();
    expect(await top()).toBe(0);
    for (let n = 0; n < 9; n++) await api.post("/chat", { message: `Day ${n}.` });
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.getByRole("link", { name: "Timeline" }).click();
    const turn = page.locator("main a[href*=episodes]").nth(8);
    await turn.scrollIntoViewIfNeeded();
    const scrolled = () => page.locator("main").evaluate((main) => main.scrollTop);
    const was = await scrolled();
    expect(was).toBeGreaterThan(0);
    await turn.click();
    await expect.poll(scrolled, { timeout: PATIENCE_MS }).toBe(0);
    await page.goBack();
    await expect.poll(scrolled, { timeout: PATIENCE_MS }).toBe(was);
    await leave(opened);
  });

  test("nothing is drawn before the theme is known; forced colours show which page is open", async () => {
    const opened = await browser.open(service.url, { serviceWorkers: "block" });
    const { page } = opened;
    await page.evaluate(`localStorage.setItem("engram.theme", "dark")`);
    await page.route(/\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.reload();
    await composer(page).waitFor();
    const drawnMs = () => page.evaluate(`performance.getEntriesByType("paint")[0]?.startTime ?? 0`);
    await expect.poll(drawnMs, { timeout: PATIENCE_MS }).toBeGreaterThan(500);
    await page.emulateMedia({ forcedColors: "active" });
    const style = `getComputedStyle(document.querySelector("[aria-current=page]")).outlineStyle`;
    expect(await page.evaluate(style)).toBe("solid");
    await leave(opened);
  });

  test("what a browser translates goes on showing what is so", async () => {
    const api = client(service.url);
    for (const name of ["Zoe", "Bob"])
      await api.post("/memory/facts", {
        subject: name,
        predicate: "likes",
        object: "tea",
        objectKind: "value",
        text: `${name} likes tea.`,
      });
    const opened = await browser.open(`${service.url}#/memory/facts?q=tea`);
    const { page } = opened;
    const rows = page.locator(".virtual-row a");
    await expect.poll(() => rows.allInnerTexts()).toEqual(["Bob likes tea.", "Zoe likes tea."]);
    const places = () => rows.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    const before = await places();
    const translate = () =>
      page.evaluate(`{
        const found = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
        const texts = [];
        while (found.nextNode()) texts.push(found.currentNode);
        for (const text of texts.filter(({ data }) => data.trim() !== "")) {
          const font = document.createElement("font");
          font.textContent = text.data.toUpperCase();
          text.replaceWith(font);
        }
      }`);
    await translate();
    await rows.filter({ hasText: "ZOE LIKES TEA." }).waitFor();
    await page.getByRole("button", { name: "LEARNED" }).click();
    await expect.poll(places).toEqual(before.toReversed());
    expect(await rows.allInnerTexts()).toEqual(["Zoe likes tea.", "Bob likes tea."]);
    await page.goto(service.url);
    await composer(page).waitFor();
    await translate();
    await page.getByRole("button", { name: "ON THE RECORD" }).click();
    await page.getByRole("button", { name: "Off the record", exact: true }).click();
    await page.getByRole("button", { name: "On the record", exact: true }).waitFor();
    await leave(opened);
  });

  test("code runs from left to right in any script; only what names a memory is a button", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(page, "In Hebrew.");
    const code = page.locator(".reply :is(pre, code, .code-head)");
    await expect.poll(() => code.count()).toBe(4);
    const directions = page.evaluate(`[...document.querySelectorAll(".reply :is(pre, code, .code-head)")].map(
      (one) => getComputedStyle(one).direction,
    )`);
    expect(new Set((await directions) as string[])).toEqual(new Set(["ltr"]));
    await reply(page, "As in [1], a[2].").waitFor();
    await say(page, "A model may repeat itself.");
    await reply(page, "1. 1. 1. 1.").waitFor();
    await page.getByRole("button", { name: "Copy reply" }).nth(1).waitFor();
    await leave(opened);
  });

  test("a reply is read out once, when it is whole; a conversation that is opened is not", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await composer(page).waitFor();
    const spoken = () => page.evaluate("window.spoken");
    const listen = () =>
      page.evaluate(`{
        window.spoken = "";
        const live = "[role=status], [role=alert], [role=log], [aria-live]";
        new MutationObserver((all) => {
          for (const { target } of all) window.spoken += target.parentElement.closest(live)?.textContent ?? "";
        }).observe(document.querySelector(".talk"), { childList: true, characterData: true, subtree: true });
      }`);
    await listen();
    await say(page, "Read it aloud, slowly.");
    await reply(page, "step30 ").waitFor();
    expect(await spoken()).toBe("");
    await expect.poll(spoken, { timeout: PATIENCE_MS }).toMatch(/step0 .*step299$/);
    const { hash } = new URL(page.url());
    await page.goto(`${service.url}#/`);
    await reply(page, "step299").waitFor({ state: "detached" });
    await listen();
    await page.goto(`${service.url}${hash}`);
    await reply(page, "step299").waitFor();
    expect(await spoken()).toBe("");
    await leave(opened);
  });

  test("at four times the size there is room for the reply", async () => {
    const opened = await browser.open(service.url, { viewport: { width: 320, height: 256 } });
    const { page } = opened;
    await say(page, "Hello.");
    await reply(page, "I see.").waitFor();
    const box = await page.locator(".transcript").boundingBox();
    expect(box?.height).toBeGreaterThan(100);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    await leave(opened);
  });

  test("a note stays as long as it is pointed at", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await page.clock.install();
    await say(page, "Hello.");
    await reply(page, "I see.").waitFor();
    await page.getByRole("button", { name: "Copy reply" }).click();
    const note = page.locator(".toast");
    await note.hover();
    await page.clock.fastForward(30_000);
    expect(await note.count()).toBe(1);
    await page.mouse.move(9, 9);
    await page.clock.fastForward(30_000);
    await note.waitFor({ state: "detached" });
    await leave(opened);
  });

  test("a tablet sends by the keyboard beside it", async () => {
    const opened = await browser.open(service.url, { ...PHONE, viewport: { width: 1024, height: 768 } });
    const { page } = opened;
    await composer(page).fill("Hello.");
    await composer(page).press("Meta+Enter");
    await reply(page, "I see.").waitFor();
    await leave(opened);
  });

  test("texts of Windows are attached; a file that misses the conversation is not opened", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    const text = (name: string, buffer: Buffer) => ({ name, mimeType: "text/csv", buffer });
    await page
      .locator("input[type=file]")
      .setInputFiles([
        text("excel.csv", Buffer.from("Ort;Müller\r\n", "latin1")),
        text("notepad.txt", Buffer.from("\uFEFFGrüße", "utf16le")),
        text("packed.csv", Buffer.from([31, 139, 8, 1, 129, 3])),
      ]);
    await page.getByText("packed.csv cannot be read").waitFor();
    await say(page, "Read it.");
    await page.locator(".said", { hasText: "Ort;Müller" }).filter({ hasText: "Grüße" }).waitFor();
    await page.goto(`${service.url}#/settings/preferences`);
    const isTaken = await page.evaluate(`["dragover", "drop"].map((name) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], "x.txt"));
      const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(event);
    })`);
    expect(isTaken).toEqual([true, true]);
    await leave(opened);
  });

  test("what is typed, and what was never taken, outlives an app that the phone has ended", async () => {
    const { conversationId } = await client(service.url).say("Hello.");
    const opened = await browser.open("about:blank", PHONE);
    const { page } = opened;
    const context = page.context();
    await page.routeWebSocket(/\/ws$/, () => undefined);
    await page.goto(`${service.url}#/chat/${conversationId}`);
    await reply(page, "I see.").waitFor();
    await composer(page).fill("Sent in the cellar.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".said", { hasText: "Sent in the cellar." }).waitFor();
    await page.evaluate('location.hash = ""');
    await page.getByRole("heading", { name: "New conversation" }).waitFor();
    await composer(page).fill("Not sent yet.");
    const aside = `{
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }`;
    await page.evaluate(aside);
    await page.close();
    const again = await context.newPage();
    await again.goto(service.url);
    await expect.poll(() => composer(again).inputValue()).toBe("Not sent yet.");
    await again.evaluate(`location.hash = "#/chat/${conversationId}"`);
    await expect.poll(() => composer(again).inputValue()).toBe("Sent in the cellar.");
    await context.close();
  });

  test("photos full of detail are made as small as they have to be", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    const photo = await page.evaluate<string>(`{
      const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 900 });
      const context = canvas.getContext("2d");
      const pixels = context.createImageData(1200, 900);
      pixels.data.forEach((_, at) => (pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256));
      context.putImageData(pixels, 0, 0);
      canvas.toDataURL("image/jpeg", 0.9).split(",")[1];
    }`);
    const photos = ["leaves", "gravel", "grass"].map((name) => ({
      name: `${name}.jpg`,
      mimeType: "image/jpeg",
      buffer: Buffer.from(photo, "base64"),
    }));
    await page.getByLabel("Files", { exact: true }).setInputFiles(photos);
    const attached = page.getByRole("list", { name: "Attached" }).getByRole("listitem");
    await expect.poll(() => attached.count(), { timeout: PATIENCE_MS }).toBe(3);
    await say(page, "What is on these?");
    await reply(page, "I see.").waitFor();
    const sent = llama.requests
      .map(({ body }) => JSON.stringify(body))
      .find((body) => body.includes("gravel"));
    expect(sent?.match(/data:image\/jpeg/g)?.length).toBe(3);
    await leave(opened);
  });

  test("a full storage loses no message; a browser that is too old is told so", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await page.evaluate(`for (const size of [1e6, 1e5, 1e4, 1e3, 1e2, 1e1])
      for (let n = 0, key = ""; n === 0 || sessionStorage.getItem(key) !== null; n++)
        sessionStorage.setItem((key = size + "." + n), "x".repeat(size));`);
    await say(page, "Hello with no room left, which is more than fits.");
    await reply(page, "I see.").waitFor();
    await page.addInitScript("delete Map.groupBy");
    await page.reload();
    await page.getByText("This page did not start.").waitFor();
    expect(opened.errors.length).toBeGreaterThan(0);
    await page.context().close();
  });
});
