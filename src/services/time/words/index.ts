import type { Language } from "../types.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { TimeWords } from "./words.ts";

export type { TimeWords } from "./words.ts";

export const WORDS: Record<Language, TimeWords> = { en, de, fr, es };
