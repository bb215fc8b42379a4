import { api } from "../../api/client.ts";
import type { Report } from "#client";
import { route } from "../../router.ts";
import { useMemoryFrames, useQuery, type Loaded } from "../../ui/query.ts";
import { attempt } from "../../ui/toast.tsx";

export const RANGES = [7, 30, 90];
const DAYS_DEFAULT = 30;
const DAY_MS = 86_400_000;
const JOB = "report";

/** The number of days shown; stored in the URL. */
export function daysShown(): number {
  const asked = Number(route.value.query.get("days"));
  return RANGES.includes(asked) ? asked : DAYS_DEFAULT;
}

export const firstDay = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Oldest first. Reloaded when the job that writes them has finished. */
export function useReports(days: number): Loaded<Report[]> {
  const reports = useQuery(
    async (signal) => {
      const query = { from: firstDay(days), limit: days + 1 };
      return (await api("GET /reports", { query, signal })).items.toReversed();
    },
    [days],
  );
  useReportMade(reports.reload);
  return reports;
}

export function useReportMade(work: () => void): void {
  useMemoryFrames((frame) => {
    if (frame.type === "maintenance.run" && frame.job === JOB && frame.state === "done") work();
  });
}

export const makeReport = (): Promise<boolean> =>
  attempt(() => api("POST /maintenance/jobs/{name}/run", { path: { name: JOB }, body: {} }));
