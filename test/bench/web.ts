/**
 * `npm run bench -- web [--nodes 5000] [--edges 12000] [--rows 10000]`: how smoothly the pages move in a real Chromium:
 * frames while a graph is panned (before and after its layout has come to rest) and while a table is scrolled. What the
 * service would answer is made up in the browser, so that only the pages are measured. A frame is the time between two
 * calls of `requestAnimationFrame`; `atRest` are those of a page on which nothing moves: what the machine itself allows.
 */
import { parseArgs } from "node:util";
import type { CDPSession, Page, Route } from "playwright-core";
import type { Entity } from "../../src/domain/model/entity.ts";
import { openBrowser } from "../support/browser.ts";
import { percentile, round } from "../support/figures.ts";
import { startProcess, testFolder } from "../support/service.ts";

const MOVED_MS = 6_000;
/** The layout ends by itself at 12 seconds. */
const LAID_OUT_MS = 14_000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      nodes: { type: "string", default: "5000" },
      edges: { type: "string", default: "12000" },
      rows: { type: "string", default: "10000" },
    },
  });
  const folder = await testFolder();
  const service = await startProcess(folder.path);
  const browser = await openBrowser();
  try {
    const graph = graphOf(Number(values.nodes), Number(values.edges));
    const { page } = await browser.open(service.url);
    await page.route("**/memory/graph?*", (route) => route.fulfill({ json: graph }));
    const atRest = await framesWhile(page, () => page.waitForTimeout(MOVED_MS));
    await page.goto(`${service.url}/#/memory/graph?limit=5000`);
    await page.locator(".graph-canvas canvas").first().waitFor();
    const whileLaidOut = await framesWhile(page, () => pan(page));
    await page.waitForTimeout(LAID_OUT_MS);
    const panned = await framesWhile(page, () => pan(page));
    const zoomed = await framesWhile(page, () => zoom(page));
    await page.route("**/memory/entities?*", (route) => route.fulfill(pageOf(route, Number(values.rows))));
    await page.goto(`${service.url}/#/memory/entities`);
    await page.getByRole("table", { name: "People and things" }).waitFor();
    const scrolled = await framesWhile(page, () => scroll(page, Number(values.rows)));
    const scrolledBack = await framesWhile(page, () => wheel(page));
    console.log(
      JSON.stringify({ ...values, atRest, whileLaidOut, panned, zoomed, scrolled, scrolledBack }, null, 2),
    );
  } finally {
    await browser.close();
    await service.stop();
    await folder.remove();
  }
}

interface Frames {
  fps: number;
  medianMs: number;
  p99Ms: number;
  longestMs: number;
  count: number;
  /** What the page itself had to do for one, on its thread: the rest of a frame is drawing and waiting. */
  workMs: number;
}

/** Runs in the page: notes how long each frame took. */
const WATCH = `
  globalThis.frames = [];
  let last = performance.now();
  const draw = () => {
    const now = performance.now();
    globalThis.frames.push(now - last);
    last = now;
    globalThis.watched = requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
`;
const WATCHED = "cancelAnimationFrame(globalThis.watched), globalThis.frames.slice(2)";

/** Frames that the page drew while something moved it. */
async function framesWhile(page: Page, move: () => Promise<void>): Promise<Frames> {
  const meter = await page.context().newCDPSession(page);
  await meter.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.evaluate(`(() => {${WATCH}})()`);
  const before = await secondsOf(meter);
  await move();
  const seconds = (await secondsOf(meter)) - before;
  await meter.detach();
  const frames = await page.evaluate<number[]>(WATCHED);
  const whole = frames.reduce((sum, ms) => sum + ms, 0);
  return {
    fps: round((frames.length * 1000) / whole),
    medianMs: round(percentile(frames, 0.5)),
    p99Ms: round(percentile(frames, 0.99)),
    longestMs: round(Math.max(...frames)),
    count: frames.length,
    workMs: round((seconds * 1000) / frames.length),
  };
}

