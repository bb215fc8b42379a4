import { Tabs } from "../../ui/tabs.tsx";
import { route } from "../../router.ts";
import { Keys } from "./keys.tsx";
import { Machine } from "./machine.tsx";
import { Models } from "./models.tsx";
import { Preferences } from "./preferences.tsx";
import { Transfer } from "./transfer.tsx";
import "./settings.css";

const VIEWS = [
  { name: "machine", title: "Status", view: Machine },
  { name: "models", title: "Models", view: Models },
  { name: "preferences", title: "Preferences", view: Preferences },
  { name: "keys", title: "Keys", view: Keys },
  { name: "transfer", title: "Import & export", view: Transfer },
];

export default function SettingsPage() {
  const [, name = "machine"] = route.value.parts;
  const Shown = VIEWS.find((one) => one.name === name)?.view ?? Machine;
  return (
    <div class="inner settings">
      <header class="page-head">
        <h1>Settings</h1>
      </header>
      <Tabs label="Parts of the settings" section="settings" views={VIEWS} current={name} />
      <Shown />
    </div>
  );
}
