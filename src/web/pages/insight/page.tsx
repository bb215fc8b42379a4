import { Tabs } from "../../ui/tabs.tsx";
import { route, replaceTo } from "../../router.ts";
import { Overview } from "./overview.tsx";
import { Quality } from "./quality.tsx";
import { ReportPage } from "./report.tsx";
import { ReportList } from "./report-list.tsx";
import { daysShown, makeReport, RANGES } from "./reports.ts";
import { Speed } from "./speed.tsx";
import { Button } from "../../ui/button.tsx";
import "./insight.css";

const VIEWS = [
  { name: "overview", title: "Overview", view: Overview },
  { name: "quality", title: "Quality", view: Quality },
  { name: "speed", title: "Speed and cost", view: Speed },
  { name: "reports", title: "Daily reports", view: ReportList },
];

export default function InsightPage() {
  const [, name = "overview", date] = route.value.parts;
  const days = daysShown();
  const Shown = VIEWS.find((one) => one.name === name)?.view ?? Overview;
  return (
    <div class="inner insight">
      <header class="page-head">
        <h1 class="grow">Insight</h1>
        <label class="row small">
          Period
          <select
            class="input"
            value={days}
            onChange={(event) => replaceTo(...route.value.parts, { days: event.currentTarget.value })}
          >
            {RANGES.map((range) => (
              <option key={range} value={range}>
                {range} days
              </option>
            ))}
          </select>
        </label>
        <Button small onClick={() => void makeReport()}>
          Update
        </Button>
      </header>
      <Tabs
        label="Views of insight"
        section="insight"
        views={VIEWS}
        current={name}
        query={{ days: String(days) }}
      />
      {name === "reports" && date !== undefined ? <ReportPage key={date} date={date} /> : <Shown />}
    </div>
  );
}
