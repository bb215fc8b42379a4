import type { Activity, DayCounts, DayReport } from "../../domain/model/day.ts";
import type { RejectionReason } from "../../domain/model/rejection.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { MemoryStore, RunRecord } from "../../ports/memory-store.ts";
import { USE_FIELDS } from "../maintenance/budget.ts";
import { dayBounds } from "../../domain/model/local-day.ts";

/** Not in the words: a reader would call it made up (F21). The quality of the checks is measured separately. */
const MADE_UP: ReadonlySet<string> = new Set<RejectionReason>([
  "no_evidence",
  "not_in_turn",
  "negation_lost",
  "wrong_subject",
  "recall_echo",
  "fact_check_failed",
  "ensemble_disagreement",
]);

/** Maximum runs of a user examined: more than one day has. */
const RUNS_MAX = 500;
const DIGITS = 1_000;

/** Null if the denominator is 0. Three digits. */
function share(part: number, whole: number): number | null {
  return whole <= 0 ? null : Math.round((part / whole) * DIGITS) / DIGITS;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** Proposals in a period that were rejected as made up, and all proposals: rejected, or still facts. */
export function inventedCounts({ rejections, facts }: Pick<Activity, "rejections" | "facts">): {
  refused: number;
  proposed: number;
} {
  const total = rejections.reduce((all, { count }) => all + count, 0);
  const refused = rejections.reduce((all, { reason, count }) => all + (MADE_UP.has(reason) ? count : 0), 0);
  return { refused, proposed: total + sum(facts) };
}

function grouped(rejections: Activity["rejections"], by: "stage" | "reason"): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of rejections) counts[one[by]] = (counts[one[by]] ?? 0) + one.count;
  return counts;
}

/** Counts whose names have this prefix, by the rest of the name. */
function countsUnder(counts: DayCounts, prefix: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, count]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), count] as const] : [],
    ),
  );
}

/** `shape.passed` by stage and outcome. */
function byStage(validations: Record<string, number>): DayReport["validations"] {
  const stages: DayReport["validations"] = {};
  for (const [name, count] of Object.entries(validations)) {
    const [stage = "", outcome = ""] = name.split(".");
    (stages[stage] ??= {})[outcome] = count;
  }
  return stages;
}

function tokensOf(runs: RunRecord[], from: Instant, to: Instant): number {
  return runs
    .filter(({ startedAt }) => startedAt >= from && startedAt < to)
    .reduce((total, { result }) => total + (result[USE_FIELDS.tokens] ?? 0), 0);
}

export interface ReportOf {
  userId: string;
  date: string;
  timeZone: string;
  now: Instant;
}

/** The report on one day of a user, from the current memory and counts. */
export async function makeReport(
  store: MemoryStore,
  { userId, date, timeZone, now }: ReportOf,
): Promise<DayReport> {
  const user = store.forUser(userId);
  const { from, to } = dayBounds(date, timeZone);
  const [activity, page, stats, runs] = await Promise.all([
    user.activity({ from, to }),
    user.dayPage({ from: date, to: date, limit: 1 }),
    user.stats(),
    store.system.runs(userId, RUNS_MAX),
  ]);
  const counts = page.items[0]?.counts ?? {};
  const of = (name: string): number => counts[name] ?? 0;
  const { refused, proposed } = inventedCounts(activity);
  const [done, failed] = [of("extractions.done"), of("extractions.failed")];
  // Web checks that support or contradict a statement are counted outside the turn's own judgement.
  const validated = of("judged.verified") + of("validations.web.passed");
  const rejected = of("judged.rejected") + of("validations.web.rejected");
  const [agreed, disagreed] = [of("ensemble.agreed"), of("ensemble.disagreed")];
  const { helpful, unhelpful } = activity.feedback;
  return {
    date,
    from,
    to,
    madeAt: now,
    complete: now >= to,
    sent: false,
    turns: countsUnder(counts, "turns."),
    extractions: {
      total: done + failed,
      done,
      failed,
      malformed: of("extractions.malformed"),
      validated,
      rejected,
      successRate: share(validated, validated + rejected),
    },
    rejections: {
      total: activity.rejections.reduce((total, { count }) => total + count, 0),
      byStage: grouped(activity.rejections, "stage"),
      byReason: grouped(activity.rejections, "reason"),
    },
    hallucinationRate: share(refused, proposed),
    suspicious: {
      count: activity.reasonings.suspicious,
      rate: share(activity.reasonings.suspicious, activity.reasonings.total),
    },
    ensemble: { agreed, disagreed, agreement: share(agreed, agreed + disagreed) },
    validations: byStage(countsUnder(counts, "validations.")),
    feedback: { helpful, unhelpful, helpfulShare: share(helpful, helpful + unhelpful) },
    growth: { episodes: activity.episodes, facts: sum(activity.facts), entities: activity.entities },
    duplicateRate: share(activity.openReviews["merge"] ?? 0, sum(stats.entities)),
    modelTokens: {
      prompt: activity.tokens.prompt + of("tokens.prompt"),
      completion: activity.tokens.completion + of("tokens.completion"),
      jobs: tokensOf(runs, from, to),
    },
    graph: {
      episodes: stats.episodes,
      conversations: stats.conversations,
      entities: stats.entities,
      facts: stats.facts,
    },
    topEntities: activity.topEntities,
    waiting: {
      extraction: stats.pending.extraction,
      verification: stats.pending.verification,
      disputed: stats.facts["disputed"] ?? 0,
      reviews: activity.openReviews,
    },
  };
}

/** Nothing was said, learned or rejected. */
export function isQuietDay({ turns, growth, rejections, extractions, feedback }: DayReport): boolean {
  return (
    sum(turns) +
      sum(growth) +
      rejections.total +
      extractions.total +
      feedback.helpful +
      feedback.unhelpful ===
    0
  );
}
