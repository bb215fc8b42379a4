import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, leave, openBrowser, violationsOf, type TestBrowser } from "../support/browser.ts";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

let folder: TestFolder;
let service: TestService;
let browser: TestBrowser;
let api: Client;

const NEWS = [
  "My sister Annelie moved to Lyon.",
  "I have a dog called Rex.",
  "My brother Tom lives in Oslo.",
];

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await folder?.remove();
});

const at = (place: string): string => `${service.url}/#/${place}`;

async function idOf(list: "entities" | "facts", q: string): Promise<string> {
  return (await api.get(`/memory/${list}?q=${encodeURIComponent(q)}&limit=1`)).body.items[0].id as string;
}

describe.skipIf(chromiumMissing() !== null)("the memory page", () => {
  test("says what will stand there while nothing is known", async () => {
    const opened = await browser.open(at("memory/facts"));
    for (const [view, words] of [
      ["facts", "No facts yet"],
      ["graph", "No connections yet"],
      ["timeline", "No messages yet"],
      ["coming-up", "Nothing ahead"],
      ["communities", "No topics yet"],
      ["search", "Search your memory"],
    ] as const) {
      await opened.page.goto(at(`memory/${view}`));
      await opened.page.getByRole("heading", { name: words }).waitFor();
    }
    await leave(opened);
  });

  test("lists entities, sorted and filtered by the address", async () => {
    for (const words of NEWS) await api.say(words);
    await api.verify();
    await api.say("My sister Annelie moved to Paris.");
    await api.verify();
    const opened = await browser.open(at("memory/entities"));
    const { page } = opened;
    const names = page.getByRole("table", { name: "People and things" }).getByRole("link");
    await names.first().waitFor();
    await page.getByRole("button", { name: "Name" }).click();
    await page
      .getByRole("columnheader", { name: "Name" })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    await names.first().and(page.getByText("Annelie")).waitFor();
    await page.getByRole("combobox", { name: "Type" }).selectOption("place");
    await names.first().and(page.getByText("Lyon")).waitFor();
    await page.reload();
    await names.first().waitFor();
    expect(await names.allTextContents()).toEqual(["Lyon", "Oslo", "Paris"]);
    await page.getByRole("searchbox", { name: "Name" }).fill("osl");
    await expect.poll(() => names.count()).toBe(1);
    await leave(opened);
  });

  test("tells an entity's story: what replaces what, on which words it rests, as of which day", async () => {
    const opened = await browser.open(at(`memory/entities/${await idOf("entities", "Annelie")}`));
    const { page } = opened;
    await page.getByText('replaces "Your sister Annelie moved to Lyon."').waitFor();
    await page.getByText("undated, said on").first().waitFor();
    await page.locator(".held", { hasText: "moved to Paris" }).locator("summary").click();
    await page.locator("mark", { hasText: "My sister Annelie moved to Paris" }).waitFor();
    await page.getByRole("region", { name: "Connected to" }).getByRole("link", { name: /Paris/ }).waitFor();
    await page.getByLabel("Day").fill("2020-01-01");
    await page.getByText("Nothing is known to have been true then.").waitFor();
    expect(page.url()).toContain("asOf=2020-01-01");
    await page.getByLabel("What was true, or what I knew").selectOption("What I knew");
    await page.getByText("Nothing was known then.").waitFor();
    expect(page.url()).toContain("time=known");
    await page.getByRole("button", { name: "Today" }).click();
    await page.getByText("replaces").waitFor();
    await leave(opened);
  });

  test("corrects what a thing is called and what it is, and takes that back", async () => {
    const fact = { subject: "Anelie", predicate: "likes", object: "jazz", text: "Anelie likes jazz." };
    await api.post("/memory/facts", fact);
    const opened = await browser.open(at(`memory/entities/${await idOf("entities", "Anelie")}`));
    const { page } = opened;
    await page.getByRole("button", { name: "Correct ..." }).click();
    const dialog = page.getByRole("dialog", { name: "Correct" });
    await dialog.getByLabel("Name").fill("Annelise");
    await dialog.getByLabel("Type").fill("person");
    await dialog.getByLabel("Also called, one a line").fill("Lise\nAnn");
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Correct" }).click();
    await page.getByRole("heading", { name: "Annelise", exact: true }).waitFor();
    await page.getByText("Annelise likes jazz.").first().waitFor();
    await page.getByText("Lise", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByRole("heading", { name: "Anelie", exact: true }).waitFor();
    await leave(opened);
  });

  test("two entities become one, and two again", async () => {
    await api.post("/memory/facts", {
      subject: "Tommy",
      predicate: "likes",
      object: "chess",
      text: "Tommy likes chess.",
    });
    const opened = await browser.open(at(`memory/entities/${await idOf("entities", "Tommy")}`));
    const { page } = opened;
    await page.getByRole("button", { name: "Merge with ..." }).click();
    await page.getByLabel("Name of the other").fill("Tom");
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Tom person/ })
      .getByRole("button", { name: "Merge" })
      .click();
    await page.getByText("was merged into this one").waitFor();
    await page.getByText("Tommy likes chess.").first().waitFor();
    await page.getByRole("button", { name: "Split again" }).click();
    await page.getByRole("heading", { name: "Tommy", exact: true }).waitFor();
    await leave(opened);
  });

  test("forgets an entity after it said what goes along", async () => {
    const opened = await browser.open(at(`memory/entities/${await idOf("entities", "Tommy")}`));
    const { page } = opened;
    await page.getByRole("button", { name: "Forget ..." }).click();
    const dialog = page.getByRole("dialog", { name: "Forget for good?" });
    await dialog.getByText("Tommy likes chess.").waitFor();
    await dialog.getByRole("button", { name: "Forget", exact: true }).click();
    await page.waitForURL(/#\/memory\/entities$/);
    expect((await api.get("/memory/entities?q=Tommy")).body.items).toEqual([]);
    await leave(opened);
  });

  test("a list follows what happens to memory elsewhere", async () => {
    const stated = { subject: "Zoe", predicate: "likes", object: "jazz", text: "Zoe likes jazz." };
    const { id: factId } = (await api.post("/memory/facts", stated)).body;
    const opened = await browser.open(at("memory/facts?q=Zoe"));
    const row = opened.page.getByRole("link", { name: "Zoe likes jazz." });
    await row.waitFor();
    await api.post("/memory/forget", { factId });
    await row.waitFor({ state: "detached" });
    await leave(opened);
  });

  test("filters facts and states one by hand", async () => {
    const opened = await browser.open(at("memory/facts?predicate=lives+in&status=verified"));
    const { page } = opened;
    const statements = page.getByRole("table", { name: "Facts" }).getByRole("link");
    await statements.first().waitFor();
    expect((await statements.allTextContents()).toSorted()).toEqual([
      "Your brother Tom lives in Oslo.",
      "Your sister Annelie moved to Paris.",
    ]);
    await page.getByLabel("Words").fill("oslo");
    await expect.poll(() => statements.count()).toBe(1);
    expect(page.url()).toContain("q=oslo");
    await page.getByRole("button", { name: "Add a fact" }).click();
    await page.getByLabel("In one sentence").fill("Tom lives in Oslo since school.");
    await page.getByLabel("About").fill("Tom");
    await page.getByRole("textbox", { name: "Relation" }).fill("knows");
    await page.getByLabel("To what").fill("Oslo");
    await page.getByRole("button", { name: "Remember" }).click();
    await page.getByText("Remembered").waitFor();
    expect((await api.get("/memory/facts?q=since+school")).body.items[0].predicate).toBe("KNOWS");
    await leave(opened);
  });

  test("a fact is shown in its words, corrected, doubted, taken back and forgotten", async () => {
    const id = await idOf("facts", "Rex");
    const opened = await browser.open(at(`memory/facts/${id}`));
    const { page } = opened;
    await page.locator("mark", { hasText: "I have a dog called Rex" }).waitFor();
    await page.getByRole("row", { name: /First reading/ }).waitFor();
    await page.getByRole("button", { name: "Correct ..." }).click();
    await page.getByLabel("Statement").fill("The user's dog is called Rexy.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Your dog is called Rexy." }).waitFor();
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: "Rex", exact: false }).and(page.getByText(/Rex\./)).waitFor();
    await page.getByRole("button", { name: "Mark as doubtful" }).click();
    await page.locator("header .badge.disputed").waitFor();
    await page.getByText("History").click();
    await page.getByText("verified → in doubt").waitFor();
    await page.getByRole("button", { name: "Not true" }).click();
    await page.locator("header .badge.corrected").waitFor();
    await page.getByRole("button", { name: "Forget ..." }).click();
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.waitForURL(/#\/memory\/facts$/);
    expect((await api.get(`/memory/facts/${id}`)).status).toBe(404);
    await leave(opened);
  });

  test("a day and a year are those of the user's time zone, in words and in the date field", async () => {
    const { timeZone } = (await api.get("/settings")).body;
    await api.send("PUT", "/settings", { timeZone: "Pacific/Auckland" });
    await api.say("My cousin Uwe moved to Kiel in 2019.");
    await api.verify();
    await api.post("/memory/facts", {
      subject: "Uwe",
      predicate: "PLAYS",
      object: "chess",
      objectKind: "value",
      text: "Uwe plays chess.",
      validAt: "2024-03-01",
    });
    const opened = await browser.open(at(`memory/facts/${await idOf("facts", "Kiel")}`), {
      timezoneId: "Pacific/Auckland",
    });
    const { page } = opened;
    await page.getByText("since 2019").waitFor();
    await page.goto(at(`memory/facts/${await idOf("facts", "chess")}`));
    await page.getByText("since Mar 1, 2024").waitFor();
    await page.getByRole("button", { name: "Correct ..." }).click();
    await page.getByText("Details").click();
    expect(await page.getByLabel("True since").inputValue()).toBe("2024-03-01");
    await api.send("PUT", "/settings", { timeZone });
    await leave(opened);
  });

  test("the graph and its table are one: chosen, expanded, focused, cut off", async () => {
    const opened = await browser.open(at("memory/graph"));
    const { page } = opened;
    const table = page.getByRole("table", { name: "Things in the graph" });
    await page.locator(".graph-canvas canvas").first().waitFor();
    await table.getByRole("button", { name: "Annelie" }).click();
    const chosen = page.getByRole("region", { name: "Chosen" });
    await chosen.getByText("Your sister Annelie moved to Paris.").waitFor();
    expect(page.url()).toContain("node=");
    await chosen.getByRole("button", { name: "Paris" }).click();
    await table.getByRole("button", { name: "Paris", pressed: true }).waitFor();
    await chosen.getByRole("link", { name: "Only around it" }).click();
    await page.getByText(/^2 of 2 things/).waitFor();
    await table.getByRole("button", { name: "Annelie" }).click();
    await chosen.getByRole("button", { name: "Show connections" }).click();
    await table.getByRole("button", { name: "You" }).waitFor();
    await page.getByRole("slider", { name: /At least/ }).fill("2");
    await table.getByRole("button", { name: "Annelie" }).waitFor();
    await page.getByRole("link", { name: "Show all" }).click();
    await table.getByRole("button", { name: "Oslo" }).waitFor();
    await leave(opened);
  });

  test("the graph says who connects two, and what everything hangs on", async () => {
    for (const [subject, object, text] of [
      ["user", "Tom", "The user knows Tom."],
      ["Tom", "Ulf", "Tom knows Ulf."],
      ["Ulf", "Vera", "Ulf knows Vera."],
    ])
      await api.post("/memory/facts", {
        subject,
        predicate: "KNOWS",
        object,
        objectKind: "entity",
        text,
      });
    const opened = await browser.open(at("memory/graph"));
    const { page } = opened;
    const asked = page.getByRole("region", { name: "Who connects these two?" });
    const choose = async (label: string, name: string): Promise<void> => {
      await asked.getByLabel(label).fill(name);
      await asked.getByLabel(label).press("Enter");
    };
    await choose("One person or thing", "Tom");
    await choose("Another", "Vera");
    const ways = asked.getByRole("list", { name: "Ways from one to the other" });
    await ways.getByText("Ulf knows Vera.").waitFor();
    expect(await ways.getByRole("link").allTextContents()).toEqual(["Tom knows Ulf.", "Ulf knows Vera."]);
    expect(await violationsOf(page)).toEqual([]);
    await choose("One person or thing", "You");
    await ways.getByText("You know Tom.").waitFor();
    await choose("Another", "You");
    await asked.getByText("They are the same.").waitFor();
    await page.getByText("What everything hangs on").click();
    await page.getByRole("region", { name: "Alone holds others" }).getByRole("link", { name: "Ulf" }).click();
    await page.waitForURL(/#\/memory\/entities\//);
    await leave(opened);
  });

  test("the graph of a conversation grows while it goes on, and so does the whole", async () => {
    const { conversationId } = await api.say("My friend Ida lives in Turku.");
    await api.extracted();
    const opened = await browser.open(at(`memory/graph?conversation=${conversationId}`));
    const { page } = opened;
    const table = page.getByRole("table", { name: "Things in the graph" });
    await table.getByRole("button", { name: "Turku" }).waitFor();
    await api.say("Ida works at Nokia.", { conversationId });
    await table.getByRole("button", { name: "Nokia" }).waitFor();
    expect(await table.getByRole("button", { name: "Oslo" }).count()).toBe(0);
    await page.getByRole("link", { name: "Show all" }).click();
    await table.getByRole("button", { name: "Oslo" }).waitFor();
    await api.say("My friend Uma lives in Graz.");
    await table.getByRole("button", { name: "Graz" }).waitFor();
    await leave(opened);
  });

  test("shows days and turns, and what rests on a turn", async () => {
    const opened = await browser.open(at("memory/timeline"));
    const { page } = opened;
    await page.locator(".moment", { hasText: "My sister Annelie moved to Lyon." }).waitFor();
    await page.getByRole("link", { name: "My brother Tom lives in Oslo.", exact: true }).click();
    await page.waitForURL(/#\/memory\/episodes\//);
    await page.getByRole("link", { name: "Your brother Tom lives in Oslo." }).waitFor();
    await page.getByRole("link", { name: "Open conversation" }).click();
    await page.waitForURL(/#\/chat\/.*at=/);
    await leave(opened);
  });

  test("search explains itself, and says when what it found is weak", async () => {
    const opened = await browser.open(at("memory/search"));
    const { page } = opened;
    await page.getByRole("searchbox", { name: "Question" }).fill("Where does my sister live?");
    const first = page.getByRole("list", { name: "Found" }).getByRole("listitem").first();
    await first.getByText("Your sister Annelie moved to Paris.").waitFor();
    await first.getByText("Why").click();
    await first.getByRole("row", { name: /relevance 0\.\d+/ }).waitFor();
    await first.locator("mark").first().waitFor();
    await page.getByText("How this was searched").click();
    await page.getByRole("row", { name: /^words \d/ }).waitFor();
    await page.getByLabel("Search by").selectOption("landmark");
    await first.getByText("Your sister Annelie moved to Paris.").waitFor();
    expect(page.url()).toContain("recipe=landmark");
    await page.getByLabel("Search by").selectOption({ index: 0 });
    await page
      .getByRole("searchbox", { name: "Question" })
      .fill("Which zebras moved pianos across Tokyo bridges?");
    await page.getByText("No related memories").waitFor();
    await page.getByLabel("Show").selectOption("any");
    await page.getByText("hardly match your question").waitFor();
    await leave(opened);
  });

  test("counts the words of memory, each a way to what uses it", async () => {
    const opened = await browser.open(at("memory/schema"));
    const { page } = opened;
    await page
      .getByRole("row", { name: /lives in/ })
      .getByRole("link", { name: "lives in" })
      .click();
    await page.waitForURL(/#\/memory\/facts\?predicate=LIVES_IN/);
    await page.getByRole("link", { name: "Your brother Tom lives in Oslo." }).waitFor();
    await leave(opened);
  });

  test("topics, each with its members and facts", async () => {
    await api.post("/maintenance/jobs/communities/run", {});
    const opened = await browser.open(at("memory/communities"));
    const { page } = opened;
    await expect
      .poll(async () => (await api.get("/memory/communities")).body.items.length as number)
      .toBeGreaterThan(0);
    await page.reload();
    await page.locator(".tile").first().click();
    await page.getByRole("region", { name: "Members" }).getByRole("link").first().waitFor();
    await leave(opened);
  });

  test("everybody can use it, in both themes and on a phone", async () => {
    const one = await idOf("entities", "Annelie");
    const fact = await idOf("facts", "Annelie");
    const turn = (await api.get("/memory/timeline?limit=1")).body.items[0].id as string;
    const views = [
      "about",
      "entities",
      "facts",
      "graph",
      "timeline",
      "coming-up",
      "search?q=sister",
      "schema",
      "communities",
    ];
    const opened = await browser.open(service.url, {
      viewport: { width: 390, height: 800 },
      reducedMotion: "reduce",
    });
    const { page } = opened;
    for (const view of [...views, `entities/${one}`, `facts/${fact}`, `episodes/${turn}`]) {
      await page.goto(at(`memory/${view}`));
      await page.locator(".memory").waitFor();
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

  test("a name without a space breaks, and what was never mentioned has no count", async () => {
    const name = "Donaudampfschifffahrt".repeat(8);
    await api.post("/memory/facts", {
      subject: name,
      predicate: "LIKES",
      object: "tea",
      objectKind: "value",
      text: `${name} likes tea.`,
    });
    for (const options of [
      { width: 390, locale: "en-US" },
      { width: 640, locale: "fr-FR" },
    ]) {
      const opened = await browser.open(at(`memory/entities/${await idOf("entities", "Donaudampf")}`), {
        viewport: { width: options.width, height: 800 },
        locale: options.locale,
      });
      const { page } = opened;
      await page.locator(".held").waitFor();
      expect(await page.getByText(/^(Mentioned|Mentionné)$/).count()).toBe(0);
      expect(
        await page
          .locator("main, h1")
          .evaluateAll((elements) => elements.map((one) => one.scrollWidth > one.clientWidth)),
      ).toEqual([false, false]);
      await leave(opened);
    }
  });
});
