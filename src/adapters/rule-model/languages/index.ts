import { guessLanguage } from "../../../language/index.ts";
import { words } from "../../../language/text.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";

/** The languages that rules read: not every one of which code knows the words. */
export const GRAMMARS = { en: EN, de: DE, fr: FR, es: ES };

export type RuleLanguage = keyof typeof GRAMMARS;
export const RULE_LANGUAGES = Object.keys(GRAMMARS) as RuleLanguage[];

/** Something of every language. */
export function perLanguage<T>(make: (language: RuleLanguage) => T): Record<RuleLanguage, T> {
  const made = RULE_LANGUAGES.map((language) => [language, make(language)]);
  return Object.fromEntries(made) as Record<RuleLanguage, T>;
}

/** The words of entries, folded. */
export const listed = (...entries: string[]): Set<string> => new Set(words(entries.join(" ")));

/** The language of a text; `fallback` where no rules read it. */
export function guessRuleLanguage(text: string, fallback: RuleLanguage = "en"): RuleLanguage {
  const guess = guessLanguage(text, fallback);
  return RULE_LANGUAGES.find((known) => known === guess) ?? fallback;
}
