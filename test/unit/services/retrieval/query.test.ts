import { expect, test } from "vitest";
import { asksOfSelf, namedTimes } from "../../../../src/services/retrieval/query.ts";

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
