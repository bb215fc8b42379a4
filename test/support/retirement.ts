import { ofUser, type ToldTurn } from "./belief-bench.ts";

/** A job that was told of, and the retirement that ends it. */
export const ACME = ofUser("WORKS_AT", "Acme", "The user works at Acme.", { quote: "I work at Acme" });
export const RETIRED = ofUser("RETIRED_FROM", "Acme", "The user retired from Acme.", {
  quote: "I retired from Acme",
});
export const AT_WORK: ToldTurn = {
  says: "I work at Acme, in the paint shop.",
  facts: [ACME],
  on: "2026-03-01",
};
export const IN_RETIREMENT: ToldTurn = { says: "I retired from Acme.", facts: [RETIRED], on: "2026-06-01" };
export const OVER = { old: ACME.text, new: RETIRED.text, ruling: "ending" } as const;
