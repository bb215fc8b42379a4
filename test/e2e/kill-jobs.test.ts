import { expect, test } from "vitest";
import { killJobs } from "../support/kill-jobs.ts";
import { TOPICS } from "../support/kill-topics.ts";
import { UPKEEP } from "../support/kill-upkeep.ts";

/** A short run of `npm run bench -- kill-jobs`. */
test("deduplication and the tidying of types, killed again and again, end as if nobody had disturbed them", async () => {
  const report = await killJobs(4);
  expect(report.problems).toEqual([]);
  expect(report.merged).toBeGreaterThan(0);
  expect(report.renamed).toBeGreaterThan(0);
  expect(report.cutShort).toBeGreaterThan(0);
}, 300_000);

test("what keeps the graph right, killed again and again, ends as if nobody had disturbed it", async () => {
  const report = await killJobs(6, undefined, UPKEEP);
  expect(report.problems).toEqual([]);
  const { did } = report;
  expect(did).toMatchObject({ summaries: expect.any(Number), proposed: 100, orphans: expect.any(Number) });
  for (const what of ["summaries", "merged", "archived", "lowered", "orphans"])
    expect(did[what], what).toBeGreaterThan(0);
  expect(report.cutShort).toBeGreaterThan(0);
}, 300_000);

test("topics and summaries, killed again and again, end as if nobody had disturbed them", async () => {
  const report = await killJobs(4, undefined, TOPICS);
  expect(report.problems).toEqual([]);
  expect(report.did).toMatchObject({ communities: 4, created: 4 });
  expect(report.did["summaries"]).toBeGreaterThan(300);
  expect(report.did["written"]).toBeGreaterThan(4);
  expect(report.cutShort).toBeGreaterThan(0);
}, 300_000);
