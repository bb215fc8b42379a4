import { hrefTo } from "../../router.ts";
import { dateOf, numberOf, percentOf } from "../../ui/format.ts";
import { usePages } from "../../ui/pages.ts";
import { More, Show } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { NoReports } from "./reported.tsx";
import { useReportMade } from "./reports.ts";
import { t } from "../../language/text.ts";

const PER_PAGE = 31;

/** The days, newest first. */
export function ReportList() {
  const reports = usePages("GET /reports", {}, PER_PAGE);
  useReportMade(reports.reload);
  return (
    <Show of={reports} empty={<NoReports />}>
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
