import { join } from "node:path";
import { expect, test } from "vitest";
import { baselineName, losses, readBaseline } from "../../eval/baseline.ts";
import type { Extractor } from "../../eval/suite.ts";
import { SUITES } from "../../eval/suites.ts";

const DATA = join(import.meta.dirname, "../..", "eval", "data");
/** The lives take about a minute on two free cores. */
const SLOW_MS = 480_000;

async function lost(name: string, extractor: Extractor): Promise<string[]> {
  const suite = await SUITES[name]?.();
  if (!suite) throw new Error(`there is no suite ${name}`);
  const result = await suite.run({ data: DATA, extractor, progress: () => {} });
  const baseline = readBaseline(baselineName(name, suite.extracts ? extractor : null));
  if (baseline === null) return [`no baseline is kept for ${name}`];
  return losses(result.metrics, baseline);
}

test("lives: memory is no worse than the baseline", { timeout: SLOW_MS }, async () => {
  expect(await lost("lives", "recorded")).toEqual([]);
});

test("proposals: the stages are no worse than the baseline", { timeout: SLOW_MS }, async () => {
  expect(await lost("proposals", "replay")).toEqual([]);
});

test("simulate: a year is lived, and what was believed and is so stays", { timeout: SLOW_MS }, async () => {
  const suite = await SUITES["simulate"]?.();
  const simulation = { years: 1, turnsPerDay: 1, seed: 1, onEveryDays: 30 };
  const result = await suite?.run({ data: DATA, extractor: "replay", simulation, progress: () => {} });
  const figures = new Map(result?.metrics.map(({ name, value }) => [name, value]));
  expect(figures.get("active_facts_true")).toBeGreaterThan(0.95);
  expect(figures.get("true_facts_known")).toBeGreaterThan(0.9);
  expect(figures.get("true_facts_lost")).toBe(0);
});
