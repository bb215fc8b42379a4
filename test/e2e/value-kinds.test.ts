import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench } from "../support/belief-bench.ts";

let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

test("a birthday that is no date is refused, and named so; the owner may overrule it", async () => {
  const says = "Her birthday is blue, mine is in May.";
  const blue = { subject: "Ida", predicate: "BIRTHDAY", object: "blue", text: "Ida's birthday is blue." };
  at.llama.table.reads[says] = { facts: [blue, ofUser("BIRTHDAY", "May", "The user's birthday is in May.")] };
  await at.send(says);
  await at.api.extracted();
  expect(Object.keys(await at.facts())).toEqual(["The user's birthday is in May."]);
  const { items } = (await at.api.get("/memory/rejections")).body;
  expect(items).toMatchObject([{ stage: "shape", reason: "invalid_schema", detail: "the value is no date" }]);
  expect((await at.api.post(`/memory/rejections/${items[0].id}/accept`, {})).status).toBe(200);
  expect((await at.facts())["Ida's birthday is blue."].status).toBe("verified");
});

test("values that a sign tells apart are two, and one may be nothing but signs", async () => {
  const facts = [
    ofUser("BLOOD_TYPE", "A+", "The user's blood type is A+."),
    ofUser("BLOOD_TYPE", "A-", "The user's blood type is A-."),
    ofUser("FAVOURITE_EMOJI", "🍕", "The user's favourite emoji is 🍕."),
  ];
  const says = ["My blood type is A+.", "My blood type is A-.", "My favourite emoji is 🍕."];
  for (const [n, fact] of facts.entries()) await at.tell({ says: says[n] ?? "", facts: [fact] });
  expect(Object.keys(await at.statuses()).toSorted()).toEqual(facts.map(({ text }) => text).toSorted());
  expect((await at.facts())["The user's blood type is A+."].evidence).toHaveLength(1);
});

test("things whose names a sign tells apart are two", async () => {
  const thing = { objectKind: "entity" } as const;
  await at.tell({
    says: "I code in C.",
    facts: [ofUser("CODES_IN", "C", "The user codes in C.", { ...thing, quote: "code in C" })],
  });
  await at.tell({
    says: "I code in C# too.",
    facts: [ofUser("CODES_IN", "C#", "The user codes in C#.", { ...thing, quote: "code in C#" })],
  });
  expect(await at.statuses()).toEqual({
    "The user codes in C.": "verified",
    "The user codes in C#.": "verified",
  });
});
