import { expect, test } from "vitest";
import type { FactProposal } from "../../../../src/domain/model/proposal.ts";
import { alignDenials } from "../../../../src/domain/belief/replaced-denials.ts";

test("a denial told beside its replacement is of the same kind", () => {
  const base = {
    objectKind: "value",
    text: "",
    quote: null,
    assertedBy: "user",
    validAt: null,
    invalidAt: null,
    confidence: 1,
    reasoning: null,
  } as const;
  const denial: FactProposal = {
    ...base,
    subject: "Ada",
    predicate: "LIVES_IN",
    object: "Lyon",
    polarity: "negative",
    change: null,
  };
  const stated: FactProposal = {
    ...base,
    subject: "Ada",
    predicate: "MOVED_TO",
    object: "Lille",
    polarity: "positive",
    change: "correction",
  };
  expect(alignDenials([denial, stated])[0]?.change).toBe("correction");
  expect(alignDenials([{ ...denial, subject: "Bea" }, stated])[0]?.change).toBeNull();
});
