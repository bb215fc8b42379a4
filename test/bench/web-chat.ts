import type { Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { startFakeLlama } from "../support/fake-llama/index.ts";
import { startProcess, testFolder } from "../support/service.ts";

const TOKENS = 10_000;
const LOADS = 10;
/** Paragraphs, lists, tables and code, as replies are; about so many tokens a piece. */
const PIECE = [
  "## A heading\n\nSome **bold** words and a `name` in a sentence that goes on for a while, as sentences do.\n\n",
  "- one thing\n- another thing, with a [link](https://example.org)\n- a third\n\n",
  "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n",
  "```python\ndef area(r):\n    return 3.14 * r * r\n```\n\n",
].join("");

/** `npm run bench -- web-chat`: the first load, and a reply of 10,000 tokens, in a real browser. */
export async function run(): Promise<void> {
  const folder = await testFolder();
  const llama = await startFakeLlama({ slots: 2, contextTokens: 65_536 });
  const service = await startProcess(folder.path, { LLAMA_CPP_URL: llama.url }, { replyTokensMax: 20_000 });
  const browser = await openBrowser();
  try {
    const loads: number[] = [];
    for (let at = 0; at < LOADS; at++) {
      const { page } = await browser.open("about:blank");
      const began = performance.now();
      await page.goto(service.url);
      await page.getByRole("textbox", { name: "Message", exact: true }).fill("x");
      loads.push(performance.now() - began);
      await page.context().close();
    }
    console.log(
      `first load until a word could be typed, ms: median ${median(loads).toFixed(0)}, worst ${Math.max(...loads).toFixed(0)}`,
    );
    const words = PIECE.split(/(?<=\s)/);
    const content = Array.from({ length: TOKENS }, (_, at) => words[at % words.length]).join("");
    llama.reply({ content, tokenDelayMs: 1 });
    const { page } = await browser.open(service.url);
    await countFrames(page);
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("Write a lot.");
    await page.keyboard.press("Enter");
    const began = performance.now();
    await page.getByRole("button", { name: "Copy reply" }).waitFor({ timeout: 300_000 });
    const seconds = (performance.now() - began) / 1000;
    const frames = await page.evaluate<number[]>("window.frames_");
    const tenth = Math.floor(frames.length / 10);
    console.log(
      `${TOKENS} tokens (${content.length} characters) in ${seconds.toFixed(1)} s, ${frames.length} frames`,
    );
    for (const [name, part] of [
      ["first tenth", frames.slice(0, tenth)],
      ["last tenth", frames.slice(-tenth)],
    ] as const) {
      console.log(
        `${name}, ms a frame: median ${median(part).toFixed(1)}, longest ${Math.max(...part).toFixed(0)}`,
      );
    }
    const long = frames.filter((ms) => ms > 50).length;
    console.log(`frames above 50 ms: ${long} of ${frames.length}`);
  } finally {
    await browser.close();
    await service.stop();
    await llama.close();
    await folder.remove();
  }
}

/** Milliseconds between each two frames the page draws, from now on. */
async function countFrames(page: Page): Promise<void> {
  await page.evaluate(`{
    window.frames_ = [];
    let last = performance.now();
    const next = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
  }`);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
