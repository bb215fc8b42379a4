import { afterEach, beforeEach, expect, test } from "vitest";
import { REPORT_PAGE_POLICY, toHtml, toMarkdown } from "../../src/services/reports/render.ts";
import { report as reportJob } from "../../src/services/reports/report-job.ts";
import { viewReport } from "../../src/services/reports/view.ts";
import { dayReport } from "../contracts/memory-store-days.ts";
import { batch, entity, fact, must, rejection, say } from "../contracts/memory-store-story.ts";
import { openReportBench, type ReportBench } from "../support/report-bench.ts";

/** The report of a day: what it tells, when it is made and sent, how it is shown. */
let bench: ReportBench;

beforeEach(async () => {
  bench = await openReportBench();
});
afterEach(() => bench.close());

let runs = 0;
const run = (
  options: { automatic?: boolean; dryRun?: boolean; url?: string | null; userId?: string } = {},
) => {
  const { automatic = true, dryRun = false, url = null, userId = "ann" } = options;
  const deps = {
    ...bench.memory,
    notifier: bench.notifierTo(url),
    flush: async () => undefined,
    onError: bench.onError,
  };
  const { signal } = new AbortController();
  const runId = `report${(runs += 1)}`;
  const context = { userId, runId, dryRun, automatic, signal, spend: async () => undefined };
  return reportJob.run(deps, bench.memory.store.forUser(userId), context);
};
const reports = async () =>
  (await bench.ann.dayPage({ limit: 50, reported: true })).items.map(({ report }) => must(report));

/** A turn, two statements of which one is still there, two refusals, an answer that helped. */
async function aDay(date: string): Promise<void> {
  const noon = `${date}T12:00:00.000Z`;
  bench.setClock(noon);
  const said = await say(bench.ann, `e-${date}`, "Anna likes tea.", { recordedAt: noon, occurredAt: noon });
  await bench.ann.apply(
    batch([
      { op: "entity.put", entity: entity(`anna-${date}`, "Anna <b>*x*</b>", { createdAt: noon }) },
      {
        op: "fact.put",
        fact: fact(`f-${date}`, `anna-${date}`, "LIKES", {
          value: "tea",
          status: "verified",
          createdAt: noon,
        }),
      },
      { op: "mention.put", episodeId: said.id, entityId: `anna-${date}`, start: 0, end: 4 },
      {
        op: "rejection.put",
        rejection: rejection(`r1-${date}`, { at: noon, stage: "grounding", reason: "not_in_turn" }),
      },
      {
        op: "rejection.put",
        rejection: rejection(`r2-${date}`, { at: noon, stage: "grounding", reason: "question" }),
      },
    ]),
  );
  await bench.think(`e-${date}`, noon, ["extract", "blind"], 1);
  await bench.ann.recordFeedback([{ targetId: `f-${date}`, helpful: true, at: noon, basis: "rated" }]);
  await bench.ann.addCounts([
    {
      date,
      counts: {
        "turns.complete": 1,
        "extractions.done": 1,
        "extractions.malformed": 2,
        "judged.verified": 1,
        "judged.rejected": 2,
        "validations.grounding.rejected": 2,
        "ensemble.agreed": 3,
        "ensemble.disagreed": 1,
        "tokens.prompt": 10,
        "tokens.completion": 5,
      },
    },
  ]);
}

test("tells what happened, null where there is nothing to divide by", async () => {
  await aDay("2026-03-04");
  bench.setClock("2026-03-05T06:00:00.000Z");
  expect(await run()).toEqual({ reports: 1, sent: 0, unsent: 0 });
  expect(await reports()).toEqual([
    {
      date: "2026-03-04",
      from: "2026-03-04T00:00:00.000Z",
      to: "2026-03-05T00:00:00.000Z",
      madeAt: "2026-03-05T06:00:00.000Z",
      complete: true,
      sent: false,
      turns: { complete: 1 },
      extractions: {
        total: 1,
        done: 1,
        failed: 0,
        malformed: 2,
        validated: 1,
        rejected: 2,
        successRate: 0.333,
      },
      rejections: { total: 2, byStage: { grounding: 2 }, byReason: { not_in_turn: 1, question: 1 } },
      hallucinationRate: 0.333,
      suspicious: { count: 1, rate: 0.5 },
      ensemble: { agreed: 3, disagreed: 1, agreement: 0.75 },
      validations: { grounding: { rejected: 2 } },
      feedback: { helpful: 1, unhelpful: 0, helpfulShare: 1 },
      growth: { episodes: 1, facts: 1, entities: 1 },
      duplicateRate: 0,
      modelTokens: { prompt: 10, completion: 5, jobs: 0 },
      graph: { episodes: 1, conversations: 1, entities: { staged: 1 }, facts: { verified: 1 } },
      topEntities: [{ id: "anna-2026-03-04", mentions: 1 }],
      waiting: { extraction: 1, verification: 0, disputed: 0, reviews: {} },
    },
  ]);
  expect(JSON.stringify(await reports()), "ids and counts alone").not.toMatch(/Anna|tea/);
  const empty = bench.memory.store.forUser("empty");
  await empty.self();
  expect(await run({ userId: "empty" })).toEqual({ reports: 0, sent: 0, unsent: 0 });
  await run({ userId: "empty", automatic: false });
  const [day] = (await empty.dayPage({ limit: 9, reported: true })).items;
  expect(day?.report).toMatchObject({
    hallucinationRate: null,
    extractions: { successRate: null },
    ensemble: { agreement: null },
    feedback: { helpfulShare: null },
    suspicious: { rate: null },
  });
});

