import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench, type ToldTurn } from "../support/belief-bench.ts";
import type { ReadingTable } from "../support/reading-llama.ts";
import { ACME, AT_WORK, IN_RETIREMENT, OVER, RETIRED } from "../support/retirement.ts";

/** What is told late, again or of earlier times meets what is believed: each statement keeps its time. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

test("what comes back after it ended holds again, and ends what had ended it", async () => {
  const back = ofUser("WORKS_AT", "Acme", "The user works at Acme again.");
  const rulings: ReadingTable["rulings"] = [OVER, { old: RETIRED.text, new: back.text, ruling: "ending" }];
  await at.tellBoth(AT_WORK, IN_RETIREMENT, { rulings });
  await at.tell({ says: "I work at Acme again.", facts: [back], on: "2026-09-01" });
  expect(await at.facts()).toMatchObject({
    [ACME.text]: { status: "superseded" },
    [RETIRED.text]: { status: "superseded", invalidAt: expect.stringMatching(/^2026-09-01/) },
    [back.text]: { status: "verified", invalidAt: null },
  });
});

test.each([
  ["update", "superseded"],
  ["ending", "verified"],
  ["correction", "verified"],
] as const)("an old turn that comes late (ruled %s) ends nothing told after it", async (ruling, status) => {
  const hof = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
  await at.tellBoth(
    { says: "I live in Hof.", facts: [hof], on: "2026-06-01" },
    {
      says: "I live in Ulm.",
      facts: [ofUser("LIVES_IN", "Ulm", "The user lives in Ulm.")],
      on: "2026-03-01",
    },
    { rulings: [{ old: hof.text, new: "The user lives in Ulm.", ruling }] },
  );
  const known = await at.facts();
  expect(known[hof.text]).toMatchObject({ status: "verified", invalidAt: null });
  const late = known["The user lives in Ulm."];
  expect(late.status).toBe(status);
  expect(late.invalidAt?.slice(0, 10)).toBe(status === "superseded" ? "2026-06-01" : undefined);
});

test("both turns may wait for the same pass: the older is judged first", async () => {
  at.llama.table.rulings = [OVER];
  for (const { says, facts: told, on } of [IN_RETIREMENT, AT_WORK]) {
    at.llama.table.reads[says] = { facts: told };
    await at.api.post("/memory/episodes", { text: says, occurredAt: `${on as string}T10:00:00Z` });
    await at.api.extracted();
  }
  await at.api.verify();
  expect(await at.statuses()).toEqual({ [ACME.text]: "superseded", [RETIRED.text]: "verified" });
});

const HOME = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
const EARLIER = ofUser("LIVED_IN", "Berlin", "The user lived in Berlin from 2015 to 2019.", {
  validAt: "2015",
  invalidAt: "2019",
});

test.each([
  ["LIVED_IN", "both"],
  ["LIVES_IN", "both"],
  ["LIVES_IN", "update"],
  ["LIVES_IN", "unclear"],
  ["LIVES_IN", null],
] as const)(
  "an earlier time told late (%s, ruled %s) is kept with its end and leaves the present alone",
  async (predicate, ruling) => {
    if (ruling === null) at.llama.garbled.add("rulings").add("changes");
    await at.tellBoth(
      { says: "I live in Hof.", facts: [HOME], on: "2026-03-01" },
      {
        says: "From 2015 to 2019 I lived in Berlin.",
        facts: [{ ...EARLIER, predicate }],
        on: "2026-03-02",
      },
      { rulings: [{ old: HOME.text, new: EARLIER.text, ruling: ruling ?? "both" }] },
    );
    const known = await at.facts();
    expect(known[HOME.text]).toMatchObject({ status: "verified", invalidAt: null });
    expect(known[EARLIER.text]).toMatchObject({
      status: ruling === null ? "superseded" : "verified",
      validAt: "2015-01-01T00:00:00.000Z",
      validAtPrecision: "year",
      invalidAt: expect.stringMatching(/^20(?:19|20)-01-01/),
      invalidAtPrecision: "year",
    });
  },
);

test("dates land as they were stated, in the user's zone; what was not dated has none", async () => {
  await at.api.send("PUT", "/settings", { timeZone: "America/New_York" });
  const rome = ofUser("PLANS", "trip to Rome", "The user plans a trip to Rome in July.", {
    validAt: "July 2026",
  });
  const fish = ofUser("HAD_PET", "Bubbles", "The user's fish Bubbles died last month.", {
    validAt: "last month",
  });
  const plain = ofUser("LIKES", "chess", "The user likes chess.");
  await at.tell({ says: "We plan a trip to Rome in July.", facts: [rome], on: "2026-03-10" });
  await at.tell({ says: "My fish Bubbles died last month.", facts: [fish], on: "2026-03-10" });
  await at.tell({ says: "From 2015 to 2019 I lived in Berlin.", facts: [EARLIER], on: "2026-03-10" });
  await at.tell({ says: "I like chess.", facts: [plain], on: "2026-03-10" });
  expect(await at.facts()).toMatchObject({
    [rome.text]: { validAt: "2026-07-01T04:00:00.000Z", validAtPrecision: "month" },
    [fish.text]: { validAt: "2026-02-01T05:00:00.000Z", validAtPrecision: "month" },
    [EARLIER.text]: { validAt: "2015-01-01T05:00:00.000Z", validAtPrecision: "year" },
    [plain.text]: { validAt: null, validAtPrecision: null, invalidAt: null },
  });
});

describe("two periods of one thing are two, whatever the readers rule", () => {
  const alex = { subject: "Alex", predicate: "ASSIGNED_TO", object: "Payments" };
  const [was, is] = ["Alex was assigned to Payments.", "Alex is assigned to Payments."];
  const TURNS: ToldTurn[] = [
    {
      says: "Alex was assigned to Payments from January to March 2025.",
      facts: [{ ...alex, text: was, validAt: "2025-01-01", invalidAt: "2025-04-01" }],
    },
    {
      says: "Alex has been assigned to Payments since June 2026.",
      facts: [{ ...alex, text: is, validAt: "2026-06-01" }],
    },
  ];

  test.each([
    ["both", TURNS],
    ["duplicate", TURNS],
    ["precise", TURNS],
    ["update", TURNS],
    ["duplicate", TURNS.toReversed()],
    ["precise", TURNS.toReversed()],
  ] as const)("%s", async (ruling, turns) => {
    at.llama.table.rulings = [
      { old: was, new: is, ruling },
      { old: is, new: was, ruling },
    ];
    for (const [n, turn] of turns.entries()) await at.tell({ ...turn, on: `2026-07-0${n + 1}` });
    expect(await at.facts()).toMatchObject({
      [was]: {
        validAt: expect.stringMatching(/^2025-01-01/),
        invalidAt: expect.stringMatching(/^2025-04-01/),
      },
      [is]: { status: "verified", validAt: expect.stringMatching(/^2026-06-01/), invalidAt: null },
    });
  });
});

const AT_NOKIA = {
  was: { object: "Nokia", validAt: "2010", invalidAt: "2014", quote: "I was at Nokia from 2010 to 2014" },
  is: { object: "Nokia", validAt: "2024", quote: "I am there again since 2024" },
};
const RUNS = {
  was: { object: "Lyon", validAt: "2026-06-02", quote: "I ran in Lyon on 2 June" },
  is: { object: "Lyon", validAt: "2026-06-05", quote: "and on 5 June" },
};

test.each([
  [
    "WORKS_AT",
    "I was at Nokia from 2010 to 2014, and I am there again since 2024.",
    AT_NOKIA.was,
    AT_NOKIA.is,
  ],
  [
    "WORKS_AT",
    "I was at Nokia from 2010 to 2014, and I am there again since 2024.",
    AT_NOKIA.is,
    AT_NOKIA.was,
  ],
  ["WENT_RUNNING_IN", "I ran in Lyon on 2 June and on 5 June.", RUNS.was, RUNS.is],
])("two periods that one message names are two (%s: %s)", async (predicate, says, ...told) => {
  const facts = told.map(({ object, ...more }) =>
    ofUser(predicate, object, `The user: ${more.validAt}, ${object}.`, more),
  );
  await at.tell({ says: "I was in Graz.", facts: [ofUser(predicate, "Graz", "Another.")], on: "2026-06-30" });
  // What says the same again within the message is no third one.
  await at.tell({ says, facts: [...facts, ...facts], on: "2026-07-01" });
  const { items } = (await at.api.get("/memory/facts?q=user")).body;
  expect(items.map(({ validAt }: { validAt: string }) => validAt.slice(0, 10)).sort()).toEqual(
    told.map(({ validAt }) => `${validAt}-01-01`.slice(0, 10)).sort(),
  );
});

test.each([
  ["VISITED", "duplicate", 3],
  ["WENT_RUNNING_IN", "duplicate", 3],
  ["WENT_RUNNING_IN", "precise", 3],
  ["OWNS", "duplicate", 1],
] as const)(
  "what happens again is told with each of its days (%s, ruled %s)",
  async (predicate, ruling, times) => {
    const text = "The user was in Lyon.";
    at.llama.table.rulings = [{ old: text, new: text, ruling }];
    for (const day of ["2026-03-02", "2026-04-07", "2026-04-07", "2026-05-05"])
      await at.tell({
        says: "I was in Lyon today.",
        facts: [ofUser(predicate, "Lyon", text, { validAt: "today" })],
        on: day,
      });
    const { items } = (await at.api.get("/memory/facts")).body;
    expect(items).toHaveLength(times);
    const { recalled } = await at.api.say("When was I in Lyon?");
    expect(recalled.filter(({ kind }: { kind: string }) => kind === "fact")).toHaveLength(times);
  },
);
