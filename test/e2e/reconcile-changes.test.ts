import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench, type ToldTurn } from "../support/belief-bench.ts";
import type { ToldFact } from "../support/reading-llama.ts";
import { ACME, AT_WORK, IN_RETIREMENT, OVER, RETIRED } from "../support/retirement.ts";

/** What rests on a change ends with it, and nothing ends by an answer that cannot be read. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const BOSS: ToldFact = ofUser("BOSS", "Norbert", "The user's boss is Norbert.", { objectKind: "entity" });
const BOLT = ofUser("STARTED_AT", "Bolt", "The user started a new job at Bolt.");
const WITH_BOSS: ToldTurn = { says: "My boss is Norbert.", facts: [BOSS], on: "2026-03-01" };
const NEW_JOB: ToldTurn = { says: "I started a new job at Bolt.", facts: [BOLT], on: "2026-06-01" };
const BOSS_GONE = { known: BOSS.text, news: BOLT.text, standing: "over" } as const;

test("what rests on a change ends with it, when a second reader agrees", async () => {
  await at.tellBoth(WITH_BOSS, NEW_JOB, { changes: [BOSS_GONE] });
  expect(await at.facts()).toMatchObject({
    [BOSS.text]: { status: "superseded", invalidAt: expect.stringMatching(/^2026-06-01/) },
    [BOLT.text]: { status: "verified" },
  });
  expect([at.llama.calls("changes"), at.llama.calls("standings")]).toEqual([1, 1]);
  await at.api.verify();
  expect([at.llama.calls("changes"), at.llama.calls("standings")]).toEqual([1, 1]);
});

test("and stays when the second reader does not", async () => {
  await at.tellBoth(WITH_BOSS, NEW_JOB, { changes: [{ ...BOSS_GONE, second: "holds" }] });
  expect(await at.statuses()).toEqual({ [BOSS.text]: "verified", [BOLT.text]: "verified" });
});

test("a new job is compared with the old one, though no word of it is the same", async () => {
  const rick = { subject: "Rick", quote: "Rick" } as const;
  const plant = {
    ...rick,
    predicate: "WORKS_AT",
    object: "Bobcat plant",
    text: "Rick works at the Bobcat plant.",
  };
  const foreman = {
    ...rick,
    predicate: "WORKS_AS",
    object: "foreman",
    text: "Rick will be foreman at a trailer outfit in Sioux Falls.",
  };
  await at.tellBoth(
    {
      says: "My boy Rick is at the Bobcat plant.",
      facts: [{ ...plant, objectKind: "entity" }],
      on: "2026-03-01",
    },
    {
      says: "Rick got on as foreman at a trailer outfit in Sioux Falls.",
      facts: [{ ...foreman, objectKind: "value", change: "update" }],
      on: "2026-06-01",
    },
    { rulings: [{ old: plant.text, new: foreman.text, ruling: "update" }] },
  );
  expect(await at.statuses()).toEqual({ [plant.text]: "superseded", [foreman.text]: "verified" });
});

test("a second reader whose answer cannot be read ends nothing", async () => {
  at.llama.garbled.add("standings");
  await at.tellBoth(WITH_BOSS, NEW_JOB, { changes: [BOSS_GONE] });
  expect(await at.statuses()).toEqual({ [BOSS.text]: "verified", [BOLT.text]: "verified" });
  expect(at.llama.calls("standings")).toBeGreaterThan(0);
});

test("rulings that cannot be read end nothing, and the pass comes to its end", async () => {
  at.llama.table.rulings = [OVER];
  at.llama.garbled.add("rulings").add("changes");
  await at.tell(AT_WORK);
  await at.tell(IN_RETIREMENT);
  expect(await at.statuses()).toEqual({ [ACME.text]: "verified", [RETIRED.text]: "verified" });
  expect(at.llama.calls("rulings")).toBeGreaterThan(0);
  const asked = (): number[] => ["extraction", "rulings", "changes"].map((schema) => at.llama.calls(schema));
  const before = asked();
  await at.api.verify();
  expect(asked()).toEqual(before);
});

test("then only relations with one value at a time end each other", async () => {
  at.llama.garbled.add("rulings").add("changes");
  const hof = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
  const ulm = ofUser("LIVES_IN", "Ulm", "The user lives in Ulm now.");
  await at.tell({ says: "I live in Hof.", facts: [hof], on: "2026-03-01" });
  await at.tell({ says: "I live in Ulm now.", facts: [ulm], on: "2026-06-01" });
  expect(await at.statuses()).toEqual({ [hof.text]: "superseded", [ulm.text]: "verified" });
});

test("a correction that denies the old value outside of its quote is taken", async () => {
  const third = ofUser("BIRTHDAY", "3 May", "The user's birthday is 3 May.");
  const fourth = ofUser("BIRTHDAY", "4 May", "The user's birthday is 4 May.", {
    change: "correction",
    quote: "my birthday is 4 May",
  });
  await at.tellBoth(
    { says: "My birthday is 3 May.", facts: [third], on: "2026-03-01" },
    { says: "Sorry, my birthday is 4 May, not 3 May.", facts: [fourth], on: "2026-03-02" },
    { rulings: [{ old: third.text, new: fourth.text, ruling: "correction" }] },
  );
  expect(await at.statuses()).toEqual({ [third.text]: "corrected", [fourth.text]: "verified" });
});
