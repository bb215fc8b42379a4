import { signal, type Signal, computed, effect } from "@preact/signals";
import { t } from "../language/text.ts";

/** Whether a media query matches, kept up to date. */
export function matches(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const now = signal(list.matches);
  list.addEventListener("change", () => (now.value = list.matches));
  return now;
}

export type Theme = "system" | "light" | "dark";
const KEY = "engram.theme";
const kept = localStorage.getItem(KEY);
export const theme = signal<Theme>(kept === "light" || kept === "dark" ? kept : "system");

const isDeviceDark = matches("(prefers-color-scheme: dark)");
export const isDark = computed(() =>
  theme.value === "system" ? isDeviceDark.value : theme.value === "dark",
);

effect(() => {
  if (theme.value === "system") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
    return;
  }
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(KEY, theme.value);
});

effect(() => {
  const bar = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  if (bar) bar.content = isDark.value ? "#15181a" : "#f7f6f2";
});

export const THEMES: Record<Theme, string> = {
  system: t("as this device"),
  light: t("light"),
  dark: t("dark"),
};

/** A canvas knows no custom properties: their colours in the theme that is on are read from an element. */
export const colourReader =
  (element: HTMLElement) =>
  (token: string): string => {
    const probe = element.appendChild(document.createElement("span"));
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
