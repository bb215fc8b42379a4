import { hrefTo, route } from "../../router.ts";
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
      <nav class="tabs" aria-label="Parts of the settings">
        {VIEWS.map((one) => (
          <a
            key={one.name}
            href={one.name === "machine" ? hrefTo("settings") : hrefTo("settings", one.name)}
            aria-current={one.name === name ? "page" : undefined}
          >
            {one.title}
          </a>
        ))}
      </nav>
      <Shown />
    </div>
  );
}
