import { expect, test } from "vitest";
import { agreementOn } from "../../../../src/domain/belief/agreement.ts";
import type { Ballot, Trace } from "../../../../src/domain/model/trace.ts";

const PURPOSES = ["blind", "verdict-a", "verdict-b"] as const;

/** What the first passes of three come to. */
function outcomeOf(supported: boolean, ...ballots: Ballot[]): string {
  const traces = ballots.map(
    (ballot, n) => ({ purpose: PURPOSES[n], ballots: { f: ballot } }) as unknown as Trace,
  );
  const complete = ballots.length === PURPOSES.length;
  return agreementOn("f", traces, { rateMin: 0.6, supported, sure: false, complete }).outcome;
}

test("what code supports is refused by all passes, not by the first two", () => {
  expect(outcomeOf(true, "against", "against")).toBe("none");
  expect(outcomeOf(true, "against", "against", "for")).toBe("split");
  expect(outcomeOf(true, "against", "against", "against")).toBe("reject");
});

test("what code doubts is refused by two", () => {
  expect(outcomeOf(false, "against", "against")).toBe("reject");
  expect(outcomeOf(false, "for", "against", "against")).toBe("reject");
});

test("two of three make it believed, whatever code thinks", () => {
  for (const supported of [true, false]) expect(outcomeOf(supported, "for", "against", "for")).toBe("accept");
});
