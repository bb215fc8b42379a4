import type { Language } from "../../../language/index.ts";
import { fold } from "../../../domain/text.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import type { RelationForms } from "./relation-forms.ts";

export const RELATION_FORMS: Record<Language, RelationForms> = { en: EN, de: DE, fr: FR, es: ES };

/** The words of one entry, folded; a dot stands for a space. */
export function listed(entry: string): string[] {
  return entry
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => fold(word.replaceAll(".", " ")));
}
