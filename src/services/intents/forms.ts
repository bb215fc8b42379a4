import {
  type IntentKind,
  type IntentWords,
  type Language,
  LANGUAGES,
  PACKS,
  type Scope,
} from "../../language/index.ts";
import { isWholeMatch } from "./plain-text.ts";

/** A form with the politeness around it; matched against one whole sentence of plain text, without the marks at its end. */
export interface CompiledForm {
  kind: IntentKind;
  scope: Scope;
  pattern: RegExp;
  /** Any words may stand before it or behind it, however many. */
  open: "before" | "behind" | null;
}

/** A name that a form takes: no clause of its own, and nothing quoted. */
const NAMED = '(?<named>[^,;:()"“”„«»`]+?)';
const BESIDE = "(?<beside>\\S.{2,})";
/** Polite words in a row, at most. */
const POLITE_MAX = 6;
/** Marks and blanks between two words, at most. */
const MARKS_MAX = 4;

function compile({ please, courtesy, forms }: IntentWords): CompiledForm[] {
  const lead = `^[\\s¡¿]{0,${MARKS_MAX}}(?:(?:${please}),? {1,${MARKS_MAX}}|(?:${courtesy})[,.!]{1,${MARKS_MAX}} {1,${MARKS_MAX}}){0,${POLITE_MAX}}`;
  const trail = `(?:,? {1,${MARKS_MAX}}(?:${please})|, {0,${MARKS_MAX}}(?:${courtesy})){0,${POLITE_MAX}}$`;
  return forms.map(([kind, scope, source]) => {
    const pattern = source.replace("...", BESIDE).replace(/X(?!\p{L})/u, NAMED);
    const open = source.startsWith("...") ? "before" : source.endsWith("...") ? "behind" : null;
    return {
      kind,
      scope,
      pattern: new RegExp(`${lead}(?:${pattern})${open === "behind" ? "$" : trail}`, "du"),
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

/** Without "oh no" beside "oh" and "no": one text would be read in as many ways as two to the power of its words. */
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
