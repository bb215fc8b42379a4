import { deepEqual } from "node:assert/strict";
import { existsSync } from "node:fs";
import axe from "axe-core";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

/** What the page did beside being looked at: errors, and whatever it asked of another origin. */
export interface TestPage {
  page: Page;
  errors: string[];
  foreign: string[];
}

export interface TestBrowser {
  /** A window of its own, without cookies or storage of another. */
  open(url: string, options?: BrowserContextOptions): Promise<TestPage>;
  close(): Promise<void>;
}

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM_BIN, ...PLACES].find((path) => path !== undefined && existsSync(path));

/** Why no browser can be opened; null when one can. */
export function chromiumMissing(): string | null {
  return chromiumPath() === undefined ? "no Chromium; install chromium or set CHROMIUM_BIN" : null;
}

/** Throws when there is no Chromium. */
export async function openBrowser(args: string[] = []): Promise<TestBrowser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error(chromiumMissing() ?? "");
  // Tests run as root in containers, where Chromium's own sandbox cannot. Without a graphics card the processor stands in for one,
  // and puts pages together faster by its own means.
  const given = ["--no-sandbox", "--disable-gpu-compositing", ...args];
  const browser: Browser = await chromium.launch({ executablePath, args: given });
  return {
    async open(url, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      const errors: string[] = [];
      const foreign: string[] = [];
      const { origin } = new URL(url);
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      page.on("request", (request) => {
        const address = request.url();
        if (!address.startsWith(origin) && !address.startsWith("data:")) foreign.push(address);
      });
      await page.goto(url);
      return { page, errors, foreign };
    },
    close: () => browser.close(),
  };
}

/** Closes the window, which must not have failed or looked elsewhere. */
export async function leave({ page, errors, foreign }: TestPage): Promise<void> {
  deepEqual({ errors, foreign }, { errors: [], foreign: [] });
  await page.context().close();
}

const SETTLE_MS_MAX = 2_000;

/** Until the page asks for nothing more; one that listens to events never gets there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: SETTLE_MS_MAX }).catch(() => undefined);
}

/** What axe finds wrong, a line each: rule, and the element. By all of its rules, or those named. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const window = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const { violations } = await window.axe.run({ resultTypes: ["violations"], ...(runOnly && { runOnly }) });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, rules);
}

const CONTROLS = "a, button, input, select, textarea, summary, [tabindex], [role=option]";

/** Controls whose words cannot be read while each of them is pointed at and has the focus. */
export async function unreadableInUse(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: CONTROLS });
  const forcedPseudoClasses = ["hover", "focus", "focus-visible"];
  for (const nodeId of nodeIds) await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses });
  const wrong = await violationsOf(page, ["color-contrast"]);
  await session.detach();
  return wrong.map((one) => `in use: ${one}`);
}

interface AxeResults {
  violations: { id: string; nodes: { html: string }[] }[];
}
