import { Tabs } from "../../ui/tabs.tsx";
import { route, replaceTo } from "../../router.ts";
import { Overview } from "./overview.tsx";
import { Quality } from "./quality.tsx";
import { ReportPage } from "./report.tsx";
import { ReportList } from "./report-list.tsx";
import { daysShown, makeReport, RANGES } from "./reports.ts";
import { Speed } from "./speed.tsx";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";
import "./insight.css";

const VIEWS = [
  { name: "overview", title: t("Overview"), view: Overview },
  { name: "quality", title: t("Quality"), view: Quality },
  { name: "speed", title: t("Speed and cost"), view: Speed },
  { name: "reports", title: t("Daily reports"), view: ReportList },
];

export default function InsightPage() {
  const [, name = "overview", date] = route.value.parts;
  const days = daysShown();
  const Shown = VIEWS.find((one) => one.name === name)?.view ?? Overview;
  return (
    <div class="inner insight">
      <header class="page-head">
        <h1 class="grow">{t("Insight")}</h1>
        <label class="row small">
          {t("Period")}
          <select
            class="input"
            value={days}
            onChange={(event) => replaceTo(...route.value.parts, { days: event.currentTarget.value })}
          >
            {RANGES.map((range) => (
              <option key={range} value={range}>
                {t("{n} day | {n} days", { n: range })}
              </option>
            ))}
          </select>
        </label>
        <Button small onClick={() => makeReport()}>
          {t("Update")}
        </Button>
      </header>
      <Tabs
        label={t("Views of insight")}
        section="insight"
        views={VIEWS}
        current={name}
        query={{ days: String(days) }}
      />
      {name === "reports" && date !== undefined ? <ReportPage key={date} date={date} /> : <Shown />}
    </div>
  );
}
