import { expect, test } from "vitest";
import { withoutNames } from "../../../src/language/without-names.ts";

test.each([
  ["What did Caroline paint for Melanie's birthday?", "What did paint for birthday?"],
  ["When did Anne-Marie O'Neil move to New York?", "When did move to ?"],
  ["Caroline's favourite book?", "favourite book?"],
  ["I met Élodie. Who is she with, Jean?", "I met . Who is she with, ?"],
  ["¿Dónde trabaja Lucía ahora?", "¿Dónde trabaja ahora?"],
])("%s", (question, without) => {
  expect(withoutNames(question)).toBe(without);
});

test.each([
  ["begins with a capital letter only", "Where do I keep my keys?"],
  ["of acronyms and names of products written their way", "How did I set up the API of iPhone and JSON2?"],
  ["with nothing left but its names", "What about Anna?"],
  ["of no words", "???"],
  ["a name and what is said of it", "Anna lives where?"],
])("a question %s stays as it is", (_, question) => {
  expect(withoutNames(question)).toBe(question);
});
