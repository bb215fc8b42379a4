import { Views } from "../../ui/views.tsx";
import { Jobs } from "./jobs.tsx";
import { AuditList, DeadLetters, History } from "./lists.tsx";
import { RunPage } from "./run.tsx";
import { t } from "../../language/text.ts";
import "./maintenance.css";

const VIEWS = [
  { name: "jobs", title: t("Jobs"), view: Jobs },
  { name: "runs", title: t("History"), view: History, one: RunPage },
  { name: "failed", title: t("Failed jobs"), view: DeadLetters },
  { name: "record", title: t("Audit log"), view: AuditList },
];

export default function MaintenancePage() {
  return (
    <Views section="maintenance" title={t("Maintenance")} label={t("Views of maintenance")} views={VIEWS} />
  );
}
