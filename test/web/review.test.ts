import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumMissing,
  leave,
  openBrowser,
  violationsOf,
  type TestBrowser,
  type TestPage,
} from "../support/browser.ts";
import { client, until, type Client } from "../support/client.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

const CLINIC = "I was at the Rosenhof clinic because of my knee.";
const SMELL = "The whole Rosenhof smelled of quince.";
const ALLERGY = "I am allergic to penicillin.";
const BREAD = "I bought rye bread today, no penicillin.";
const WISH = "Could you do me a favour and unlearn the business with the Rosenhof clinic?";

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
      [CLINIC]: {
        facts: [
          {
            subject: "user",
            predicate: "VISITED",
            object: "Rosenhof clinic",
            objectKind: "entity",
            text: "The user was at the Rosenhof clinic because of their knee.",
            quote: "I was at the Rosenhof clinic because of my knee",
          },
        ],
      },
      [ALLERGY]: {
        facts: [
          {
            subject: "user",
            predicate: "ALLERGIC_TO",
            object: "penicillin",
            text: "The user is allergic to penicillin.",
          },
        ],
      },
      [BREAD]: {
        facts: [
          {
            subject: "user",
            predicate: "BOUGHT",
            object: "rye bread",
            text: "The user bought rye bread, no penicillin.",
          },
        ],
      },
      [WISH]: { requests: [{ kind: "forget" as const, target: "the business with the Rosenhof clinic" }] },
    },
    meant: /Rosenhof|knee/,
    rulings: [
      {
        old: "The user is allergic to penicillin.",
        new: "The user bought rye bread, no penicillin.",
        ruling: "ending",
      },
    ],
  });
  service = await startService(folder.path, { LLAMA_CPP_URL: llama.url, IDLE_AFTER_MINUTES: "10000" });
  api = client(service.url);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

async function open(place = ""): Promise<TestPage> {
  return browser.open(`${service.url}/#/review${place}`);
}

async function state(subject: string, predicate: string, object: string, text: string): Promise<string> {
  const { body } = await api.post("/memory/facts", { subject, predicate, object, text });
  return body.id as string;
}

/** Two statements that cannot both hold, both in doubt. */
async function disputeBirthdays(): Promise<{ may: string; june: string }> {
  const may = await state("Mia", "HAS_BIRTHDAY", "4 May", "Mia was born on 4 May.");
  const june = await state("Mia", "HAS_BIRTHDAY", "4 June", "Mia was born on 4 June.");
  for (const id of [may, june]) await api.send("PATCH", `/memory/facts/${id}`, { status: "disputed" });
  return { may, june };
}

const statusOf = async (id: string): Promise<string> => (await api.get(`/memory/facts/${id}`)).body.status;

