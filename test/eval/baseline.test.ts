import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withFigures } from "../docs/figures.ts";
import { losses } from "./baseline.ts";
import type { Measured } from "./stats/measured.ts";

const measured = (name: string, better: "more" | "less", value: number): Measured => ({
  name,
  better,
  value,
  hits: null,
  of: 1,
  interval: null,
});

test("worse in either direction and missing are losses; better and a hair's breadth are none", () => {
  const now = [
    measured("precision", "more", 0.8),
    measured("recall", "more", 0.897),
    measured("traps_believed", "less", 0.3),
    measured("wrongly_closed", "less", 0.01),
  ];
  const values = { precision: 0.9, recall: 0.9, traps_believed: 0.2, wrongly_closed: 0.02, as_of_right: 0.5 };
  const before = Object.entries(values).map(([name, value]) => [name, measured(name, "more", value)]);
  expect(losses(now, Object.fromEntries(before))).toEqual([
    "precision is 0.8; it was 0.9",
    "traps_believed is 0.3; it was 0.2",
    "as_of_right is missing; it was 0.5",
  ]);
});

test("the figures of docs/evaluation.md are written from the baselines", () => {
  const page = readFileSync("docs/evaluation.md", "utf8");
  expect(withFigures(page) === page, "run `npm run docs:figures`").toBe(true);
});
