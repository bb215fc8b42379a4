import { expect, test } from "vitest";
import { startHookReceiver } from "../../support/hook-receiver.ts";
import { killJobs } from "../../support/kill-jobs.ts";
import { keeping } from "../../support/kill-keeping.ts";
import { TOPICS } from "../../support/kill-topics.ts";
import { UPKEEP } from "../../support/kill-upkeep.ts";

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

test("vectors made anew, backups and reports, killed again and again, end as if nobody had disturbed them", async () => {
  const hook = await startHookReceiver();
  try {
    const report = await killJobs(6, undefined, keeping(hook.url));
    expect(report.problems).toEqual([]);
    // Two days are recent enough to be told of; today is made as well.
    expect(report.did).toMatchObject({ reports: 7, sent: 2, unsent: 0 });
    expect(report.did["records"]).toBeGreaterThan(4_000);
    expect(report.cutShort).toBeGreaterThan(0);
    const told = hook.received.map(({ body }) => JSON.parse(body).data.report.date as string);
    expect(new Set(told).size).toBe(2);
  } finally {
    await hook.close();
  }
}, 300_000);
