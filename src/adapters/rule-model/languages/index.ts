import { guessLanguage } from "../../../language/index.ts";
import { fold } from "../../../language/text.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import type { RelationForms } from "./relation-forms.ts";

/** The languages that rules read: not every one of which code knows the words. */
const KNOWN = { en: EN, de: DE, fr: FR, es: ES };

export type RuleLanguage = keyof typeof KNOWN;
export const RELATION_FORMS: Readonly<Record<RuleLanguage, RelationForms>> = KNOWN;
export const RULE_LANGUAGES = Object.keys(KNOWN) as RuleLanguage[];

/** The language of a text; `fallback` where no rules read it. */
export function guessRuleLanguage(text: string, fallback: RuleLanguage = "en"): RuleLanguage {
  const guess = guessLanguage(text, fallback);
  return RULE_LANGUAGES.find((known) => known === guess) ?? fallback;
}

/** The words of one entry, folded; a dot stands for a space. */
export function listed(entry: string): string[] {
  return entry
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => fold(word.replaceAll(".", " ")));
}
