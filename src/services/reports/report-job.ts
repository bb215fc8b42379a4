import type { DayReport } from "../../domain/model/day.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Needs } from "../kernel.ts";
import { defineJob } from "../maintenance/job.ts";
import { localDate, plusDays } from "../../domain/model/local-day.ts";
import { isQuietDay, makeReport } from "./make-report.ts";
import { toMarkdown } from "./render.ts";
import { viewReport, withoutNames } from "./view.ts";

interface ReportDeps extends Needs<"store" | "clock" | "newId" | "notifier"> {
  /** Writes pending counts. */
  flush: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** Past days whose report is made if missing, or if it was made before the day ended. */
const DAYS_BACK = 7;
/** An older report is not sent any more: after a long downtime it is no longer expected. */
const SENT_WITHIN_DAYS = 2;
/** Days kept: a year and a month, to compare with the year before. */
const KEPT_DAYS = 400;

/**
 * Job `report`: makes the missing reports of past days and, on demand, one of today so far. A new report replaces the
 * previous one; the report of a past day is not made again. Days without activity have none.
 */
export const report = defineJob<ReportDeps>({
  name: "report",
  title: "Daily report",
  does: "Makes the daily report of the last seven days that have none, and of today so far.",
  schedule: "0 6 * * *",
  async work({ user, dryRun, automatic, signal }, deps) {
    const { store, clock, notifier } = deps;
    await deps.flush();
    const { timeZone } = await user.settings();
    const now = clock.now();
    const today = localDate(now, timeZone);
    const { items } = await user.dayPage({ from: plusDays(today, -DAYS_BACK), limit: DAYS_BACK + 2 });
    const known = new Map(items.map((day) => [day.date, day.report]));
    const dates = Array.from({ length: DAYS_BACK }, (_, i) => plusDays(today, i - DAYS_BACK)).filter(
      (date) => known.has(date) || date === plusDays(today, -1),
    );
    const result = { reports: 0, sent: 0, unsent: 0 };
    for (const date of automatic ? dates : [...dates, today]) {
      signal.throwIfAborted();
      const old = known.get(date) ?? null;
      const isDone = old?.complete === true;
      const report = isDone ? old : await makeReport(store, { userId: user.userId, date, timeZone, now });
      if (old === null && date !== today && isQuietDay(report)) continue;
      if (!isDone) result.reports += 1;
      if (dryRun) continue;
      const keepFrom = plusDays(today, -KEPT_DAYS);
      if (!isDone) await user.putReport(report, keepFrom);
      if (notifier.channels.length === 0 || !report.complete || report.sent) continue;
      if (isQuietDay(report)) continue;
      if (date < plusDays(today, -SENT_WITHIN_DAYS)) continue;
      const sent = await send(deps, user, report);
      if (sent) await user.putReport({ ...report, sent }, keepFrom);
      result[sent ? "sent" : "unsent"] += 1;
    }
    if (dryRun) return { reports: result.reports };
    return result;
  },
});

/** Recipients of notices may read names only if there is a single user, and only that user's. */
async function send(
  { store, notifier, newId, onError }: ReportDeps,
  user: UserStore,
  report: DayReport,
): Promise<boolean> {
  const { userId } = user;
  const isOnly = (await store.system.users()).length === 1;
  const view = isOnly ? await viewReport(user, report) : withoutNames(report);
  try {
    await notifier.send({
      id: newId(),
      kind: "report",
      subject: `Engram: report of ${report.date}${isOnly ? "" : ` for ${userId}`}`,
      text: toMarkdown(view),
      data: { userId, report: view },
    });
    return true;
  } catch (error) {
    onError(error);
    return false;
  }
}
