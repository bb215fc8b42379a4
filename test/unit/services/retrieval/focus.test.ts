import { expect, test } from "vitest";
import { NOBODY, type AskedAbout } from "../../../../src/services/retrieval/asked-about.ts";
import { askedFamilies, askedPredicates } from "../../../../src/services/retrieval/predicate-expansion.ts";
import { focusFactor } from "../../../../src/services/retrieval/focus.ts";
import { understand } from "../../../../src/services/retrieval/query.ts";
import type { Fact } from "../../../../src/domain/model/fact.ts";

const SELF: AskedAbout = { ...NOBODY, ids: new Set(["self"]), self: true };
const mine = { subjectId: "self", predicate: "LIVES_IN", text: "The user lives in Delft." } as Fact;
const his = { subjectId: "otto", predicate: "LIVES_IN", text: "Otto lives in Lyon." } as Fact;

test("who asks about himself is told of himself first", () => {
  const factor = focusFactor("Where do I live?", SELF);
  expect(factor(mine)).toBe(1);
  expect(factor(his)).toBeLessThan(1);
});

test("a thing named is told of by its name too, and nobody is put behind where nobody is named", () => {
  const otto: AskedAbout = { ...NOBODY, ids: new Set(["otto2"]), names: new Set(["otto"]) };
  expect(focusFactor("Where does Otto live?", otto)(his)).toBe(1);
  expect(focusFactor("Who lives near the sea?", NOBODY)(his)).toBe(1);
});

test("what is asked for stands before what an extractor made up, and that before another everyday relation", () => {
  const factor = focusFactor("Where do I live?", SELF);
  const [made, other] = ["LIKES_VIEW_OF", "WORKS_AT"].map((predicate) => factor({ ...mine, predicate }));
  expect(made).toBeLessThan(factor(mine));
  expect(other).toBeLessThan(made ?? 0);
});

test("a general word asks for each kind, a kind for the general word alone", () => {
  expect([...askedFamilies(["siblings"])]).toEqual(
    expect.arrayContaining(["HAS_SIBLING", "HAS_SISTER", "HAS_BROTHER"]),
  );
  expect(askedPredicates(["sister"])).toContain("sibling");
  expect(askedPredicates(["sister"])).not.toContain("brother");
});

test("a word asks in its inflected form, but no short one is taken for its beginning", () => {
  expect(askedFamilies(["managers"])).toEqual(askedFamilies(["manager"]));
  expect(askedFamilies(["trabajaban"])).toEqual(askedFamilies(["trabaja"]));
  expect(askedFamilies(["carpet"]).size).toBe(0);
});

test("the times that a question names are not what facts are searched by, unless it has nothing else", () => {
  expect(understand("Where did I live in May 2025?")).toMatchObject({
    terms: expect.arrayContaining(["2025"]),
    tellingTerms: ["live"],
  });
  expect(understand("May 2025?").tellingTerms).toContain("2025");
});

test("asking of myself is told from asking of what is mine", () => {
  for (const [question, asksSelf] of [
    ["Where do I live?", true],
    ["Wo wohne ich?", true],
    ["Où est-ce que je travaille ?", true],
    ["What is my job?", true],
    ["Where does my brother live?", false],
    ["Wo wohnt mein Bruder?", false],
  ] as const)
    expect(understand(question)).toMatchObject({ asksSelf, aboutSelf: true });
});
