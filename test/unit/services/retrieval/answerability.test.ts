import { expect, test } from "vitest";
import { NOBODY, type AskedAbout } from "../../../../src/services/retrieval/asked-about.ts";
import { answerability, type RetrievedText } from "../../../../src/services/retrieval/answerability.ts";
import { understand } from "../../../../src/services/retrieval/query.ts";

const SOME_FACTS: AskedAbout = { ...NOBODY, knowsFacts: true };
const WEN = "wen";
const NORA = "nora";

function fact(text: string, predicate: string, ...about: string[]): RetrievedText {
  return { text, speaker: null, fact: { predicate, about } };
}

function named(id: string): AskedAbout {
  return {
    ids: new Set([id]),
    names: new Set([id]),
    mentions: [[{ id, names: [[id]] }]],
    self: false,
    knowsFacts: true,
  };
}

test("what one speaker told is no evidence for a question about the other, even when the other asked", () => {
  const found = [
    { speaker: "Ann", text: "The charity race made me think about rest." },
    { speaker: "Bea", text: "How was the charity race?" },
    { speaker: "Bea", text: "I painted all week." },
  ];
  expect(answerability("What did Ann think of after the charity race?", found)).toBeGreaterThan(0.8);
  expect(answerability("What did Bea think of after the charity race?", found)).toBeLessThan(0.3);
});

test("in a chat the thing asked for has to be there", () => {
  const found = [{ speaker: null, text: "Dinner with the cast on April 20, the atmosphere was warm." }];
  expect(answerability("What was the atmosphere like at the dinner?", found)).toBe(1);
  expect(answerability("What specific criteria were used for the dinner?", found)).toBe(0);
  expect(answerability("When was the dinner?", found)).toBe(1);
  expect(answerability("What happened?", found)).toBe(0.5);
  expect(answerability("What menu was served?", [])).toBe(0.5);
});

test("a fact of whom is named answers for what it says, not for what it does not", () => {
  const found = [
    fact("Wen moved to Calgary.", "LIVES_IN", WEN),
    fact("Wen is the user's brother.", "HAS_SIBLING", "self", WEN),
  ];
  expect(answerability("Where does Wen live?", found, named(WEN))).toBe(1);
  expect(answerability("Which siblings do I have?", found, SOME_FACTS)).toBe(1);
  expect(answerability("Is Wen allergic to shellfish?", found, named(WEN))).toBe(0);
});

test("what is known of somebody else does not answer", () => {
  const found = [fact("Lian lives in Richmond.", "LIVES_IN", "lian"), fact("Wen is 38.", "AGE", WEN)];
  expect(answerability("Where does Wen live?", found, named(WEN))).toBe(0);
});

test("a namesake's fact counts by its words", () => {
  const found = [fact("Wen Li leads engineering.", "LEADS", "wen li")];
  expect(answerability("Which Wen leads engineering?", found, named(WEN))).toBe(1);
});

test("for a living is no place to live", () => {
  const found = [fact("Nora lives in Cork.", "LIVES_IN", NORA)];
  expect(answerability("What does Nora do for a living?", found, named(NORA))).toBe(0);
  expect(understand("What does Nora do for a living?").predicateTerms).toContain("works");
});

test("a turn counts less than a fact, and nothing when something of it was forgotten or replaced since", () => {
  const name = fact("Nora is 91.", "AGE", NORA);
  const turn = { speaker: null, text: "Nora told me the address of the clinic" };
  expect(answerability("What is the address of Nora's clinic?", [name, turn], named(NORA))).toBe(0.5);
  const spent = { ...turn, spent: true };
  expect(answerability("What is the address of Nora's clinic?", [name, spent], named(NORA))).toBe(0);
});

test("where turns come first, facts do not decide", () => {
  const turns = ["one", "two", "three"].map((text) => ({ speaker: null, text: `The atmosphere, ${text}` }));
  const found = [...turns, fact("Wen is 38.", "AGE", WEN)];
  expect(answerability("What was the atmosphere like?", found)).toBe(1);
});

test("a question of nothing but a name leaves it open", () => {
  expect(answerability("Who is Wen?", [fact("Wen is 38.", "AGE", WEN)], named(WEN))).toBe(0.5);
});

test("what a relation is called answers, though nobody's words do", () => {
  const found = [fact("Nora now reports to Wen.", "BOSS", NORA, WEN)];
  expect(answerability("Who is the boss?", found, named(NORA))).toBe(1);
});

test("whom is asked about is little without what is asked", () => {
  const found = [fact("Wen rents a room in Nora's house.", "RENTS", WEN, NORA)];
  const both = { ...named(WEN), ids: new Set([WEN, NORA]), names: new Set([WEN, NORA]) };
  const mentions = [...named(WEN).mentions, ...named(NORA).mentions];
  const about = { ...both, mentions };
  expect(answerability("Which job did Wen get from Nora?", found, about)).toBeLessThan(0.2);
  expect(answerability("Which room did Wen get from Nora?", found, about)).toBe(1);
});

test("a known relation answers for itself alone: where somebody lives is no address", () => {
  const found = [fact("Nora lives in Cork.", "LIVES_IN", NORA)];
  expect(answerability("Where does Nora live?", found, named(NORA))).toBe(1);
  expect(answerability("What is Nora's address?", found, named(NORA))).toBe(0);
});

test("everyday words meet by what they mean, across languages", () => {
  const found = [fact("Nora hat das Auto verkauft.", "SOLD", NORA)];
  expect(answerability("Did Nora sell the car?", found, named(NORA))).toBe(1);
  expect(answerability("Did Nora paint the fence?", found, named(NORA))).toBe(0);
});
