import { expect, test } from "vitest";
import { toYou } from "../../../src/language/second-person.ts";

test.each([
  ["The user lives in Ghent.", "You live in Ghent."],
  ["user: The user is me.", "You: The user is me."],
  ["The user studies law.", "You study law."],
  ["The user teaches French.", "You teach French."],
  ["The user is called Mira.", "You are called Mira."],
  ["The user moved to Rome.", "You moved to Rome."],
  ["The user's sister Annelie lives in Lyon.", "Your sister Annelie lives in Lyon."],
  ["Erika is the user's neighbour.", "Erika is your neighbour."],
  ["The user plans to visit the user's brother.", "You plan to visit your brother."],
])("a fact is told to its owner: %s", (text, told) => {
  expect(toYou(text)).toBe(told);
});

test.each([
  "The user always forgets the keys.",
  "The user often goes out.",
  "The user works in Ghent and lives in Bruges.",
  "Tom told the user about it.",
  "Der Nutzer wohnt in Gent.",
])("one whose verbs are not plain stays as it is: %s", (text) => {
  expect(toYou(text)).toBe(text);
});
