import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { LanguagePack, Table } from "./pack.ts";

/** The languages with a pack. To add one, add a file here and its name below. */
const KNOWN = { en, de, fr, es };

export type Language = keyof typeof KNOWN;
export const PACKS: Readonly<Record<Language, LanguagePack>> = KNOWN;
export const LANGUAGES = Object.keys(KNOWN) as Language[];

const ALL: readonly LanguagePack[] = Object.values(PACKS);

/** Words of all languages, deduplicated, from space-separated lists. */
export function everyWord(list: (pack: LanguagePack) => string | undefined): Set<string> {
  return new Set(ALL.flatMap((pack) => list(pack)?.split(" ") ?? []).filter((word) => word !== ""));
}

/** One regular expression source from those of all languages; languages without one are skipped. */
export function anySource(source: (pack: LanguagePack) => string | undefined): string {
  return ALL.flatMap((pack) => source(pack) ?? [])
    .filter((part) => part !== "")
    .join("|");
}

/** Each language's value, in order. */
export function eachPack<T>(part: (pack: LanguagePack) => T): T[] {
  return ALL.map(part);
}

/** The rows of such a table in every language: each name with its members. */
export function everyRow(table: (pack: LanguagePack) => Table): [name: string, text: string][] {
  return ALL.flatMap((pack) => table(pack).split(";")).map((row) => {
    const [name = "", text = ""] = row.split(":");
    return [name.trim(), text.trim()];
  });
}
