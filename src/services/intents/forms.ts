import {
  type IntentKind,
  type IntentWords,
  type Language,
  LANGUAGES,
  PACKS,
  type Scope,
} from "../../language/index.ts";
import { isWholeMatch } from "./plain-text.ts";

/**
 * A form with optional politeness; matched against one whole sentence of plain text, without the punctuation at its
 * end.
 */
export interface CompiledForm {
  kind: IntentKind;
  scope: Scope;
  pattern: RegExp;
  /** Side on which any number of other words may occur. */
  open: "before" | "behind" | null;
}

/** The name slot of a form: not a clause, and nothing quoted. */
const NAMED = '(?<named>[^,;:()"“”„«»`]+?)';
const OTHER_WORDS = "(?<others>\\S.{2,})";
/** Maximum polite words in a row. */
const POLITE_MAX = 6;
/** Maximum punctuation and spaces between two words. */
const MARKS_MAX = 4;

function compile({ please, courtesy, except, forms }: IntentWords): CompiledForm[] {
  const lead = `^[\\s¡¿]{0,${MARKS_MAX}}(?:(?:${please}),? {1,${MARKS_MAX}}|(?:${courtesy})[,.!]{1,${MARKS_MAX}} {1,${MARKS_MAX}}){0,${POLITE_MAX}}`;
  const trail = `(?:,? {1,${MARKS_MAX}}(?:${please})|, {0,${MARKS_MAX}}(?:${courtesy})){0,${POLITE_MAX}}$`;
  const exception = `(?<exception>,? {1,${MARKS_MAX}}(?:${except}) .+)?`;
  return forms.map(([kind, scope, source]) => {
    const pattern = source.replace("...", OTHER_WORDS).replace(/X(?!\p{L})/u, NAMED);
    const open = source.startsWith("...") ? "before" : source.endsWith("...") ? "behind" : null;
    return {
      kind,
      scope,
      pattern: new RegExp(
        `${lead}(?:${pattern})${kind === "forget" && scope !== "last" ? exception : ""}${open === "behind" ? "$" : trail}`,
        "du",
      ),
      open,
    };
  });
}

const COMPILED = Object.fromEntries(
  LANGUAGES.map((language) => [language, compile(PACKS[language].intents)]),
) as Record<Language, CompiledForm[]>;

export function formsOf(language: Language): CompiledForm[] {
  return COMPILED[language];
}

/** Not "oh no" in addition to "oh" and "no": that would allow exponentially many readings of one text. */
function politeWords({ please, courtesy }: IntentWords): string {
  const all = `${please}|${courtesy}`.split("|");
  const known = new Set(all);
  return all
    .filter((phrase) => !phrase.includes(" ") || !phrase.split(" ").every((word) => known.has(word)))
    .join("|");
}

const COURTESIES = LANGUAGES.map((language) => {
  const polite = politeWords(PACKS[language].intents);
  return `(?:${polite})(?:[,.! ]+(?:${polite}))*`;
});

/** Greetings and thanks in any language. */
export function isCourtesy(said: string): boolean {
  return COURTESIES.some((source) => isWholeMatch(source, said));
}
