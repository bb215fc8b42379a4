import "../storage.ts";
import type { ComponentChildren } from "preact";
import type de from "./de.json";

/** The English text is the key; German stands for all, which a test compares. */
export type Text = keyof typeof de;
type NamesOf<Of> = Of extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesOf<Rest> : never;
type Given<Of, Value> = [NamesOf<Of>] extends [never] ? [] : [values: Record<NamesOf<Of>, Value>];

/** One file for each language but English, loaded when it is spoken. */
const CATALOGUES = import.meta.glob<Record<string, string>>("./*.json", { import: "default" });
/** ISO 639-1. */
export const LANGUAGES = ["en", ...Object.keys(CATALOGUES).map((file) => file.slice(2, -5))];

const KEY = "engram.language";
/** The choice of this browser's user; empty: as the browser. */
export const chosenLanguage = localStorage.getItem(KEY) ?? "";

/** Every text changes: the page starts anew. */
export function chooseLanguage(code: string): void {
  if (code === "") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, code);
  location.reload();
}

const isOf = (code: string, tag: string): boolean => tag === code || tag.startsWith(`${code}-`);
const language =
  [chosenLanguage, ...navigator.languages].flatMap(
    (tag) => LANGUAGES.find((code) => isOf(code, tag)) ?? [],
  )[0] ?? "en";
/** For dates and numbers: the browser's form of the language, "de-AT". */
export const locale = navigator.languages.find((tag) => isOf(language, tag)) ?? language;
document.documentElement.lang = language;

/** Modules that use texts wait for it; without it they are English. */
const catalogue = (await CATALOGUES[`./${language}.json`]?.().catch(() => null)) ?? {};

const plural = new Intl.PluralRules(locale);
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"].filter((name) =>
  plural.resolvedOptions().pluralCategories.includes(name as Intl.LDMLPluralRule),
);

/** Of "{n} fact | {n} facts": the form for `n`, in the order of the language's plural categories. */
function formOf(text: string, n: unknown): string {
  const forms = text.split(" | ");
  const at = CATEGORIES.indexOf(plural.select(Number(n ?? 0)));
  return forms[Math.min(at, forms.length - 1)] ?? text;
}

function partsOf<Value>(text: string, values: Record<string, Value>): (Value | string)[] {
  return formOf(catalogue[text] ?? text, values["n"])
    .split(/\{(\w+)\}/)
    .map((part, at) => {
      const value = at % 2 === 0 ? part : (values[part] as Value);
      return typeof value === "number" ? value.toLocaleString(locale) : value;
    });
}

/** The text in the reader's language, with its values: `t("{n} fact | {n} facts", { n })`. */
export function t<Of extends Text>(text: Of, ...[values]: Given<Of, string | number>): string {
  return partsOf(text, values ?? {}).join("");
}

/** A text that the service writes, such as the title of a job; in English where no catalogue has it. */
export const ofService = (text: string): string => catalogue[text] ?? text;

/** The same with elements among its values. */
export function rich<Of extends Text>(text: Of, ...[values]: Given<Of, ComponentChildren>) {
  return partsOf<ComponentChildren>(text, values ?? {});
}
