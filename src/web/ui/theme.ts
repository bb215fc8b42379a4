import { computed, effect, signal } from "@preact/signals";
import { matches } from "./media.ts";
import { t } from "../language/text.ts";

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
