import { expect, test } from "vitest";
import { everyRow } from "../../../../src/language/index.ts";
import { fold } from "../../../../src/language/text.ts";
import { normalisePredicate, predicateFamily, PREDICATES } from "../../../../src/domain/belief/predicate.ts";

const NAMES = PREDICATES.flatMap(({ name, synonyms, narrower }) => [name, ...synonyms, ...narrower]);

test("no name belongs to two relations", () => {
  expect(NAMES.filter((name, index) => NAMES.indexOf(name) !== index)).toEqual([]);
});

test("every name is written as extractions are, and every word as questions are", () => {
  expect(NAMES.filter((name) => normalisePredicate(name) !== name)).toEqual([]);
  expect(PREDICATES.flatMap(({ askedBy }) => askedBy).filter((word) => fold(word) !== word)).toEqual([]);
  const asked = everyRow(({ askedBy }) => askedBy).map(([name]) => name);
  expect(asked.filter((name) => !NAMES.includes(name))).toEqual([]);
});

test.each([
  ["NICKNAME", "KNOWN_AS"],
  ["PLAYS", "HOBBY"],
  ["MADE_UP", "MADE_UP"],
])("%s is read as %s", (told, family) => {
  expect(predicateFamily(told)).toBe(family);
});
