import type { Language } from "../../../domain/language.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { IntentWords } from "./words.ts";

export const WORDS: Record<Language, IntentWords> = { en, de, fr, es };
export type { IntentWords };
