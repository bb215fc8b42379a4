import { expect, test } from "vitest";
import { killPass } from "../support/kill-pass.ts";

/** A short run of `npm run bench -- kill-pass`. */
test("an idle pass that is killed again and again ends as one that nobody disturbed", async () => {
  const report = await killPass(4);
  expect(report.problems).toEqual([]);
  expect(report.calls.undisturbed).toBeGreaterThan(report.turns);
  expect(report.calls.killed).toBeLessThanOrEqual(report.calls.undisturbed + report.rounds);
}, 120_000);
