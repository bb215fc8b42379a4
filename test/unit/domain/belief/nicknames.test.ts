import { expect, test } from "vitest";
import { mayBeNickname, nicknameKeys } from "../../../../src/domain/belief/nicknames.ts";

test.each([
  ["Bob", "Robert"],
  ["Bill", "William"],
  ["Peggy", "Margaret"],
  ["Tony", "Antonio"],
  ["Paco", "Francisco"],
  ["Pepe", "José"],
  ["Uschi", "Ursula"],
  ["Sepp", "Josef"],
  ["Hans", "Johannes"],
  ["Manon", "Marie"],
  ["Benny", "Benjamin"],
  ["Stephen", "Steven"],
  ["Jeff", "Jefferey"],
  ["Trina", "Katrina"],
])("%s may be %s", (a, b) => {
  expect(mayBeNickname(a, b)).toBe(true);
  expect(mayBeNickname(b, a)).toBe(true);
});

test.each([
  ["Anna", "Otto"],
  ["Robert", "Richard"],
  ["Marta", "Michael"],
  ["Al", "Bo"],
  ["", "Anna"],
  ["A", "Anna"],
])("%s is not %s", (a, b) => {
  expect(mayBeNickname(a, b)).toBe(false);
});

test("short forms share a key with their full name", () => {
  for (const [a, b] of [
    ["bob", "robert"],
    ["ed", "edward"],
    ["uschi", "ursula"],
  ] as const)
    expect(
      nicknameKeys(a).some((key) => nicknameKeys(b).includes(key)),
      a,
    ).toBe(true);
});
