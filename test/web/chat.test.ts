import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumMissing,
  leave,
  openBrowser,
  violationsOf,
  type TestBrowser,
  type TestPage,
} from "../support/browser.ts";
import { client, type Client } from "../support/client.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

const SISTER = "My sister Annelie moved to Lyon in May.";
const BROTHER = "My brother Ove plays the bassoon.";
const COUSIN = "My cousin Ava plays the oboe.";
const RICH = [
  "Euler: \\(e^{i\\pi}+1=0\\), and $\\frac{a}{b}$, costs $5 and $6.",
  "$$\n\\int_0^1 x\\,dx\n$$",
  "```python\nx = 1\n```",
  "- [x] done",
  "Rye keeps.[^rye]\n\n[^rye]: https://example.com/rye",
  "| a | b |\n|---|--:|\n| c | 1 |",
  "![a cat](https://example.com/cat.png)",
].join("\n\n");
const LONG = Array.from({ length: 60 }, (_, n) => `word${n}`).join(" ");

/** The smallest PDF that shows these words. */
const pdfOf = (words: string): string => {
  const drawn = `BT /F 12 Tf 10 100 Td (${words}) Tj ET`;
  return [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F 5 0 R>>>>>>endobj",
    `4 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj`,
    "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
    "trailer<</Root 1 0 R>>",
  ].join("\n");
};

let folder: TestFolder;
let service: TestService;
let llama: ReadingLlama;
let browser: TestBrowser;
let api: Client;

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  llama = await startReadingLlama({
    reads: {
      [SISTER]: {
        entities: [{ name: "Annelie", type: "person" }],
        facts: [
          {
            subject: "Annelie",
            predicate: "LIVES_IN",
            object: "Lyon",
            text: "The user's sister Annelie lives in Lyon.",
            quote: "Annelie moved to Lyon",
          },
        ],
      },
      [COUSIN]: {
        entities: [{ name: "Ava", type: "person" }],
        facts: [
          {
            subject: "Ava",
            predicate: "HAS_HABIT",
            object: "the oboe",
            text: "The user's cousin Ava plays the oboe.",
            quote: "Ava plays the oboe",
          },
        ],
      },
      [BROTHER]: {
        entities: [{ name: "Ove", type: "person" }],
        facts: [
          {
            subject: "Ove",
            predicate: "HAS_HABIT",
            object: "the bassoon",
            text: "The user's brother Ove plays the bassoon.",
            quote: "Ove plays the bassoon",
          },
        ],
      },
    },
  });
  service = await startService(folder.path, { LLAMA_CPP_URL: llama.url });
  api = client(service.url);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

const composer = ({ page }: TestPage) => page.getByRole("textbox", { name: "Message", exact: true });

async function say(opened: TestPage, text: string): Promise<void> {
  await composer(opened).fill(text);
  await opened.page.keyboard.press("Enter");
}

