import type { Language } from "../grammar.ts";
import { GERMAN_FORMS } from "./de.ts";
import { ENGLISH_FORMS } from "./en.ts";
import { SPANISH_FORMS } from "./es.ts";
import type { SentenceForm } from "./form.ts";
import { FRENCH_FORMS } from "./fr.ts";

export type { SentenceForm } from "./form.ts";

export const FORMS: Readonly<Record<Language, readonly SentenceForm[]>> = {
  en: ENGLISH_FORMS,
  de: GERMAN_FORMS,
  fr: FRENCH_FORMS,
  es: SPANISH_FORMS,
};
