import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { LanguagePack, Table } from "./pack.ts";

/** The languages that code reads. A new one is a file beside these and its name here. */
const KNOWN = { en, de, fr, es };

export type Language = keyof typeof KNOWN;
export const PACKS: Readonly<Record<Language, LanguagePack>> = KNOWN;
export const LANGUAGES = Object.keys(KNOWN) as Language[];

const ALL: readonly LanguagePack[] = Object.values(PACKS);

/** Words of all languages, each once, from lists separated by spaces. */
export function everyWord(list: (pack: LanguagePack) => string | undefined): Set<string> {
  return new Set(ALL.flatMap((pack) => list(pack)?.split(" ") ?? []).filter((word) => word !== ""));
}

/** One source of a regular expression out of those of all languages; a language without one has no part in it. */
export function anySource(source: (pack: LanguagePack) => string | undefined): string {
  return ALL.flatMap((pack) => source(pack) ?? [])
    .filter((part) => part !== "")
    .join("|");
}

/** What each language has to say of it, in their order. */
export function eachPack<T>(part: (pack: LanguagePack) => T): T[] {
  return ALL.map(part);
}

/** The rows of such a table in every language: each name with what belongs to it. */
export function everyRow(table: (pack: LanguagePack) => Table): [name: string, text: string][] {
  return ALL.flatMap((pack) => table(pack).split(";")).map((row) => {
    const [name = "", text = ""] = row.split(":");
    return [name.trim(), text.trim()];
  });
}
