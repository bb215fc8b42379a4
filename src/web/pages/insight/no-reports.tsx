import { Empty } from "../../ui/states.tsx";
import { makeReport } from "./reports.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

/** The lines are drawn from the daily reports: without one there is nothing to draw. */
export function NoReports() {
  return (
    <Empty title={t("No reports for this period")}>
      <p>{t("Each night I sum up the day in numbers, and draw them here.")}</p>
      <Button onClick={() => makeReport()}>{t("Make one now")}</Button>
    </Empty>
  );
}
