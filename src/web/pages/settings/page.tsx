import { lazyPage } from "../../ui/lazy-page.tsx";
import { Views } from "../../ui/views.tsx";
import { Keys } from "./keys.tsx";
import { Machine } from "./machine.tsx";
import { Models } from "./models.tsx";
import { Preferences } from "./preferences.tsx";
import { t } from "../../language/text.ts";
import "./settings.css";

const VIEWS = [
  { name: "machine", title: t("Status"), view: Machine },
  { name: "models", title: t("Models"), view: Models },
  { name: "preferences", title: t("Preferences"), view: Preferences },
  { name: "keys", title: t("Keys"), view: Keys },
  { name: "transfer", title: t("Import & export"), view: lazyPage(() => import("./transfer.tsx")) },
];

export default function SettingsPage() {
  return <Views section="settings" title={t("Settings")} label={t("Parts of the settings")} views={VIEWS} />;
}
