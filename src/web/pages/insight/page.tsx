import { Choice, Button } from "../../ui/controls.tsx";
import { setFilter } from "../../ui/filters.tsx";
import { Views } from "../../ui/views.tsx";
import { Overview } from "./overview.tsx";
import { Quality } from "./quality.tsx";
import { ReportPage, ReportList, daysShown, makeReport, RANGES } from "./reports.tsx";
import { Speed } from "./speed.tsx";
import { t } from "../../language/text.ts";
import "./insight.css";

const VIEWS = [
  { name: "overview", title: t("Overview"), view: Overview },
  { name: "quality", title: t("Quality"), view: Quality },
  { name: "speed", title: t("Speed and cost"), view: Speed },
  { name: "reports", title: t("Daily reports"), view: ReportList, one: ReportPage },
];

export default function InsightPage() {
  const days = String(daysShown());
  return (
    <Views
      section="insight"
      title={t("Insight")}
      label={t("Views of insight")}
      views={VIEWS}
      query={{ days }}
      aside={
        <>
          <label class="row small">
            {t("Period")}
            <Choice
              value={days}
              options={RANGES.map((range) => [String(range), t("{n} day | {n} days", { n: range })] as const)}
              set={(range) => setFilter({ days: range })}
            />
          </label>
          <Button small onClick={makeReport}>
            {t("Update")}
          </Button>
        </>
      }
    />
  );
}
