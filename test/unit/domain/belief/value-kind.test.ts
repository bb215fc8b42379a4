import { expect, test } from "vitest";
import { valueKindProblem } from "../../../../src/domain/belief/value-kind.ts";

test.each([
  ["BIRTHDAY", "blue"],
  ["DATE_OF_BIRTH", "a party in the garden"],
  ["BIRTHDAY", "azul"],
  ["PHONE_NUMBER", "on the fridge"],
])("%s: %s is of another kind", (predicate, value) => {
  expect(valueKindProblem(predicate, value)).toMatch(/^the value is no (?:date|number)$/);
});

test.each([
  ["BIRTHDAY", "3 March"],
  ["BIRTHDAY", "1990-03-03"],
  ["BIRTHDAY", "the third of May"],
  ["BIRTHDAY", "New Year's Eve"],
  ["BIRTHDAY", "im April"],
  ["BIRTHDAY", "el tres de mayo"],
  ["BIRTHDAY", "le trois mai"],
  ["BIRTHDAY", "三月五日"],
  ["BIRTHDAY", "tomorrow"],
  ["PHONE_NUMBER", "+49 30 1234"],
  ["FAVOURITE_COLOUR", "blue"],
  ["LIKES", "blue"],
])("%s: %s may be", (predicate, value) => {
  expect(valueKindProblem(predicate, value)).toBeNull();
});
