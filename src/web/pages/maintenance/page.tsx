import { Tabs } from "../../ui/tabs.tsx";
import { route } from "../../router.ts";
import { AuditList } from "./audit.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { History } from "./history.tsx";
import { Jobs } from "./jobs.tsx";
import { RunPage } from "./run.tsx";
import { t } from "../../language/text.ts";
import "./maintenance.css";

const VIEWS = [
  { name: "jobs", title: t("Jobs"), view: Jobs },
  { name: "runs", title: t("History"), view: History },
  { name: "failed", title: t("Failed jobs"), view: DeadLetters },
  { name: "record", title: t("Audit log"), view: AuditList },
];

export default function MaintenancePage() {
  const [, name = "jobs", id] = route.value.parts;
  const Shown = (VIEWS.find((one) => one.name === name) ?? VIEWS[0])?.view ?? Jobs;
  return (
    <div class="inner maintenance">
      <header class="page-head">
        <h1>{t("Maintenance")}</h1>
      </header>
      <Tabs label={t("Views of maintenance")} section="maintenance" views={VIEWS} current={name} />
      {name === "runs" && id !== undefined ? <RunPage key={id} id={id} /> : <Shown />}
    </div>
  );
}
