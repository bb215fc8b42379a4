import { api } from "../../api/client.ts";
import type { MemoryFrame } from "../../api/live.ts";
import type { Report } from "#client";
import { route, hrefTo } from "../../router.ts";
import { useAnswer, useMemoryFrames, usePages, useQuery } from "../../ui/query.ts";
import { runJob } from "../../ui/facts.tsx";
import type { ComponentChildren } from "preact";
import { Button } from "../../ui/controls.tsx";
import { Chart } from "../../ui/chart.tsx";
import { Show, More } from "../../ui/parts.tsx";
import { t } from "../../language/text.ts";
import { dateOf, numberOf, percentOf } from "../../ui/format.ts";
import { Table } from "../../ui/table.tsx";
import { Markdown } from "../../ui/markdown.tsx";

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

const isReportMade = (frame: MemoryFrame): boolean =>
  frame.type === "maintenance.run" && frame.job === JOB && frame.state === "done";

export const makeReport = (): Promise<unknown> => runJob(JOB);

/** What is drawn from the daily reports of the period, oldest first: without one there is nothing to draw. */
export function Reported({ children }: { children: (reports: Report[]) => ComponentChildren }) {
  const query = { from: firstDay(daysShown()), limit: daysShown() + 1 };
  return (
    <Show of={useAnswer("GET /reports", { query }, isReportMade)} empty={NO_REPORTS}>
      {({ items }) => children(items.toReversed())}
    </Show>
  );
}

const NO_REPORTS = {
  title: t("No reports for this period"),
  says: t("Each night I sum up the day in numbers, and draw them here."),
  children: <Button onClick={makeReport}>{t("Make one now")}</Button>,
};

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

const PER_PAGE = 31;

/** The days, newest first. */
export function ReportList() {
  const reports = usePages("GET /reports", {}, PER_PAGE);
  useMemoryFrames((frame) => isReportMade(frame) && reports.reload());
  return (
    <Show of={reports} empty={NO_REPORTS}>
      {(items) => (
        <>
          <Table
            label={t("Daily reports")}
            rows={items}
            keyOf={({ date }) => date}
            columns={[
              {
                title: t("Day"),
                cell: ({ date, complete }) => (
                  <>
                    <a href={hrefTo("insight", "reports", date)}>{dateOf(`${date}T12:00:00`)}</a>{" "}
                    {!complete && <span class="badge">{t("so far")}</span>}
                  </>
                ),
              },
              { title: t("turns"), class: "number", cell: ({ growth }) => numberOf(growth.episodes) },
              { title: t("new facts"), class: "number", cell: ({ growth }) => numberOf(growth.facts) },
              { title: t("refused"), class: "number", cell: ({ rejections }) => numberOf(rejections.total) },
              {
                title: t("made up"),
                class: "number",
                cell: ({ hallucinationRate: rate }) => (rate === null ? "-" : percentOf(rate)),
              },
            ]}
          />
          <More of={reports} label={t("Show older")} />
        </>
      )}
    </Show>
  );
}

async function readReport(date: string, signal: AbortSignal): Promise<string> {
  const given = { path: { date }, accept: "text/markdown", signal };
  return (await api.open("GET /reports/{date}", given)).text();
}

/** One day's report to the owner. */
export function ReportPage({ id: date }: { id: string }) {
  const report = useQuery((signal) => readReport(date, signal), [date]);
  return (
    <>
      <p>
        <a href={hrefTo("insight", "reports")}>{t("All days")}</a>
      </p>
      <Show of={report}>
        {(text) => (
          <article class="card report">
            <Markdown text={text} />
          </article>
        )}
      </Show>
    </>
  );
}