describe.skipIf(chromiumMissing() !== null)("the review page", () => {
  test("says what will stand there while nothing waits", async () => {
    const opened = await open();
    await opened.page.getByRole("heading", { name: "Nothing to review" }).waitFor();
    await opened.page.getByRole("link", { name: "See rejected suggestions" }).click();
    await opened.page.getByRole("heading", { name: "Nothing was rejected" }).waitFor();
    await leave(opened);
  });

  test("a dispute is decided by keys, side by side, and taken back", async () => {
    const { may, june } = await disputeBirthdays();
    const opened = await open();
    const { page } = opened;
    const question = page.getByRole("region", { name: "Question" });
    await question.getByText("Mia was born on 4 May.").waitFor();
    await question.getByText("Mia was born on 4 June.").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Shortcuts" }).getByText("undo the last decision").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
    expect([await statusOf(may), await statusOf(june)].toSorted()).not.toEqual(["disputed", "disputed"]);
    await page.keyboard.press("u");
    await question.getByText("Mia was born on 4 May.").waitFor();
    expect([await statusOf(may), await statusOf(june)]).toEqual(["disputed", "disputed"]);
    await leave(opened);
  });

  test("it is accepted with a correction", async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("heading", { name: "Which of these is true?" }).waitFor();
    await page.keyboard.press("e");
    await page.getByLabel("Statement").fill("Mia was born on 5 June.");
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
    expect((await api.get("/memory/facts?status=verified&q=Mia")).body.items[0].value).toBe("5 June");
    await leave(opened);
  });

  test("what was refused is one click away, with its reason, and can be overruled", async () => {
    const { may } = await disputeBirthdays();
    await api.post(`/memory/review/dispute.${may}/reject`, undefined);
    const opened = await open();
    const { page } = opened;
    await page.getByRole("link", { name: "Rejected suggestions", exact: true }).click();
    await page.getByRole("button", { name: "Mia was born on 4 May." }).click();
    const drawer = page.getByRole("dialog", { name: "Why it was rejected" });
    await drawer.getByText("you refused it").waitFor();
    await drawer.getByRole("button", { name: "It is true after all" }).click();
    await page.getByText("accepted after all").waitFor();
    expect(await statusOf(may)).toBe("verified");
    await leave(opened);
  });

  test("what was noticed is shown with its grounds, and is useful or not", async () => {
    const validAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const plan = {
      subject: "user",
      predicate: "PLANS",
      object: "Rome",
      text: "The user flies to Rome.",
      validAt,
    };
    const { id } = (await api.post("/memory/facts", plan)).body;
    await api.send("PATCH", `/memory/facts/${id}`, { status: "disputed" });
    await api.post("/maintenance/jobs/find-insights/run", { dryRun: false });
    await until(async () => (await api.get("/memory/review?kind=insight")).body.items.length === 1);
    const opened = await open("?kind=insight");
    const { page } = opened;
    await page.getByRole("heading", { name: "Is this useful to know?" }).waitFor();
    const question = page.getByRole("region", { name: "Question" });
    await question.getByText(/You fly to Rome\. That is in 3 days, but it is in doubt\./).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("r");
    await page.getByText("I won't bring it up again").waitFor();
    await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
    expect(await statusOf(id)).toBe("disputed");
    await api.post("/memory/forget", { factId: id });
    await leave(opened);
  });

  test("two that may be one: kept apart by a key, undone, then one under another name", async () => {
    await state("Annelise", "LIKES", "tea", "Annelise likes tea.");
    await state("Anneliese", "LIKES", "tea", "Anneliese likes tea.");
    await api.post("/maintenance/jobs/deduplicate/run", { dryRun: false });
    await until(async () => (await api.get("/memory/review?kind=merge")).body.items.length === 1);
    const opened = await open("?kind=merge");
    const { page } = opened;
    await page.getByText("One may be a misspelling of the other.").waitFor();
    await page.getByText("Annelise likes tea.").waitFor();
    await page.getByText("Anneliese likes tea.").waitFor();
    await page.keyboard.press("r");
    await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
    await page.getByRole("link", { name: "Rejected", exact: true }).click();
    await page.getByText("by you").waitFor();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByRole("link", { name: "Waiting", exact: true }).click();
    await page.getByText("One may be a misspelling of the other.").waitFor();
    await page.keyboard.press("e");
    await page.getByLabel("Name", { exact: true }).fill("Anneliese B.");
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await page.getByText("Merged").waitFor();
    expect((await api.get("/memory/entities?q=Anneliese+B.")).body.items).toHaveLength(1);
    await leave(opened);
  });

  test("a wish to forget is shown beside its words, and erased only when said twice", async () => {
    const { conversationId } = await api.say(CLINIC);
    await api.say(SMELL, { conversationId });
    await api.verify();
    await api.say(WISH, { conversationId });
    await until(async () => (await api.get("/memory/review?kind=forget")).body.items.length === 2);
    const waiting = (await api.get("/memory/review?kind=forget")).body.items.map(
      ({ id }: { id: string }) => id,
    );
    const { left } = (await api.post("/memory/review/decide", { ids: waiting, decision: "accept" })).body;
    expect(left).toEqual(waiting.map((id: string) => ({ id, code: "conflict" })));
    const opened = await open("?kind=forget");
    const { page } = opened;
    expect(await page.getByRole("group", { name: /^All/ }).count()).toBe(0);
    await page.getByRole("region", { name: "Question" }).getByText(WISH).waitFor();
    await page.keyboard.press("a");
    const sure = page.getByRole("dialog", { name: "Forget for good?" });
    await sure.getByRole("button", { name: "Cancel" }).click();
    expect((await api.get("/memory/review?kind=forget")).body.items).not.toEqual([]);
    await page.getByRole("button", { name: /Forget it/ }).click();
    await sure.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByText("Forgotten for good").waitFor();
    await until(async () => !(await api.get("/memory/export")).text.includes("knee"));
    await leave(opened);
  });

  test("what may be over counts as true until its owner says that it is over", async () => {
    await api.say(ALLERGY);
    await api.verify();
    await api.say(BREAD);
    await api.verify();
    const allergy = async () =>
      (await api.get("/memory/facts?q=allergic&status=verified,superseded")).body.items[0];
    expect((await allergy()).status).toBe("verified");
    const opened = await open("?kind=closing");
    const { page } = opened;
    await page.getByRole("heading", { name: "Is this over?" }).waitFor();
    const question = page.getByRole("region", { name: "Question" });
    await question.getByText("The user bought rye bread, no penicillin.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: /^It is over/ }).click();
    await until(async () => (await allergy()).status === "superseded", "its end");
    await page.getByRole("heading", { name: /^Nothing/ }).waitFor();
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: "Is this over?" }).waitFor();
    await page.getByRole("button", { name: /^It is still true/ }).click();
    await page.getByRole("heading", { name: /^Nothing/ }).waitFor();
    expect((await allergy()).status).toBe("verified");
    await leave(opened);
  });

  test("everybody can use it, in both themes and on a phone", async () => {
    await disputeBirthdays();
    const opened = await browser.open(service.url, {
      viewport: { width: 390, height: 800 },
      reducedMotion: "reduce",
    });
    const { page } = opened;
    for (const view of ["", "?state=accepted", "?state=refused"]) {
      await page.goto(`${service.url}/#/review${view}`);
      await page.locator(".review").waitFor();
      await expect.poll(() => page.locator("body").textContent()).not.toContain("Loading ...");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([view, colorScheme, await violationsOf(page)]).toEqual([view, colorScheme, []]);
      }
      const isWider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      expect([view, isWider]).toEqual([view, false]);
    }
    await leave(opened);
  });

  test("many of one kind are answered at once, and taken back at once", async () => {
    const ids = await Promise.all(
      ["Ida", "Jon", "Kim"].map((name) => state(name, "LIVES_IN", "Turku", `${name} lives in Turku.`)),
    );
    for (const id of ids) await api.send("PATCH", `/memory/facts/${id}`, { status: "disputed" });
    const opened = await open("?kind=dispute");
    const { page } = opened;
    const bulk = page.getByRole("group", { name: /^All \d+ shown/ });
    await bulk.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await bulk.getByRole("button", { name: /^(?:All are|The first of each is) true$/ }).click();
    await page.getByText(/^\d decisions$/).waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(["verified", "verified", "verified"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await bulk.waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(["disputed", "disputed", "disputed"]);
    await bulk.getByRole("button", { name: /^(?:None is|The first of each is not) true$/ }).click();
    await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
    await leave(opened);
  });
});
