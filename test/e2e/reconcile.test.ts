import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench, type ToldTurn } from "../support/belief-bench.ts";
import { ACME, AT_WORK, IN_RETIREMENT, OVER, RETIRED } from "../support/retirement.ts";

/** How a new statement stands to an old one: it ends it, corrects it, repeats it, disputes it or holds beside it. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

test("what is told under another predicate ends what was, with its end, and undoing brings it back", async () => {
  await at.tellBoth(AT_WORK, IN_RETIREMENT, { rulings: [OVER] });
  const known = await at.facts();
  expect(known[ACME.text]).toMatchObject({ status: "superseded", invalidAtPrecision: "day" });
  expect(known[ACME.text].invalidAt).toMatch(/^2026-06-01/);
  expect(known[RETIRED.text]).toMatchObject({ status: "verified", supersedes: known[ACME.text].id });
  expect(at.llama.calls("rulings")).toBe(2);
  const { results } = (await at.api.get("/memory/search?q=Acme&kind=fact&status=verified,superseded")).body;
  expect(results.map(({ text }: any) => text)).toEqual([RETIRED.text, ACME.text]);
  const { items } = (await at.api.get(`/memory/changes?targetId=${known[ACME.text].id as string}`)).body;
  expect((await at.api.post(`/memory/changes/${items[0].id as string}/undo`, {})).status).toBe(200);
  expect((await at.facts())[ACME.text]).toMatchObject({ status: "verified", invalidAt: null });
});

test("undoing the whole run brings it back too", async () => {
  await at.tellBoth(AT_WORK, IN_RETIREMENT, { rulings: [OVER] });
  const { items } = (await at.api.get("/maintenance/runs?limit=20")).body;
  const run = items.find(({ job }: any) => job === "verify");
  expect((await at.api.post(`/maintenance/runs/${run.id as string}/undo`, {})).status).toBe(200);
  expect(await at.statuses()).toMatchObject({ [ACME.text]: "verified", [RETIRED.text]: "staged" });
});

test("a value that its owner corrected does not return with older words", async () => {
  const [bike, trike] = ["The user has a bike.", "The user has a trike."];
  const tellOfBike = (says: string, on: string) =>
    at.tell({ says, facts: [ofUser("OWNS", "bike", bike)], on });
  await tellOfBike("I have a bike.", "2026-01-01");
  const { id } = (await at.facts())[bike];
  expect((await at.api.send("PATCH", `/memory/facts/${id as string}`, { object: "trike" })).status).toBe(200);
  await tellOfBike("I have a bike, you know.", "2025-12-01");
  expect(await at.statuses()).toEqual({ [trike]: "verified" });
  await tellOfBike("I have a bike as well.", "2099-01-01");
  expect(await at.statuses()).toEqual({ [bike]: "verified", [trike]: "verified" });
});

test("one reader alone ends nothing; two sides of one matter are left to their owner", async () => {
  await at.tellBoth(AT_WORK, IN_RETIREMENT, { rulings: [{ ...OVER, second: "both" }] });
  expect(await at.facts()).toMatchObject({
    [ACME.text]: { status: "disputed", invalidAt: null },
    [RETIRED.text]: { status: "disputed" },
  });
  expect((await at.api.get("/memory/review?kind=dispute")).body.items).toHaveLength(1);
});

test("one reader alone ends nothing that stands on its own", async () => {
  const shop = { ...RETIRED, object: "paint shop", text: "The user retired from the paint shop at Acme." };
  await at.tellBoth(
    AT_WORK,
    { says: "I retired from Acme, from the paint shop.", facts: [shop], on: "2026-06-01" },
    { rulings: [{ old: ACME.text, new: shop.text, ruling: "ending", second: "both" }] },
  );
  expect(at.llama.calls("rulings")).toBe(2);
  expect(await at.statuses()).toEqual({ [ACME.text]: "verified", [shop.text]: "verified" });
});

test("what nobody can tell is a dispute, until one of the two is said again", async () => {
  const ulm = ofUser("LIVES_IN", "Ulm", "The user lives in Ulm.");
  const hof = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
  await at.tellBoth(
    { says: "I live in Ulm.", facts: [ulm], on: "2026-03-01" },
    { says: "I live in Hof.", facts: [hof], on: "2026-03-02" },
    { rulings: [{ old: ulm.text, new: hof.text, ruling: "unclear" }] },
  );
  expect(await at.statuses()).toEqual({ [ulm.text]: "disputed", [hof.text]: "disputed" });
  const { items } = (await at.api.get("/memory/review?kind=dispute")).body;
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ fact: { text: hof.text }, against: [{ text: ulm.text }] });
  await at.tell({ says: "As you know, I live in Ulm.", facts: [ulm], on: "2026-03-03" });
  expect((await at.statuses())[ulm.text]).toBe("verified");
});

test("said again with an end, it has that end, and says since when it holds", async () => {
  const lives = ofUser("LIVES_WITH", "Ada", "The user lives with Ada.");
  await at.tellBoth(
    { says: "I live with Ada.", facts: [lives], on: "2026-03-01" },
    {
      says: "I have lived with Ada since 2024, until May 20.",
      facts: [
        { ...lives, text: "The user lives with Ada until May 20.", validAt: "2024", invalidAt: "2026-05-20" },
      ],
      on: "2026-05-04",
    },
    {},
  );
  const known = (await at.facts())[lives.text];
  expect(known).toMatchObject({ status: "verified", validAtPrecision: "year", invalidAtPrecision: "day" });
  expect([known.validAt, known.invalidAt].map((day) => day.slice(0, 10))).toEqual([
    "2024-01-01",
    "2026-05-20",
  ]);
});

test("news of another matter are believed; whether the known still holds, its owner is asked, and tells", async () => {
  const sail = ofUser("HAS_HABIT", "sailing on Lake Garda", "The user sails on Lake Garda.");
  const row = ofUser("HAS_HABIT", "rowing on Lake Garda", "The user rows on Lake Garda.");
  const ill = ofUser("AVOIDS", "water of Lake Garda", "The user avoids Lake Garda.");
  await at.tellBoth(
    { says: "I go sailing on Lake Garda. I go rowing on Lake Garda.", facts: [sail, row], on: "2026-03-01" },
    { says: "I avoid the water of Lake Garda.", facts: [ill], on: "2026-03-02" },
    { rulings: [sail, row].map(({ text }) => ({ old: text, new: ill.text, ruling: "unclear" })) },
  );
  expect(await at.statuses()).toEqual({
    [ill.text]: "verified",
    [sail.text]: "disputed",
    [row.text]: "disputed",
  });
  const { items } = (await at.api.get("/memory/review")).body;
  expect(
    items.map(({ kind, news }: any) => [kind, news.text]),
    "asked once",
  ).toEqual([
    ["closing", ill.text],
    ["closing", ill.text],
  ]);
  const shown = (await at.api.get("/memory/search?q=Do%20I%20sail%20on%20Lake%20Garda%3F")).body.results;
  expect(shown[0].text).toBe(`${sail.text} / said later: ${ill.text}`);
  const about = (text: string) => items.find(({ fact }: any) => fact.text === text).id as string;
  expect((await at.api.post(`/memory/review/${about(sail.text)}/accept`, {})).status).toBe(200);
  const { runId } = (await at.api.post(`/memory/review/${about(row.text)}/reject`, {})).body;
  expect(await at.statuses()).toEqual({
    [ill.text]: "verified",
    [sail.text]: "superseded",
    [row.text]: "verified",
  });
  await at.api.post(`/maintenance/runs/${runId as string}/undo`, {});
  expect((await at.statuses())[row.text]).toBe("disputed");
});

test("what was never so is corrected", async () => {
  const rent = ofUser("DRIVES", "a red Skoda", "The user drives a red Skoda.");
  const right = ofUser("DRIVES", "a green Skoda", "The user drives a green Skoda.", { change: "correction" });
  await at.tellBoth(
    { says: "I drive a red Skoda.", facts: [rent], on: "2026-03-01" },
    { says: "I told you wrong, I drive a green Skoda.", facts: [right], on: "2026-03-02" },
    { rulings: [{ old: rent.text, new: right.text, ruling: "correction" }] },
  );
  expect(await at.facts()).toMatchObject({
    [rent.text]: { status: "corrected", invalidAt: null },
    [right.text]: { status: "verified" },
  });
});

describe("what is medical or of identity", () => {
  const old = ofUser("BIRTHDAY", "3 May", "The user's birthday is on 3 May.");
  const news = ofUser("BORN_ON", "5 May", "The user was born on 5 May.", { change: "correction" });

  beforeEach(() =>
    at.tellBoth(
      { says: "My birthday is on 3 May.", facts: [old], on: "2026-03-01" },
      { says: "I told you wrong, I was born on 5 May.", facts: [news], on: "2026-03-02" },
      { rulings: [{ old: old.text, new: news.text, ruling: "correction" }] },
    ),
  );

  test("is over when its owner says so, and stays found with what was said later", async () => {
    expect(await at.facts()).toMatchObject({
      [old.text]: { status: "verified" },
      [news.text]: { status: "verified" },
    });
    await at.api.say("When is my birthday?");
    expect(at.llama.chats().at(-1)?.at(-1)?.content).toContain(`${old.text} / said later: ${news.text}`);
    const [item] = (await at.api.get("/memory/review")).body.items;
    expect(item).toMatchObject({
      kind: "closing",
      reason: "corrected",
      fact: { text: old.text },
      news: { text: news.text },
    });
    const { runId } = (await at.api.post(`/memory/review/${item.id}/accept`, undefined)).body;
    expect(await at.facts()).toMatchObject({ [old.text]: { status: "corrected" } });
    expect((await at.api.get("/memory/review")).body.items).toEqual([]);
    await at.api.post(`/maintenance/runs/${runId}/undo`, {});
    expect(await at.facts()).toMatchObject({ [old.text]: { status: "verified" } });
    expect((await at.api.get("/memory/review")).body.items).toMatchObject([
      { kind: "closing", state: "open" },
    ]);
  });

  test("is not told with what its owner wants forgotten", async () => {
    const { id } = (await at.facts())[news.text];
    await at.api.send("PATCH", `/memory/facts/${id as string}`, { status: "archived" });
    await at.api.say("When is my birthday?");
    expect(at.llama.chats().at(-1)?.at(-1)?.content).toContain(old.text);
    expect(at.llama.chats().at(-1)?.at(-1)?.content).not.toContain(news.text);
    expect((await at.api.get("/memory/review")).body.items).toMatchObject([{ kind: "closing", news: null }]);
  });

  test("stays when its owner says so, and is not asked about again", async () => {
    const [item] = (await at.api.get("/memory/review?kind=closing")).body.items;
    await at.api.post(`/memory/review/${item.id}/reject`, undefined);
    await at.api.verify();
    expect(await at.facts()).toMatchObject({ [old.text]: { status: "verified" } });
    expect((await at.api.get("/memory/review")).body.items).toEqual([]);
  });
});

test("one thing said under two predicates is one fact with the words of both turns", async () => {
  const dog = ofUser("HAS_PET", "Bello", "The user has a dog called Bello.");
  const again = ofUser("OWNS_DOG", "Bello", "The user owns the dog Bello.");
  await at.tellBoth(
    { says: "I have a dog called Bello.", facts: [dog], on: "2026-03-01" },
    { says: "I own the dog Bello.", facts: [again], on: "2026-03-02" },
    { rulings: [{ old: dog.text, new: again.text, ruling: "duplicate" }] },
  );
  const known = await at.facts();
  expect(Object.keys(known)).toEqual([dog.text]);
  expect(known[dog.text].evidence.map(({ quote }: any) => quote)).toHaveLength(2);
  expect(known[dog.text].status).toBe("verified");
});

test("what says more takes the place of what said less", async () => {
  const car = ofUser("DRIVES", "Volvo", "The user drives a Volvo.");
  const exact = ofUser("OWNS", "red Volvo V60", "The user owns and drives a red Volvo V60.");
  await at.tellBoth(
    { says: "I drive a Volvo.", facts: [car], on: "2026-03-01" },
    { says: "I own and drive a red Volvo V60.", facts: [exact], on: "2026-03-02" },
    { rulings: [{ old: car.text, new: exact.text, ruling: "precise" }] },
  );
  const known = await at.facts();
  expect(known[car.text].status).toBe("archived");
  expect(known[exact.text].status).toBe("verified");
  expect(known[exact.text].evidence).toHaveLength(2);
});

test("two things told in one breath both hold, whatever the model rules", async () => {
  const aldi = ofUser("WORKS_AT", "Aldi", "The user works at Aldi.", { quote: "I work at Aldi" });
  const lidl = ofUser("WORKS_AT", "Lidl", "The user works at Lidl.", { quote: "at Lidl" });
  at.llama.table.rulings = [
    { old: aldi.text, new: lidl.text, ruling: "update" },
    { old: lidl.text, new: aldi.text, ruling: "update" },
  ];
  await at.tell({ says: "I work at Aldi and at Lidl.", facts: [aldi, lidl] });
  expect(await at.statuses()).toEqual({ [aldi.text]: "verified", [lidl.text]: "verified" });
});

test("what has room beside it stays: a gym beside an employer, a nurse who is a vegetarian", async () => {
  const told: ToldTurn[] = [
    { says: "I work at Acme.", facts: [ACME], on: "2026-03-01" },
    {
      says: "I train at the gym Acme Fit.",
      facts: [ofUser("TRAINS_AT", "Acme Fit", "The user trains at the gym Acme Fit.")],
      on: "2026-03-02",
    },
    {
      says: "I am a nurse.",
      facts: [ofUser("WORKS_AS", "nurse", "The user is a nurse.")],
      on: "2026-03-03",
    },
    {
      says: "I am a vegetarian.",
      facts: [ofUser("IS", "vegetarian", "The user is a vegetarian.")],
      on: "2026-03-04",
    },
  ];
  for (const turn of told) await at.tell(turn);
  const found = await at.statuses();
  expect(Object.keys(found)).toHaveLength(4);
  expect(new Set(Object.values(found))).toEqual(new Set(["verified"]));
  expect(at.llama.asked("rulings").join("\n")).toContain("gym");
});
