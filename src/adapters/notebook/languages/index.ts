import type { Language } from "../../../language/index.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import type { Grammar } from "./grammar.ts";

/** The languages whose plainest sentences are read. */
export const GRAMMARS: Readonly<Partial<Record<Language, Grammar>>> = { en: EN, de: DE, fr: FR, es: ES };
