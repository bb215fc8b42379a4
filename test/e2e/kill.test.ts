import { expect, test } from "vitest";
import { killRounds } from "../support/kill-rounds.ts";

/** A short form; `npm run bench -- kill --rounds 100` is the long one. */
const ROUNDS = 6;

test("kill -9 under load loses nothing that was accepted and repeats no effect", async () => {
  const report = await killRounds(ROUNDS);
  expect(report.problems).toEqual([]);
  expect(report.accepted).toBeGreaterThan(ROUNDS);
  expect(report.done).toBeGreaterThan(0);
}, 120_000);
