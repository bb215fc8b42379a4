import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTableBench, type TableBench, type ToldTurn } from "../support/belief-bench.ts";

/** Values of a relation that has one at a time, told in any order: each holds from its own time to the next one's. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const home = (town: string, on: string, validAt?: string): ToldTurn => ({
  says: validAt === undefined ? `Karl lives in ${town}.` : `Karl moved to ${town} in ${validAt}.`,
  on,
  entities: [{ name: "Karl", type: "person" }],
  facts: [
    {
      subject: "Karl",
      predicate: "LIVES_IN",
      object: town,
      text: `Karl lives in ${town}.`,
      ...(validAt === undefined ? {} : { validAt }),
    },
  ],
});

const state = (town: string, validAt?: string): Promise<unknown> =>
  at.api.post("/memory/facts", {
    subject: "Karl",
    predicate: "LIVES_IN",
    object: town,
    text: `Karl lives in ${town}.`,
    ...(validAt === undefined ? {} : { validAt }),
  });

/** Towns with their status and the months from which and until which they hold. */
async function homes(): Promise<Record<string, string>> {
  const known = Object.values(await at.facts()).filter(({ predicate }) => predicate === "LIVES_IN");
  return Object.fromEntries(
    known.map(({ value, object, status, validAt, invalidAt }) => [
      value ?? object.name,
      `${status} ${validAt?.slice(0, 7) ?? ""}..${invalidAt?.slice(0, 7) ?? ""}`,
    ]),
  );
}

const JENA = home("Jena", "2026-03-20", "February 2026");
const MOVED = { old: "Karl lives in Kiel.", new: "Karl lives in Jena.", ruling: "update" } as const;

test("a newer statement with a date shadows an older one without at once, and ends it", async () => {
  await at.tell(home("Kiel", "2026-03-10"));
  at.llama.table.rulings = [MOVED];
  at.llama.table.reads[JENA.says] = JENA;
  await at.send(JENA.says, JENA.on);
  await at.api.extracted();
  const { results } = (await at.api.get("/memory/search?q=Where%20does%20Karl%20live&debug=true")).body;
  const kiel = results.find(({ text }: { text: string }) => text.includes("lives in Kiel"));
  expect(kiel.isOutdated).toBe(true);
  await at.api.verify();
  expect(await homes()).toEqual({ Kiel: "superseded ..2026-02", Jena: "verified 2026-02.." });
  expect(await at.foundText("Where does Karl live?")).not.toContain("fact: Karl lives in Kiel");
});

test("what is announced does not shadow what holds until then", async () => {
  await at.tell(home("Kiel", "2026-03-10"));
  const jena = home("Jena", "2026-03-20", "May 2026");
  at.llama.table.reads[jena.says] = jena;
  await at.send(jena.says, jena.on);
  await at.api.extracted();
  const { results } = (await at.api.get("/memory/search?q=Where%20does%20Karl%20live&debug=true")).body;
  expect(results.map(({ text }: { text: string }) => text)).toContain("Karl lives in Jena.");
  const kiel = results.find(({ text }: { text: string }) => text.includes("lives in Kiel"));
  expect(kiel.isOutdated).toBeUndefined();
});

test.each(["no rulings", "a table"])("so it is whoever rules: %s", async (ruler) => {
  if (ruler === "no rulings") at.llama.garbled.add("rulings").add("changes");
  await at.tellBoth(home("Kiel", "2026-03-10"), JENA, { rulings: [MOVED] });
  expect(await homes()).toEqual({ Kiel: "superseded ..2026-02", Jena: "verified 2026-02.." });
});

test("so it is when the older one comes late", async () => {
  const rulings = [{ old: MOVED.new, new: MOVED.old, ruling: "update" } as const];
  await at.tellBoth(JENA, home("Kiel", "2026-03-10"), { rulings });
  expect(await homes()).toEqual({ Kiel: "superseded ..2026-02", Jena: "verified 2026-02.." });
});

test("so it is with what the owner states by hand", async () => {
  await at.tell(home("Kiel", "2026-03-10"));
  await state("Jena", "2026-02-01");
  expect(await homes()).toEqual({ Kiel: "superseded ..2026-02", Jena: "verified 2026-02.." });
});

test.each(["both", "update", "no"] as const)(
  "a value told late lands between its neighbours (%s ruling)",
  async (ruling) => {
    const towns = [
      home("Hamburg", "2026-03-01", "2019"),
      home("Dresden", "2026-03-02", "2024"),
      home("Rostock", "2026-03-03", "2015"),
      home("Wismar", "2026-03-04", "2021"),
    ];
    const of = (town: string): string => `Karl lives in ${town}.`;
    if (ruling === "no") at.llama.garbled.add("rulings").add("changes");
    const pairs = [["Hamburg", "Dresden"], ...["Rostock", "Wismar"].map((town) => ["Dresden", town])] as [
      string,
      string,
    ][];
    at.llama.table.rulings = pairs
      .filter(([old]) => ruling === "update" || old === "Hamburg")
      .map(([old, now]) => ({ old: of(old), new: of(now), ruling: "update" }));
    for (const town of towns) await at.tell(town);
    expect(await homes()).toEqual({
      Rostock: "superseded 2015-01..2019-01",
      Hamburg: "superseded 2019-01..2021-01",
      Wismar: "superseded 2021-01..2024-01",
      Dresden: "verified 2024-01..",
    });
  },
);

