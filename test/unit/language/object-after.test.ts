import { expect, test } from "vitest";
import { objectAfter } from "../../../src/language/object-after.ts";

test.each([
  ["The user lives in Bremen.", "The user lives in Hamburg.", "Bremen", "Hamburg"],
  ["The user plays the viola.", "The user plays the cello now.", "viola", "cello now"],
  ["Mia was born on 4 June.", "Mia was born on 5 June.", "4 June", "5 June"],
  ["Oslo is not Oslo.", "Oslo is not Bergen.", "Oslo", "Bergen"],
])("the object follows the sentence: %s", (was, now, object, expected) => {
  expect(objectAfter(was, now, object)).toBe(expected);
});

test.each([
  ["Jonas lives in Lisbon.", "Mira lives in Lisbon.", "Lisbon"],
  ["Jonas lives in Lisbon.", "Jonas works in Porto.", "Lisbon"],
  ["Jonas lives in Lisbon.", "Jonas lives in .", "Lisbon"],
  ["Jonas has a dog.", "Jonas has a cat.", "Bica"],
])("what else was edited is not taken apart: %s, %s", (was, now, object) => {
  expect(objectAfter(was, now, object)).toBeNull();
});
