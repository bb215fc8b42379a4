/**
 * `npm run screenshots`, or with names (`npm run screenshots -- models`): the pictures of the docs, from a service that runs with half a year of a made-up life in it. The
 * model is a stand-in that reads the life from a table, so that the pictures are the same on every machine.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, settled } from "../support/browser.ts";
import { client, until, type Client } from "../support/client.ts";
import { DEMO_ANSWER, DEMO_LIFE, DEMO_QUESTION, DEMO_TABLE, DEMO_THOUGHT } from "../support/demo-life.ts";
import { startReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder } from "../support/service.ts";

const OUT = join(import.meta.dirname, "../../docs/images");

interface Picture {
  name: string;
  place: string;
  theme?: "dark";
  width?: number;
  before?: (page: Page) => Promise<void>;
}

const folder = await testFolder();
const llama = await startReadingLlama(DEMO_TABLE);
const service = await startService(folder.path);
const browser = await openBrowser();
mkdirSync(OUT, { recursive: true });
try {
  const { threadId, entityId, factId } = await live();
  const pictures: Picture[] = [
    { name: "chat", place: `chat/${threadId}`, before: showRecalled },
    { name: "why", place: `chat/${threadId}`, before: showWhy },
    { name: "chat-dark-phone", place: `chat/${threadId}`, theme: "dark", width: 390 },
    { name: "memory", place: "memory" },
    { name: "entity", place: `memory/entities/${entityId}` },
    { name: "fact", place: `memory/facts/${factId}` },
    { name: "graph", place: "memory/graph" },
    { name: "timeline", place: "memory/timeline" },
    { name: "search", place: "memory/search?q=Where%20does%20Jonas%20live%3F" },
    { name: "review", place: "review" },
    { name: "maintenance", place: "maintenance" },
    { name: "insight", place: "insight" },
    { name: "settings", place: "settings" },
    { name: "models", place: "settings/models" },
  ];
  const wanted = process.argv.slice(2);
  for (const picture of pictures)
    if (wanted.length === 0 || wanted.includes(picture.name)) await take(picture);
} finally {
  await browser.close();
  await service.stop();
  await llama.close();
  await folder.remove();
}

/** Fills the memory and has it checked; ids of what the pictures show. */
async function live() {
  const api = client(service.url);
  await api.send("PUT", "/models", { chat: { url: llama.url } });
  for (const { at, says, reply } of DEMO_LIFE) {
    llama.table.reply = reply;
    await api.post("/memory/episodes", { text: says, occurredAt: at });
  }
  await api.extracted();
  await api.verify();
  llama.table.reply = { content: DEMO_ANSWER, reasoning: DEMO_THOUGHT };
  const { conversationId } = await api.say(DEMO_QUESTION);
  await api.send("PATCH", `/conversations/${conversationId}`, { title: "A visit in spring" });
  await api.extracted();
  await finished(api, (await api.post("/maintenance/jobs/report/run", {})).body.runId);
  const facts = (await api.get("/memory/facts?limit=100")).body.items as { id: string; text: string }[];
  const doubtful = facts.find(({ text }) => text.includes("rehearses"))?.id ?? "";
  await api.send("PATCH", `/memory/facts/${doubtful}`, { status: "disputed" });
  const jonas = (await api.get("/memory/entities?q=Jonas")).body.items[0];
  return {
    threadId: conversationId,
    entityId: String(jonas.id),
    factId: facts.find(({ text }) => text === "Jonas lives in Lisbon.")?.id ?? "",
  };
}

async function finished(api: Client, runId: string): Promise<void> {
  await until(async () => (await api.get(`/maintenance/runs/${runId}`)).body.state !== "running");
}

async function take({ name, place, theme, width = 1280, before }: Picture): Promise<void> {
  const { page } = await browser.open(`${service.url}/#/${place}`, {
    viewport: { width, height: 800 },
    colorScheme: theme ?? "light",
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/Brussels",
  });
  await settled(page);
  await page.locator("main h1").first().waitFor();
  await before?.(page);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  await page.context().close();
  console.log(join("docs/images", `${name}.png`));
}

async function showRecalled(page: Page): Promise<void> {
  await page.locator(".recall-line summary").last().click();
}

async function showWhy(page: Page): Promise<void> {
  await showRecalled(page);
  await page.locator(".chip").first().click();
}