test("once made it stays; days that were missed are made up, on demand today as well; a dry run keeps nothing", async () => {
  await aDay("2026-03-01");
  await aDay("2026-03-04");
  bench.setClock("2026-03-06T06:00:00.000Z");
  expect(await run({ dryRun: true })).toEqual({ reports: 2 });
  expect(await reports()).toEqual([]);
  expect(await run()).toMatchObject({ reports: 2 });
  const made = await reports();
  expect(made.map(({ date }) => date)).toEqual(["2026-03-04", "2026-03-01"]);
  bench.setClock("2026-03-06T07:00:00.000Z");
  expect(await run()).toMatchObject({ reports: 0 });
  expect(await reports()).toEqual(made);
  expect(await run({ automatic: false })).toMatchObject({ reports: 1 });
  expect((await reports())[0]).toMatchObject({ date: "2026-03-06", complete: false });
  bench.setClock("2026-03-07T06:00:00.000Z");
  expect(await run({ url: bench.hook.url })).toEqual({ reports: 1, sent: 0, unsent: 0 });
  expect((await reports())[0], "the day is over").toMatchObject({ date: "2026-03-06", complete: true });
});

test("it is sent once, again when that failed, with names to the only user alone", async () => {
  await aDay("2026-03-04");
  bench.setClock("2026-03-05T06:00:00.000Z");
  bench.hook.answers.push(500);
  expect(await run({ url: bench.hook.url })).toEqual({ reports: 1, sent: 0, unsent: 1 });
  expect(bench.errors.length).toBeGreaterThan(0);
  expect(await run({ url: bench.hook.url })).toEqual({ reports: 0, sent: 1, unsent: 0 });
  expect(await run({ url: bench.hook.url })).toEqual({ reports: 0, sent: 0, unsent: 0 });
  const notice = JSON.parse(must(bench.hook.received[1]).body);
  expect(notice).toMatchObject({ kind: "report", subject: "Engram: report of 2026-03-04" });
  expect(notice.data.report.topEntities[0].name).toBe("Anna <b>*x*</b>");
  expect(notice.text).not.toContain("tea");

  await bench.memory.store.forUser("bob").self();
  await aDay("2026-03-05");
  bench.setClock("2026-03-06T06:00:00.000Z");
  expect(await run({ url: bench.hook.url })).toMatchObject({ sent: 1 });
  expect(must(bench.hook.received.at(-1)).body).not.toContain("Anna");
  expect(JSON.parse(must(bench.hook.received.at(-1)).body).subject).toBe(
    "Engram: report of 2026-03-05 for ann",
  );
});

test("a report of long ago is not sent any more, and one that is kept long enough goes", async () => {
  await bench.ann.putReport(dayReport("2025-01-01"), "2020-01-01");
  await aDay("2026-03-04");
  bench.setClock("2026-03-08T06:00:00.000Z");
  expect(await run({ url: bench.hook.url })).toEqual({ reports: 1, sent: 0, unsent: 0 });
  expect((await reports()).map(({ date }) => date)).toEqual(["2026-03-04"]);
});

test("as Markdown and as a page, a name is a name", async () => {
  await aDay("2026-03-04");
  bench.setClock("2026-03-05T06:00:00.000Z");
  await run();
  const view = await viewReport(bench.ann, must((await reports())[0]));
  const page = toHtml(view);
  expect(page).toContain("Anna &lt;b&gt;*x*&lt;/b&gt;");
  expect(page).not.toContain("<b>");
  expect(page).not.toMatch(/<script|\bon\w+=|href=|src=/);
  expect(page).toContain("33.3 %");
  expect(REPORT_PAGE_POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='/);
  const markdown = toMarkdown(view);
  expect(markdown).toContain("# Engram, 2026-03-04");
  expect(markdown).toContain(String.raw`Anna \<b\>\*x\*\</b\>`);
  await bench.ann.forget({ entityId: "anna-2026-03-04" }, bench.memory.clock.now());
  const after = await viewReport(bench.ann, must((await reports())[0]));
  expect(after.topEntities).toEqual([]);
  expect(toHtml(after) + toMarkdown(after)).not.toContain("Anna");
});
