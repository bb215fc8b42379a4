import type { ComponentChildren } from "preact";
import type { Report } from "#client";
import { Button } from "../../ui/button.tsx";
import { Chart } from "../../ui/chart.tsx";
import { Empty, Show } from "../../ui/states.tsx";
import { daysShown, makeReport, useReports } from "./reports.ts";
import { t } from "../../language/text.ts";

/** What is drawn from the daily reports of the period: without one there is nothing to draw. */
export const Reported = ({ children }: { children: (reports: Report[]) => ComponentChildren }) => (
  <Show of={useReports(daysShown())} empty={<NoReports />}>
    {children}
  </Show>
);

export const NoReports = () => (
  <Empty
    title={t("No reports for this period")}
    says={t("Each night I sum up the day in numbers, and draw them here.")}
  >
    <Button onClick={makeReport}>{t("Make one now")}</Button>
  </Empty>
);

interface Props {
  title: string;
  caption: string;
  reports: Report[];
  areShares?: boolean;
  /** By name, the number of a day. */
  lines: Record<string, (report: Report) => number | null>;
}

/** Numbers of the reports over their days. */
export const ReportChart = ({ reports, lines, ...chart }: Props) => (
  <Chart
    {...chart}
    days={reports.map(({ date }) => date)}
    series={Object.entries(lines).map(([name, of]) => ({ name, values: reports.map(of) }))}
  />
);
