import { Suspense } from "preact/compat";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { Loading } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { route } from "../../router.ts";
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
  const [, name = "machine"] = route.value.parts;
  const Shown = VIEWS.find((one) => one.name === name)?.view ?? Machine;
  return (
    <div class="inner settings">
      <header class="page-head">
        <h1>{t("Settings")}</h1>
      </header>
      <Tabs label={t("Parts of the settings")} section="settings" views={VIEWS} current={name} />
      <Suspense fallback={<Loading />}>
        <Shown />
      </Suspense>
    </div>
  );
}
