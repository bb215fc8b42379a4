import { expect, test } from "vitest";
import { askedFamilies, askedPredicates } from "../../../../src/services/retrieval/predicate-expansion.ts";
import { understand } from "../../../../src/services/retrieval/query.ts";

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
