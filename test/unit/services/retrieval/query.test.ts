import { expect, test } from "vitest";
import { asksOfSelf, namedTimes, understand } from "../../../../src/services/retrieval/query.ts";

const NOW = "2026-10-18T12:00:00.000Z";
const days = (question: string): string[] =>
  namedTimes(question, NOW, "UTC").map(({ from, to }) => `${from.slice(0, 10)} ${to.slice(0, 10)}`);

test.each([
  ["Where was I in May 2025?", "2025-05-01 2025-06-01"],
  ["Which flats have I had since May 2025?", "2025-05-01 2026-10-18"],
  ["Wo habe ich seit Mai 2025 gewohnt?", "2025-05-01 2026-10-18"],
  ["Où ai-je travaillé depuis mai 2025 ?", "2025-05-01 2026-10-18"],
  ["¿Dónde he vivido desde mayo de 2025?", "2025-05-01 2026-10-18"],
  ["Where did I work after May 2025?", "2025-06-01 2026-10-18"],
  ["Where did I live before 2020?", "0001-01-01 2020-01-01"],
  ["Wo habe ich vor 2020 gewohnt?", "0001-01-01 2020-01-01"],
])("%s", (question, span) => {
  expect(days(question)).toEqual([span]);
});

test("what lies ahead is no beginning of a time until now", () => {
  expect(days("What will change after May 2027?")).toEqual(["2027-05-01 2027-06-01"]);
});

test("whoever shall be told is not asked about, and no question mark is needed", () => {
  for (const question of [
    "where do i live",
    "remind me of my rent",
    "Wo wohn ich jetz",
    "rappelle-moi mon loyer",
  ])
    expect(asksOfSelf(question), question).toBe(true);
  for (const other of ["Tell me a joke.", "Erzähl mir einen Witz.", "write me a haiku", "I live in Graz."])
    expect(asksOfSelf(other), other).toBe(false);
});

test("who asks for a list does not look for the word", () => {
  for (const [question, telling] of [
    ["List all my allergies.", ["allergies"]],
    ["Nenne mir meine Allergien", ["allergien"]],
    ["Dame mis alergias", ["alergias"]],
    ["Liste mes allergies", ["allergies"]],
    ["What is on my shopping list?", ["shopping", "list"]],
  ] as const)
    expect(understand(question).tellingTerms, question).toEqual(telling);
});

test("a long number is looked for where nothing else is asked, and a short word where it is all there is", () => {
  expect(understand("What is A-2291/77-B?").tellingTerms).toEqual(["2291"]);
  expect(understand("How many of the 2291 sheep?")).toMatchObject({
    tellingTerms: ["sheep"],
    weakTerms: ["2291"],
  });
  expect(understand("2+2?").tellingTerms).toEqual([]);
  expect(understand("C++")).toMatchObject({ terms: [], weakTerms: ["c"] });
  expect(understand("What do I use C++ for?").weakTerms).toEqual([]);
});