test("so does one that the owner states by hand", async () => {
  for (const [town, year] of [
    ["Hamburg", "2019"],
    ["Dresden", "2024"],
    ["Rostock", "2015"],
    ["Wismar", "2021"],
  ] as const)
    await state(town, `${year}-01-01`);
  expect(await homes()).toEqual({
    Rostock: "superseded 2015-01..2019-01",
    Hamburg: "superseded 2019-01..2021-01",
    Wismar: "superseded 2021-01..2024-01",
    Dresden: "verified 2024-01..",
  });
});

test("as of a day, lists, pages and the graph show what search shows; the undated count from when they were said", async () => {
  await at.tell({
    ...home("Kiel", "2026-03-10"),
    entities: [
      { name: "Karl", type: "person" },
      { name: "Kiel", type: "place" },
    ],
    facts: [{ ...home("Kiel", "").facts[0], objectKind: "entity" } as ToldTurn["facts"][number]],
  });
  const [karl] = (await at.api.get("/memory/entities?q=Karl")).body.items;
  const shown = async (moment: string): Promise<Record<string, number>> => {
    const get = async (path: string): Promise<any> => (await at.api.get(`${path}&${moment}`)).body;
    const search = await get("/memory/search?q=Where%20does%20Karl%20live&limit=50");
    return {
      search: search.results.filter(({ kind }: { kind: string }) => kind === "fact").length,
      facts: (await get("/memory/facts?limit=50")).items.length,
      entities: (await get("/memory/entities?q=Karl")).items.length,
      entity: (await get(`/memory/entities/${karl.id}?`)).facts.length,
      graph: (await get(`/memory/graph?entity=${karl.id}`)).edges.length,
    };
  };
  const all = (count: number): object => ({
    search: count,
    facts: count,
    entities: count,
    entity: count,
    graph: count,
  });
  expect(await shown("asOf=2026-03-09")).toEqual(all(0));
  expect(await shown("asOf=2026-03-11")).toEqual(all(1));
  expect(await shown("knownAt=2026-03-11"), "it was told to this service today").toEqual(all(0));
  expect(await shown("knownAt=2100-01-01")).toEqual(all(1));
  const [undated] = (await at.api.get("/memory/facts")).body.items;
  const validFrom = { at: "2026-03-10T10:00:00.000Z", precision: "day", basis: "said" };
  expect(undated).toMatchObject({ validAt: null, validFrom });
  await state("Jena", "2026-04-01");
  const { edges } = (await at.api.get("/memory/graph?asOf=2026-03-11")).body;
  expect(edges).toMatchObject([{ validFrom }]);
  const [stated] = (await at.api.get("/memory/facts?q=Jena")).body.items;
  expect(stated.validFrom).toMatchObject({ at: stated.validAt, basis: "stated" });
});

test("a turn dated in the past is read and judged with what was said before it by time", async () => {
  const { conversationId } = (await at.api.post("/memory/episodes", turn("I met Ada.", "2026-03-01"))).body;
  await at.api.post("/memory/episodes", { ...turn("I met Berta.", "2026-03-10"), conversationId });
  await at.api.extracted();
  const says = "She plays chess.";
  const facts = [{ subject: "Ada", predicate: "PLAYS", object: "chess", text: "Ada plays chess." }];
  at.llama.table.reads[says] = { entities: [{ name: "Ada", type: "person" }], facts };
  await at.api.post("/memory/episodes", { ...turn(says, "2026-03-05"), conversationId });
  await at.api.post("/memory/episodes", { ...turn("I like Berta.", "2026-03-11"), conversationId });
  await at.api.extracted();
  await at.api.verify();
  const shown = at.llama.requests
    .map(({ body }) => body.messages.map(({ content }) => content).join("\n"))
    .filter((text) => text.includes(says) && text.includes("Ada") && !text.includes("I like Berta."));
  expect(shown.length).toBeGreaterThan(1);
  for (const text of shown) {
    expect(text).toContain("I met Ada.");
    expect(text).not.toContain("I met Berta.");
  }
  const [last] = at.llama.requests
    .map(({ body }) => body.messages.map(({ content }) => content).join("\n"))
    .filter((text) => text.includes("I like Berta.") && text.includes("[extraction request]"));
  expect(last).toContain("I met Berta.");
});

const turn = (text: string, on: string): object => ({ text, occurredAt: `${on}T10:00:00Z` });

test.each([
  ["I start at Lidl on Monday.", "The user starts at Lidl on Monday.", "Monday", "2026-11-23"],
  ["Ich fange am Montag bei Lidl an.", "Die Nutzerin fängt am Montag bei Lidl an.", "Montag", "2026-11-23"],
  ["Empiezo en Lidl el lunes.", "La usuaria empieza en Lidl el lunes.", "lunes", "2026-11-23"],
  ["Je commence chez Lidl lundi.", "L'utilisatrice commence chez Lidl lundi.", "lundi", "2026-11-23"],
  ["I joined Lidl in May '98.", "The user joined Lidl in May 1998.", "May '98", "1998-05-01"],
  [
    "I start at Lidl a week from Friday.",
    "The user starts at Lidl a week from Friday.",
    "a week from Friday",
    "2026-11-27",
  ],
])("%s", async (says, text, validAt, expected) => {
  const fact = { subject: "user", predicate: "WORKS_AT", object: "Lidl", text };
  await at.tell({ says, facts: [{ ...fact, validAt }], on: "2026-11-18" });
  const known = (await at.facts())[text];
  expect(known).toMatchObject({ status: "verified", validAt: expect.stringContaining(expected) });
});
