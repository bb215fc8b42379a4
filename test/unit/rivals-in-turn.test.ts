import { expect, test } from "vitest";
import { outdone } from "../../src/domain/competing.ts";
import type { FactProposal } from "../../src/domain/proposal.ts";

const proposal = (over: Partial<FactProposal>): FactProposal => ({
  subject: "user",
  predicate: "OWNS",
  object: "bull",
  objectKind: "value",
  polarity: "positive",
  text: "The user owns the bull.",
  quote: null,
  assertedBy: "user",
  validAt: null,
  invalidAt: null,
  change: null,
  confidence: 0.8,
  reasoning: null,
  ...over,
});
const turn = (userMessage: string) => ({ userMessage, assistantReply: null });

test("said and denied: the words decide", () => {
  const owns = proposal({});
  const denies = proposal({ polarity: "negative", text: "The user does not own the bull." });
  expect([...outdone(turn("The bull is here. I don't own him."), [owns, denies])]).toEqual([
    [owns, "negation_lost"],
  ]);
  expect(outdone(turn("The bull is mine."), [owns, denies]).size).toBe(0);
});

test("of two namesakes the one is meant whom the words describe", () => {
  const nurse = proposal({
    subject: "Elena Brandt",
    object: "celiac",
    text: "The charge nurse Elena has celiac.",
  });
  const sister = proposal({
    subject: "Elena Quintero",
    object: "celiac",
    text: "The sister Elena has celiac.",
  });
  const said = turn("Elena the charge nurse has celiac.");
  expect([...outdone(said, [sister, nurse])]).toEqual([[sister, "wrong_subject"]]);
});

test("the user and another are told apart by the subject of the clause", () => {
  const lease = { predicate: "LEASED", object: "shop", quote: "he's taken the shop" };
  const user = proposal({ ...lease, text: "The user leased the shop." });
  const brother = proposal({ ...lease, subject: "brother", text: "The brother leased the shop." });
  expect([...outdone(turn("It's my brother's, he's taken the shop."), [user, brother])]).toEqual([
    [user, "wrong_subject"],
  ]);
});

test("two who do the same without a word against it both stay", () => {
  const age = { predicate: "AGE", object: "18" };
  const twins = ["Taiwo", "Kehinde"].map((subject) =>
    proposal({ ...age, subject, text: `${subject} is 18.` }),
  );
  expect(outdone(turn("Taiwo and Kehinde turned 18."), twins).size).toBe(0);
});