describe.skipIf(chromiumMissing() !== null)("the chat page", () => {
  test("begins with three things to say while nothing is remembered", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    await page.getByText("I am Engram, an assistant").waitFor();
    await page.getByRole("button", { name: /Introduce somebody/ }).click();
    expect(await composer(opened).inputValue()).toBe("My sister is called ");
    expect(await violationsOf(page)).toEqual([]);
    await leave(opened);
  });

  test("a key of an input method takes a suggestion, and sends nothing", async () => {
    const opened = await browser.open(service.url);
    await composer(opened).fill("にほん");
    for (const init of ["{ key: 'Enter', keyCode: 229 }", "{ key: 'Enter', isComposing: true }"])
      await opened.page.evaluate(
        `document.querySelector("form.composer textarea").dispatchEvent(new KeyboardEvent("keydown", { ...${init}, bubbles: true }))`,
      );
    expect(await composer(opened).inputValue()).toBe("にほん");
    await opened.page.keyboard.press("Enter");
    expect(await composer(opened).inputValue()).toBe("");
    await leave(opened);
  });

  test("streams a reply with its thought, and tells what was noted, which can be taken back in place", async () => {
    llama.table.reply = {
      reasoning: "They tell me news.",
      content: "**Lyon** is lovely.\n\n- one\n- two",
      tokenDelayMs: 5,
    };
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, SISTER);
    await page.locator(".reply strong", { hasText: "Lyon" }).waitFor();
    await page.getByText("Thought", { exact: true }).click();
    await page.getByText("They tell me news.").waitFor();
    await page.getByText("Your sister Annelie lives in Lyon.").waitFor();
    await page.getByRole("button", { name: "Not true" }).click();
    await page.getByText("Marked as not true").waitFor();
    const fact = (await api.get("/memory/facts?limit=1")).body.items[0];
    expect(fact.status).toBe("corrected");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Not true" }).waitFor();
    expect((await api.get(`/memory/facts/${fact.id}`)).body.status).toBe("staged");
    await leave(opened);
  });

  test("what a turn noted stays under it after a reload, and a second window follows", async () => {
    llama.table.reply = { reasoning: "An oboe is a woodwind.", content: "Woodwind, then." };
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, COUSIN);
    await page.getByRole("button", { name: "Not true" }).waitFor();
    await page.reload();
    await page.getByText("Thought", { exact: true }).click();
    await page.getByText("An oboe is a woodwind.").waitFor();
    await page.getByRole("list", { name: "Noted" }).getByText("Your cousin Ava plays the oboe.").waitFor();
    const second = await browser.open(page.url());
    await second.page.locator(".said", { hasText: COUSIN }).waitFor();
    await say(opened, "She practises every day.");
    await second.page.locator(".said", { hasText: "She practises every day." }).waitFor();
    await second.page.locator(".turn").nth(1).locator(".reply", { hasText: "Woodwind, then." }).waitFor();
    await leave(second);
    await leave(opened);
  });

  test("a conversation has a draft of its own; one sent too early waits for the reply", async () => {
    llama.table.reply = { content: LONG.replaceAll("word", "step"), tokenDelayMs: 20 };
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, "Count the steps.");
    await page.getByText("step3", { exact: false }).waitFor();
    await say(opened, "And once more.");
    await page.getByText("Sends when this reply is finished").waitFor();
    await page.locator(".turn").nth(1).locator(".reply", { hasText: "step59" }).waitFor();
    await composer(opened).fill("Half a thought");
    await page.getByRole("link", { name: "New conversation" }).click();
    await page.getByRole("heading", { name: "New conversation" }).waitFor();
    expect(await composer(opened).inputValue()).toBe("");
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("step59");
    await page.getByRole("link", { name: /step58 step59/ }).click();
    await page.getByRole("heading", { name: "Count the steps." }).waitFor();
    expect(await composer(opened).inputValue()).toBe("Half a thought");
    await leave(opened);
  });

  test("a text that is too long stays as it was pasted, whole, and is not sent", async () => {
    const opened = await browser.open(service.url);
    const text = `${"word ".repeat(40_001)}end`;
    await composer(opened).fill(text);
    await opened.page.keyboard.press("Enter");
    await opened.page.getByText("That is too long for one message.").waitFor();
    expect((await composer(opened).inputValue()).length).toBe(text.length);
    await composer(opened).fill("");
    await leave(opened);
  });

  test("sets formulas, copies code, and shows a picture as a link; the conversation is saved as Markdown", async () => {
    llama.table.reply = RICH;
    const opened = await browser.open(service.url, { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = opened;
    await say(opened, "Show me everything.");
    await page.locator(".reply math").nth(2).waitFor();
    expect(await page.locator(".reply math mfrac").count()).toBe(1);
    const reply = page.locator(".reply");
    await reply.getByText("costs $5 and $6").waitFor();
    await reply.getByRole("link", { name: "a cat (image, not loaded)" }).waitFor();
    await reply.getByText("☑ done").waitFor();
    expect(await reply.locator("sup").allTextContents()).toEqual(["rye", "rye"]);
    await reply.getByRole("link", { name: "https://example.com/rye" }).waitFor();
    expect(await reply.locator("td").nth(1).getAttribute("align")).toBe("right");
    await reply.getByText("python").waitFor();
    await reply.getByRole("button", { name: "Copy code" }).click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("x = 1");
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Export ..." }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Markdown" }).click();
    const saved = await readFile(await (await saving).path(), "utf8");
    expect(saved).toContain("# Show me everything.");
    expect(saved).toContain(RICH);
    await leave(opened);
  });

  test("takes files by button, paste and drop, and says which it cannot take", async () => {
    llama.table.reply = "A fine recipe.";
    const opened = await browser.open(service.url);
    const { page } = opened;
    const files = page.getByLabel("Files", { exact: true });
    await files.setInputFiles([
      { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Rye\n```js\nbake();\n```\n") },
      {
        name: "[<img src=x onerror=alert(1)>].txt",
        mimeType: "text/plain",
        buffer: Buffer.from("<b>flour</b>"),
      },
      { name: "tin.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdfOf("Butter the tin")) },
      { name: "dot.png", mimeType: "image/png", buffer: await readFile("src/web/public/icon-192.png") },
    ]);
    const attached = page.getByRole("list", { name: "Attached" });
    await attached.getByText("dot.png").waitFor();
    expect(await attached.getByRole("listitem").count()).toBe(4);
    await files.setInputFiles({ name: "a.zip", mimeType: "", buffer: Buffer.from([80, 75, 0, 255]) });
    await page.getByText("a.zip cannot be read: I take text").waitFor();
    await files.setInputFiles({
      name: "war.txt",
      mimeType: "text/plain",
      buffer: Buffer.alloc(500_000, "a"),
    });
    await page.getByText("war.txt is too long for one message.").waitFor();
    for (const [type, data] of [
      ["paste", "clipboardData"],
      ["drop", "dataTransfer"],
    ])
      await page.evaluate(`{
        const data = new DataTransfer();
        data.items.add(new File(["by ${type}"], "${type}.txt"));
        const event = new Event("${type}", { bubbles: true, cancelable: true });
        Object.defineProperty(event, "${data}", { value: data });
        document.querySelector("form.composer textarea").dispatchEvent(event);
      }`);
    await attached.getByText("paste.txt").waitFor();
    await attached.getByText("drop.txt").waitFor();
    await attached.getByRole("button", { name: "Remove paste.txt" }).click();
    expect(await violationsOf(page)).toEqual([]);
    await say(opened, "What is in these?");
    await page.locator(".reply", { hasText: "A fine recipe." }).waitFor();
    const sent = llama.requests
      .map(({ body }) => JSON.stringify(body))
      .find((body) => body.includes("tin.pdf"));
    for (const part of [
      "[file: notes.md]\\n````\\n# Rye",
      "Butter the tin",
      "[file: drop.txt]",
      "data:image/jpeg;base64,",
    ])
      expect(sent).toContain(part);
    expect(sent).not.toContain("paste.txt");
    await page.reload();
    await page.locator("summary", { hasText: "onerror" }).click();
    await page.getByText("<b>flour</b>").waitFor();
    await page.getByText("[image: dot.png]").waitFor();
    await page.getByRole("heading", { name: "What is in these?", exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await leave(opened);
  });

  test("writes from right to left where the words do", async () => {
    llama.table.reply = "مرحبا بك\n\n- واحد\n- اثنان\n\nHello";
    const opened = await browser.open(service.url);
    const { page } = opened;
    await composer(opened).fill("أختي ليلى تسكن في القاهرة");
    const directionOf = (selector: string): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).direction`);
    expect(await directionOf("form.composer textarea")).toBe("rtl");
    await page.keyboard.press("Enter");
    await page.getByText("Hello", { exact: true }).waitFor();
    expect(await directionOf(".said")).toBe("rtl");
    const sides =
      await page.evaluate(`[...document.querySelectorAll(".markdown p, .markdown li")].map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [words, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      const side = words.left - box.left > box.right - words.right ? "right" : "left";
      return element.textContent.trim() + ": " + side;
    })`);
    expect(sides).toEqual(["مرحبا بك: right", "واحد: right", "اثنان: right", "Hello: left"]);
    await leave(opened);
  });

  test("shows what was recalled, and why: the words in their turn, who said them, the parts of the score", async () => {
    llama.table.reply = "She lives in Lyon. [1]";
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, "Where does my sister Annelie live?");
    await page.locator(".recall-line summary").click();
    await page.locator(".chip", { hasText: "Your sister Annelie lives in Lyon." }).click();
    const drawer = page.getByRole("dialog", { name: "Why I recalled this" });
    expect(await drawer.locator("mark").first().textContent()).toBe("Annelie moved to Lyon");
    await drawer
      .getByText(/^you, /)
      .first()
      .waitFor();
    await drawer.getByRole("row", { name: /relevance/ }).waitFor();
    await drawer.getByRole("button", { name: "It helped" }).click();
    await drawer.getByText("Noted. I will rank by it.").waitFor();
    expect(await drawer.getByRole("button", { name: "It helped", pressed: true }).count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    const copied = await page.evaluate(`{
      getSelection().selectAllChildren(document.querySelector(".reply .markdown"));
      getSelection().toString();
    }`);
    expect(String(copied).trim(), "the number of a memory is no part of the sentence").toBe(
      "She lives in Lyon.",
    );
    await page.locator(".reply .cite").click();
    await drawer.waitFor();
    await leave(opened);
  });

  test("says of a memory that was forgotten since that it is gone", async () => {
    const stated = {
      subject: "Zebulon",
      predicate: "LIVES_IN",
      object: "Ghent",
      text: "Zebulon lives in Ghent.",
    };
    const { id: factId } = (await api.post("/memory/facts", stated)).body;
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, "Where does Zebulon live?");
    await page.locator(".chip", { hasText: stated.text }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Copy reply" }).waitFor();
    await api.post("/memory/forget", { factId });
    await page.reload();
    await page.locator(".recall-line summary").click();
    await page.locator(".chip", { hasText: "no longer remembered" }).first().click();
    await page.getByRole("dialog").getByText("I have forgotten it").waitFor();
    await leave(opened);
  });

  test("stops a reply and keeps its words, and continues it", async () => {
    llama.table.reply = { content: LONG, tokenDelayMs: 60 };
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, "Count the words.");
    await page.getByText("word3", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped here.").waitFor();
    expect(await page.locator(".reply").textContent()).not.toContain("word59");
    llama.table.reply = "word59, and that is all.";
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator(".turn").nth(1).locator(".reply", { hasText: "that is all" }).waitFor();
    expect(await page.locator(".said").nth(1).textContent()).toContain("Please continue.");
    await leave(opened);
  });

  test("tries again and edits in its place; the versions can be looked at, also after a reload", async () => {
    llama.table.reply = "Fifty, I think.";
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, "Count the words.");
    await page.locator(".reply", { hasText: "Fifty" }).waitFor();
    llama.table.reply = "Sixty.";
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".reply", { hasText: "Sixty." }).waitFor();
    await page.getByRole("button", { name: "Edit message" }).click();
    await page.getByRole("textbox", { name: "Edit message" }).fill("Count them twice.");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.locator(".said", { hasText: "Count them twice." }).waitFor();
    await page.locator(".reply", { hasText: "Sixty." }).waitFor();
    expect(await page.locator(".turn").count()).toBe(1);
    for (const _ of ["as it was made", "as it is stored"]) {
      const versions = page.getByRole("group", { name: "Versions" });
      await versions.getByText("3/3").waitFor();
      await versions.getByRole("button", { name: "Earlier version" }).click();
      await page.locator(".said", { hasText: "Count the words." }).waitFor();
      await page.locator(".reply", { hasText: "Sixty." }).waitFor();
      await versions.getByRole("button", { name: "Earlier version" }).click();
      await page.locator(".reply", { hasText: "Fifty" }).waitFor();
      expect(await page.getByRole("button", { name: "Edit message" }).count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      await page.reload();
    }
    await leave(opened);
  });

  test("a message sent while the conversation is still being loaded stays on the page", async () => {
    const opened = await browser.open(service.url);
    const { page } = opened;
    llama.table.reply = "Noted.";
    await say(opened, "I have a loom.");
    await page.locator(".turn-foot").waitFor();
    const gate = Promise.withResolvers<void>();
    await page.route(/\/conversations\/[^/?]+/, async (route) => {
      const response = await route.fetch();
      await gate.promise;
      await route.fulfill({ response });
    });
    await page.reload();
    await say(opened, "It came from Lyon.");
    await page.locator(".turn-foot").waitFor();
    const said = async () =>
      (await page.locator(".said").allInnerTexts()).map((text) => text.split("\n").at(-1));
    expect(await said()).toEqual(["It came from Lyon."]);
    gate.resolve();
    await page.locator(".said", { hasText: "I have a loom." }).waitFor();
    expect(await said()).toEqual(["I have a loom.", "It came from Lyon."]);
    expect(await page.locator(".turn-foot").count()).toBe(2);
    await leave(opened);
  });

  test("editing an earlier message begins a branch; one switches between both, also after a reload", async () => {
    llama.table.reply = "Noted.";
    const opened = await browser.open(service.url, { viewport: { width: 390, height: 800 } });
    const { page } = opened;
    const said = (words: string) => page.locator(".said", { hasText: words });
    const answered = (turns: number) =>
      page
        .locator(".turn-foot")
        .nth(turns - 1)
        .waitFor();
    for (const [at, words] of ["I row.", "I row a skiff.", "It leaks.", "It sank."].entries()) {
      await say(opened, words);
      await answered(at + 1);
    }
    const turn = page.locator(".turn", { has: said("I row a skiff.") });
    await turn.getByRole("button", { name: "Edit message" }).click();
    await page.getByRole("textbox", { name: "Edit message" }).fill("I row a punt.");
    await page.getByRole("button", { name: "Send again" }).click();
    await said("I row a punt.").waitFor();
    await answered(2);
    expect(await page.locator(".said").count()).toBe(2);
    const branches = page.getByRole("group", { name: "Branches" });
    for (const _ of ["as it was made", "as it is stored"]) {
      await branches.getByText("2/2").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await branches.getByRole("button", { name: "Earlier branch" }).click();
      await said("It sank.").waitFor();
      await branches.getByText("1/2").waitFor();
      expect(await page.locator(".said").count()).toBe(4);
      await page.reload();
      await branches.getByRole("button", { name: "Later branch" }).click();
      await said("I row a punt.").waitFor();
      expect(await page.locator(".said").count()).toBe(2);
      await page.reload();
    }
    await say(opened, "It floats.");
    await answered(3);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Conversations" }).click();
    await page.locator(".thread.current").getByRole("img", { name: "Branch" }).waitFor();
    expect(await page.getByRole("img", { name: "Branch" }).count()).toBe(1);
    await leave(opened);
  });

  test("draws a diagram, follows the theme, and shows the source", async () => {
    llama.table.reply = "Look:\n\n```mermaid\ngraph TD\n A[Rye] --> B[Dough]\n```";
    const opened = await browser.open(service.url, {
      colorScheme: "light",
      viewport: { width: 390, height: 800 },
    });
    const { page } = opened;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await composer(opened).waitFor();
    expect(asked.filter((path) => path.includes("diagram"))).toEqual([]);
    await say(opened, "Draw the rye.");
    const drawn = page.locator(".reply pre[hidden] + iframe");
    await drawn.waitFor();
    const [frame] = page.frames().slice(1);
    const heightOf = "document.querySelector('svg').getBoundingClientRect().height";
    expect(await drawn.evaluate((one) => one.clientHeight)).toBe(
      Math.ceil((await frame?.evaluate(heightOf)) as number),
    );
    await page.emulateMedia({ colorScheme: "dark" });
    await frame?.locator("html[style*='dark'] svg", { hasText: "Dough" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Source" }).click();
    await page.locator(".reply pre", { hasText: "A[Rye]" }).waitFor();
    expect(await page.locator(".reply iframe:visible").count()).toBe(0);
    await page.getByRole("button", { name: "Diagram" }).click();
    await drawn.waitFor();
    await leave(opened);
  });

  test("a reply goes on without a lost or doubled word when the line drops, and when the page is loaded anew", async () => {
    llama.table.reply = { content: LONG, tokenDelayMs: 60 };
    const opened = await browser.open(service.url);
    const { page } = opened;
    let drops = 0;
    await page.routeWebSocket(/\/ws$/, (line) => {
      const server = line.connectToServer();
      let frames = 0;
      server.onMessage((frame) => {
        frames += 1;
        if (drops < 2 && frames === 12) {
          drops += 1;
          void line.close();
          void server.close();
        } else line.send(frame);
      });
    });
    await page.reload();
    await say(opened, "Say sixty words.");
    await page.getByText("word20", { exact: false }).waitFor();
    await page.reload();
    await page.locator(".reply", { hasText: "word59" }).waitFor();
    expect(drops).toBe(2);
    expect((await page.locator(".reply").last().textContent())?.replace("Reply: ", "").trim()).toBe(LONG);
    expect(opened.foreign).toEqual([]);
    await page.context().close();
  });

  test("off the record: answered, and no word of it is written down", async () => {
    llama.table.reply = "I keep that to myself.";
    const opened = await browser.open(service.url);
    const { page } = opened;
    await page.getByRole("button", { name: "On the record" }).click();
    await say(opened, "I am afraid of the zeppelin.");
    await page.locator(".reply", { hasText: "I keep that to myself." }).waitFor();
    const { items } = (await api.get("/conversations?limit=1")).body;
    const stored = (await api.get(`/conversations/${items[0].id}`)).text;
    expect(stored).not.toContain("zeppelin");
    await page.getByRole("button", { name: "Off the record" }).click();
    await say(opened, "I like balloons.");
    await page.getByRole("button", { name: "Edit message" }).waitFor();
    await page.getByRole("button", { name: "On the record" }).click();
    await page.getByRole("button", { name: "Edit message" }).click();
    await page.getByRole("textbox", { name: "Edit message" }).fill("I fear every zeppelin.");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.locator(".said.off-record", { hasText: "I fear every zeppelin." }).waitFor();
    await page.getByRole("button", { name: "Copy reply" }).nth(1).waitFor();
    expect((await api.get(`/conversations/${items[0].id}`)).text).not.toContain("zeppelin");
    await leave(opened);
  });

  test("a temporary chat leaves nothing anywhere, and is gone after a reload", async () => {
    llama.table.reply = "Under the third walnut tree.";
    const before = await api.get("/memory/stats");
    const opened = await browser.open(service.url);
    const { page } = opened;
    await page.getByRole("button", { name: "Temporary chat" }).click();
    await page.getByText("only this page knows it").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await say(opened, "Where is the kumquat buried?");
    await page.locator(".reply", { hasText: "third walnut tree" }).waitFor();
    await say(opened, "And who buried it?");
    await page.locator(".turn").nth(1).locator(".reply", { hasText: "third walnut tree" }).waitFor();
    const last = llama.requests.findLast(({ body }) => JSON.stringify(body).includes("who buried it"));
    expect(JSON.stringify(last?.body)).toContain("kumquat buried");
    llama.table.reply = { content: LONG, tokenDelayMs: 60 };
    await say(opened, "Tell me more of the kumquat.");
    await page.getByText("word3", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped here.").waitFor();
    await composer(opened).fill("the kumquat of my draft");
    expect(await page.evaluate("JSON.stringify([sessionStorage, localStorage])")).not.toContain("kumquat");
    await page.reload();
    await page.getByRole("heading", { name: "New conversation" }).waitFor();
    expect(await page.locator("body").innerText()).not.toContain("kumquat");
    expect((await api.get("/memory/stats")).body).toEqual(before.body);
    await service.stop();
    for (const file of await readdir(folder.path, { recursive: true, withFileTypes: true }))
      if (file.isFile())
        expect(await readFile(`${file.parentPath}/${file.name}`, "latin1"), file.name).not.toContain(
          "kumquat",
        );
    service = await startService(folder.path, { LLAMA_CPP_URL: llama.url });
    api = client(service.url);
    await page.context().close();
  });

  test("says what a wish did, and shows no more what was forgotten", async () => {
    llama.table.reply = "Good to know.";
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, BROTHER);
    await page.getByRole("button", { name: "Not true" }).waitFor();
    await say(opened, "Forget that.");
    await page.locator(".reply", { hasText: /I have hidden 2 memories/ }).waitFor();
    await say(opened, "yes");
    await page.locator(".reply", { hasText: /Forgotten: 1 memory/ }).waitFor();
    await page.locator(".said", { hasText: BROTHER }).waitFor({ state: "detached" });
    expect(await page.locator("body").innerText()).not.toContain("bassoon");
    await leave(opened);
  });

  test("pins, archives, renames and forgets a conversation, and finds its way by the keyboard", async () => {
    llama.table.reply = "Fine.";
    const opened = await browser.open(service.url);
    const { page } = opened;
    await say(opened, "Tomorrow I bake bread.");
    await page.locator(".reply", { hasText: "Fine." }).waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "Tomorrow I bake bread." });
    const change = async (to: string): Promise<void> => {
      await row.hover();
      await row.getByRole("button", { name: /^Change/ }).click();
      await page.getByRole("button", { name: to, exact: true }).click();
    };
    const second = await browser.open(service.url);
    await change("Pin");
    const pinned = second.page.getByRole("heading", { name: "Pinned" });
    await pinned.waitFor();
    await change("Archive");
    await pinned.waitFor({ state: "detached" });
    await row.waitFor({ state: "detached" });
    await leave(second);
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("bake bread");
    await row.getByText("Archived · ").waitFor();
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("");
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Archived conversations" }).click();
    await change("Unarchive");
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "All conversations" }).click();
    await row.hover();
    await row.getByRole("button", { name: /^Change/ }).click();
    const shades = await page.evaluate(
      `[...document.querySelectorAll("dialog button")].map((one) => getComputedStyle(one).opacity)`,
    );
    expect(shades).toEqual(["1", "1", "1", "1", "1"]);
    await page.getByRole("textbox", { name: "Title" }).fill("Bread");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Bread" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Place" }).fill("Sett");
    await page.getByRole("option", { name: /Settings/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/settings/);
    await page.goBack();
    await page.getByRole("listitem").filter({ hasText: "Bread" }).getByRole("link").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Change Bread");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Forget ..." }).click();
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByText(/Forgotten: /).waitFor();
    expect((await api.get("/conversations")).text).not.toContain("Bread");
    await leave(opened);
  });

  test("says that the model is away, and keeps the words", async () => {
    await llama.misbehave("refuse");
    const opened = await browser.open(service.url);
    await say(opened, "Are you there?");
    await opened.page.locator(".failed", { hasText: "Your message is saved." }).waitFor();
    await llama.restore();
    await opened.page.context().close();
  });

  test.each(["light", "dark"] as const)(
    "has nothing that axe finds wrong, wide or narrow: %s",
    async (colorScheme) => {
      const { items } = (await api.get("/conversations?limit=1")).body;
      for (const width of [1280, 390]) {
        const viewport = { width, height: 800 };
        const opened = await browser.open(`${service.url}/#/chat/${items[0].id}`, { colorScheme, viewport });
        await opened.page.locator(".turn").first().waitFor();
        expect(await violationsOf(opened.page)).toEqual([]);
        const wide = await opened.page.evaluate("document.documentElement.scrollWidth");
        expect(wide).toBeLessThanOrEqual(width);
        await leave(opened);
      }
    },
  );
});
