import { expect, test } from "vitest";
import { OUTCOMES } from "../../../../src/domain/model/context.ts";
import { outcomeEvent, procedureText, recordOf, stepsOf } from "../../../../src/domain/model/procedure.ts";

const at = (day: number): string => `2026-05-0${day}T10:00:00.000Z`;

test("only a list of steps makes a procedure", () => {
  const of = (steps: string | number, type = "procedure") => stepsOf({ type, properties: { steps } });
  expect(of('["Stop","Start"]')).toEqual(["Stop", "Start"]);
  expect(of('["Stop"]', "recipe")).toBeNull();
  for (const broken of ["[", "{}", "null", '"Stop"', 3]) expect(of(broken)).toBeNull();
  expect(stepsOf({ type: "procedure", properties: {} })).toBeNull();
});

test("each outcome counts as what it is; a neutral one is a use alone", () => {
  const events = OUTCOMES.map((outcome, n) => outcomeEvent("p", outcome, at(n + 1), undefined));
  expect(recordOf(events)).toEqual({
    uses: 4,
    worked: 1,
    partly: 1,
    failed: 1,
    successRate: 0.5,
    lastUsedAt: at(4),
  });
  expect(recordOf([])).toMatchObject({ uses: 0, successRate: null, lastUsedAt: null });
});

test("its line tells the record before the steps", () => {
  const text = (outcomes: ("success" | "neutral")[]): string => {
    const events = outcomes.map((outcome, n) => outcomeEvent("p", outcome, at(n + 1), undefined));
    return procedureText("Deploy", ["Build", "Copy"], recordOf(events));
  };
  expect(text([])).toBe("Deploy: 1. Build; 2. Copy");
  expect(text(["neutral"])).toBe("Deploy (last used on 2026-05-01): 1. Build; 2. Copy");
  expect(text(["success", "success"])).toBe(
    "Deploy (worked 2 of 2 times, last used on 2026-05-02): 1. Build; 2. Copy",
  );
});
