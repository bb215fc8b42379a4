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
const BESIDE = "(?<beside>.{3,})";
/** Polite words in a row, at most. */
const POLITE_MAX = 6;

function compile({ please, courtesy, forms }: IntentWords): CompiledForm[] {
  const lead = `^[\\s¡¿]*(?:(?:${please}),? +|(?:${courtesy})[,.!]+ +){0,${POLITE_MAX}}`;
  const trail = `(?:,? +(?:${please})|, *(?:${courtesy})){0,${POLITE_MAX}}$`;
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

/** Greetings and thanks in any language. */
export function isCourtesy(said: string): boolean {
  return LANGUAGES.some((language) => {
    const { please, courtesy } = PACKS[language].intents;
    return isWholeMatch(`(?:${please}|${courtesy})(?:[,.! ]+(?:${please}|${courtesy}))*`, said);
  });
}
