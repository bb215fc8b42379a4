import { expect, test } from "vitest";
import { killJobs } from "../support/kill-jobs.ts";
import { TOPICS } from "../support/kill-topics.ts";

/** A short run of `npm run bench -- kill-jobs`. */
test("deduplication and the tidying of types, killed again and again, end as if nobody had disturbed them", async () => {
  const report = await killJobs(4);
  expect(report.problems).toEqual([]);
  expect(report.merged).toBeGreaterThan(0);
  expect(report.renamed).toBeGreaterThan(0);
  expect(report.cutShort).toBeGreaterThan(0);
}, 300_000);

test("topics and summaries, killed again and again, end as if nobody had disturbed them", async () => {
  const report = await killJobs(4, undefined, TOPICS);
  expect(report.problems).toEqual([]);
  expect(report.totals).toMatchObject({ communities: 4, created: 4 });
  expect(report.totals.summaries).toBeGreaterThan(300);
  expect(report.totals.written).toBeGreaterThan(4);
  expect(report.cutShort).toBeGreaterThan(0);
}, 300_000);