async function secondsOf(meter: CDPSession): Promise<number> {
  const { metrics } = await meter.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not in view`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** In circles, as with a hand on the mouse. */
async function pan(page: Page): Promise<void> {
  const { x, y } = await middleOf(page, ".graph-canvas");
  await page.mouse.move(x, y);
  await page.mouse.down();
  const end = Date.now() + MOVED_MS;
  for (let step = 0; Date.now() < end; step++) {
    await page.mouse.move(x + 150 * Math.sin(step / 12), y + 120 * Math.cos(step / 12));
    await page.waitForTimeout(8);
  }
  await page.mouse.up();
}

async function zoom(page: Page): Promise<void> {
  const { x, y } = await middleOf(page, ".graph-canvas");
  await page.mouse.move(x, y);
  const end = Date.now() + MOVED_MS;
  for (let step = 0; Date.now() < end; step++) {
    await page.mouse.wheel(0, Math.floor(step / 20) % 2 === 0 ? -60 : 60);
    await page.waitForTimeout(25);
  }
}

/** Down to the last row, page after page of the service. */
async function scroll(page: Page, rows: number): Promise<void> {
  const list = page.locator(".entity-table .virtual");
  const { x, y } = await middleOf(page, ".entity-table .virtual");
  await page.mouse.move(x, y);
  const end = Date.now() + 10 * MOVED_MS;
  while (Date.now() < end) {
    await page.mouse.wheel(0, 3000);
    await page.waitForTimeout(16);
    const count = Number(await list.getAttribute("aria-rowcount"));
    const isAtEnd = await list.evaluate((it) => it.scrollTop + it.clientHeight >= it.scrollHeight - 1);
    if (count >= rows && isAtEnd) return;
  }
  throw new Error("the last row was not reached");
}

async function wheel(page: Page): Promise<void> {
  const end = Date.now() + MOVED_MS;
  for (let step = 0; Date.now() < end; step++) {
    await page.mouse.wheel(0, Math.floor(step / 60) % 2 === 0 ? -800 : 800);
    await page.waitForTimeout(16);
  }
}

const KINDS = ["person", "place", "thing", "organization", "event", "animal", "work", "idea", "food"];

/** A few are joined to many, most to few, as in a memory. */
function graphOf(count: number, edgeCount: number) {
  const degrees = new Map<number, number>();
  const edges = Array.from({ length: edgeCount }, (_, at) => {
    const source = Math.floor(count * ((at * 0.618034) % 1) ** 3);
    const target = Math.floor(count * ((at * 0.754877 + 0.1) % 1));
    for (const end of [source, target]) degrees.set(end, (degrees.get(end) ?? 0) + 1);
    const ends = { source: `n${source}`, target: `n${target}` };
    const said = { type: "KNOWS", label: `Thing ${source} knows thing ${target}.` };
    return { factId: `f${at}`, ...ends, ...said, status: "verified", polarity: "positive" };
  });
  const nodes = Array.from({ length: count }, (_, at) => ({
    id: `n${at}`,
    label: `Thing ${at}`,
    type: KINDS[at % KINDS.length],
    isSelf: at === 0,
    status: "verified",
    confidence: 0.8,
    mentionCount: 1,
    degree: degrees.get(at) ?? 0,
  }));
  return { nodes, edges, total: count };
}

function pageOf(route: Route, rows: number) {
  const { searchParams } = new URL(route.request().url());
  const from = Number(searchParams.get("cursor") ?? 0);
  const to = Math.min(from + Number(searchParams.get("limit")), rows);
  const items = Array.from({ length: to - from }, (_, at) => entityOf(from + at));
  return { json: { items, nextCursor: to < rows ? String(to) : null } };
}

function entityOf(at: number): Entity {
  const on = new Date(Date.UTC(2026, 0, 1) - at * 3_600_000).toISOString();
  return {
    id: `e${at}`,
    name: `Entity number ${at}`,
    type: KINDS[at % KINDS.length] ?? "thing",
    aliases: [],
    summary: null,
    properties: {},
    confidence: 0.8,
    mentionCount: at % 40,
    createdAt: on,
    lastMentionedAt: on,
    status: "verified",
    isSelf: false,
    externalKeys: [],
  };
}
