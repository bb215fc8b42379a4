import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import { hrefTo } from "../router.ts";
import { isOfInputMethod, latinKeyOf, useKeyDown } from "./input-method.ts";
import { Dialog } from "./dialog.tsx";
import { t } from "../language/text.ts";

interface Target {
  label: string;
  kind: string;
  href: string;
}

export const paletteOpen = signal(false);

const PLACES: Target[] = [
  { label: t("New conversation"), kind: t("chat"), href: hrefTo() },
  { label: t("About you"), kind: t("memory"), href: hrefTo("memory") },
  { label: t("Entities"), kind: t("memory"), href: hrefTo("memory", "entities") },
  { label: t("Facts"), kind: t("memory"), href: hrefTo("memory", "facts") },
  { label: t("Graph"), kind: t("memory"), href: hrefTo("memory", "graph") },
  { label: t("Timeline"), kind: t("memory"), href: hrefTo("memory", "timeline") },
  { label: t("Coming up"), kind: t("memory"), href: hrefTo("memory", "coming-up") },
  { label: t("Search memory"), kind: t("memory"), href: hrefTo("memory", "search") },
  { label: t("Schema"), kind: t("memory"), href: hrefTo("memory", "schema") },
  { label: t("Review"), kind: t("page"), href: hrefTo("review") },
  { label: t("Maintenance"), kind: t("page"), href: hrefTo("maintenance") },
  { label: t("Insight"), kind: t("page"), href: hrefTo("insight") },
  { label: t("Settings"), kind: t("page"), href: hrefTo("settings") },
];
const FOUND_MAX = 6;
const TYPING_MS = 120;

const placesFor = (text: string): Target[] =>
  PLACES.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));

async function foundFor(q: string, signal: AbortSignal): Promise<Target[]> {
  const query = { q, limit: FOUND_MAX };
  const [things, threads] = await Promise.all([
    api("GET /memory/entities", { query, signal }),
    api("GET /conversations", { query, signal }),
  ]);
  return [
    ...things.items.map(({ id, name, type }) => ({
      label: name,
      kind: type,
      href: hrefTo("memory", "entities", id),
    })),
    ...threads.items.map(({ id, title }) => ({
      label: title ?? t("Untitled"),
      kind: t("conversation"),
      href: hrefTo("chat", id),
    })),
  ];
}

/** Ctrl+K: any place, thing or conversation by a few letters of its name. */
export function Palette() {
  useKeyDown((event) => {
    if (latinKeyOf(event).toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    paletteOpen.value = true;
  });
  return paletteOpen.value ? <PaletteDialog /> : null;
}

function PaletteDialog() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Target[]>([]);
  const [at, setAt] = useState(0);
  // Local results appear at once: Enter right after typing goes to the right place.
  const targets = [...placesFor(text.trim()), ...found];
  useEffect(() => {
    const asked = new AbortController();
    setFound([]);
    setAt(0);
    if (text.trim() === "") return () => asked.abort();
    const typed = setTimeout(
      () => void foundFor(text.trim(), asked.signal).then(setFound, () => undefined),
      TYPING_MS,
    );
    return () => {
      clearTimeout(typed);
      asked.abort();
    };
  }, [text]);
  const close = (): void => void (paletteOpen.value = false);
  const go = (target: Target | undefined): void => {
    if (!target) return;
    close();
    location.hash = target.href;
  };
  const move = (event: KeyboardEvent): void => {
    if (isOfInputMethod(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") go(targets[at]);
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + step, 0), targets.length - 1);
    document.getElementById(`palette-${next}`)?.scrollIntoView({ block: "nearest" });
    setAt(next);
  };
  return (
    <Dialog title={t("Go to")} onClose={close}>
      <input
        class="input"
        autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={targets[at] ? `palette-${at}` : undefined}
        aria-label={t("Place, thing or conversation")}
        placeholder={t("Place, thing or conversation")}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={move}
      />
      <div class="palette">
        <ul id="palette-list" role="listbox" aria-label={t("Results")}>
          {targets.map((target, index) => (
            <li
              key={target.href}
              id={`palette-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={() => go(target)}
            >
              <span class="grow clip">{target.label}</span>
              <span class="muted small">{target.kind}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
