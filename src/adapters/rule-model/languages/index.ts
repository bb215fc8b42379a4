import { LANGUAGES, type Language } from "../../../language/index.ts";
import { fold, words } from "../../../domain/text.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import type { LanguagePack } from "./pack.ts";

export const PACKS: Record<Language, LanguagePack> = { en: EN, de: DE, fr: FR, es: ES };

/** The words of one entry, folded; a dot stands for a space. */
export function listed(entry: string): string[] {
  return entry
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => fold(word.replaceAll(".", " ")));
}

const MARKERS = LANGUAGES.map((language) => {
  const { markers, questions, my, self, kinOf } = PACKS[language];
  const written = words(`${self} ${kinOf.self[0].replace("{kin}", "")}`);
  return { language, marks: new Set([...[markers, questions, my].flatMap(listed), ...written]) };
});

/** The language with the most words of its own; `fallback` when no word tells. */
export function detectLanguage(text: string, fallback: Language = "en"): Language {
  const seen = words(text.slice(0, 2_000));
  const hits = (language: Language): number =>
    seen.filter((word) => MARKERS.find((one) => one.language === language)?.marks.has(word)).length;
  return [fallback, ...LANGUAGES].reduce((best, next) => (hits(next) > hits(best) ? next : best));
}
