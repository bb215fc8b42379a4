import type { Language } from "../../../domain/language.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { Phrases } from "./phrases.ts";

export const PHRASES: Record<Language, Phrases> = { en, de, fr, es };
export type { Phrases };
