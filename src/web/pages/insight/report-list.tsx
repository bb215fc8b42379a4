import { hrefTo } from "../../router.ts";
import { dateOf, numberOf, percentOf } from "../../ui/format.ts";
import { usePages } from "../../ui/pages.ts";
import { Failed, Loading } from "../../ui/states.tsx";
import { NoReports } from "./no-reports.tsx";
import { useReportMade } from "./reports.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

const PER_PAGE = 31;

/** The days, newest first. */
export function ReportList() {
  const reports = usePages("GET /reports", {}, PER_PAGE);
  useReportMade(reports.reload);
  if (reports.error !== null) return <Failed error={reports.error} retry={reports.reload} />;
  if (reports.data === null) return <Loading />;
  if (reports.data.length === 0) return <NoReports />;
  return (
    <>
      <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Daily reports")}>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">{t("Day")}</th>
              {[t("turns"), t("new facts"), t("refused"), t("made up")].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reports.data.map(({ date, complete, growth, rejections, hallucinationRate }) => (
              <tr key={date}>
                <td>
                  <a href={hrefTo("insight", "reports", date)}>{dateOf(`${date}T12:00:00`)}</a>{" "}
                  {!complete && <span class="badge">{t("so far")}</span>}
                </td>
                <td class="number">{numberOf(growth.episodes)}</td>
                <td class="number">{numberOf(growth.facts)}</td>
                <td class="number">{numberOf(rejections.total)}</td>
                <td class="number">{hallucinationRate === null ? "-" : percentOf(hallucinationRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {reports.hasMore && (
        <Button disabled={reports.loading} onClick={reports.more}>
          {t("Show older")}
        </Button>
      )}
    </>
  );
}
