import { kinPredicate } from "../../domain/belief/kinship.ts";
import { type Language } from "../../language/index.ts";
import { contentWords } from "../../language/stems.ts";
import { fold, words } from "../../language/text.ts";
import { listed } from "./languages/index.ts";
import type { RelationForms } from "./languages/relation-forms.ts";
import type { Slot } from "./relations.ts";

/** The object of a statement: how it is named, and how it was said. */
export interface Phrase {
  name: string;
  said: string;
  /** Its article denies: "keine Nüsse". */
  denied: boolean;
}

/** Somebody beside the speaker. */
export interface Somebody {
  /** "sister", where a kin word names them. */
  kin: string | null;
  name: string | null;
}

const WORDS_MAX = 4;
/** Kin that are called by the word alone: "Grandma lives in Leeds". */
const ADDRESSED = /^HAS_(?:(?:GRAND)?(?:MOTHER|FATHER)|AUNT|UNCLE)$/;

/** The word for "May" or "Monday" in a language; no name and no place. */
export function calendar(language: Language): { months: string[]; days: string[] } {
  const name = (part: object, at: Date): string =>
    new Intl.DateTimeFormat(language, { ...part, timeZone: "UTC" }).format(at).toLowerCase();
  return {
    months: Array.from({ length: 12 }, (_, n) => name({ month: "long" }, new Date(Date.UTC(2024, n, 1)))),
    days: Array.from({ length: 7 }, (_, n) => name({ weekday: "long" }, new Date(Date.UTC(2024, 0, n + 1)))),
  };
}

/** Reads names, places and things of one language; null for what is no plain one. */
export function phrasesOf(pack: RelationForms) {
  const { months, days } = calendar(pack.language);
  const dated = new Set([...months, ...days].map(fold));
  const monthNames = new Set(months.map(fold));
  const [articles, denying, particles, my] = [pack.articles, pack.noArticles, pack.particles, pack.my].map(
    (entry) => new Set(listed(entry)),
  ) as [Set<string>, Set<string>, Set<string>, Set<string>];
  const empty = new Set(listed(pack.notObjects));

  /** Words with a capital, small ones between them. */
  function properName(said: string, wordsMax: number): string | null {
    const parts = said.split(" ");
    if (parts.length > wordsMax || !/^[\p{L}\p{N}'’&. -]+$/u.test(said) || !/^\p{Lu}/u.test(said))
      return null;
    if (empty.has(fold(said))) return null;
    if (!parts.every((part) => /^[\p{Lu}\d]/u.test(part) || particles.has(fold(part)))) return null;
    return contentWords(said).length === 0 || parts.some((part) => dated.has(fold(part))) ? null : said;
  }

  /** Behind "my sister" a capital alone makes a name, even of what is a small word somewhere: "Ella", "Will". */
  function nameOfKin(said: string): string | null {
    const isSmallWord = contentWords(said).length === 0 && /^\p{Lu}\p{Ll}+$/u.test(said);
    return isSmallWord ? said : properName(said, 3);
  }

  /** One noun phrase without its article. */
  function thing(said: string): Phrase | null {
    const match = /^(l['’])?(\S+) ?(.*)$/iu.exec(said);
    const lead = fold(match?.[1] ? "l" : (match?.[2] ?? ""));
    const isArticle = articles.has(lead) || denying.has(lead);
    let name = match?.[1] ? `${match[2]} ${match[3]}`.trim() : isArticle ? (match?.[3] ?? "") : said;
    for (const second of articles) {
      // "de la viande" has two.
      if (isArticle && fold(name).startsWith(`${second} `)) name = name.slice(second.length + 1);
    }
    const parts = name.split(" ");
    if (name === "" || parts.length > WORDS_MAX || !/^[\p{L}\p{N}'’& -]+$/u.test(name)) return null;
    // After an article one word is a noun, even where it is a small word of another language: "el té".
    const isNoun = isArticle && parts.length === 1;
    if (parts.some((part) => (!isNoun && contentWords(part).length === 0) || empty.has(fold(part))))
      return null;
    return /\p{L}/u.test(name) ? { name, said, denied: denying.has(lead) } : null;
  }

  const named = (name: string | null): Phrase | null =>
    name === null ? null : { name, said: name, denied: false };

  function withArticle(said: string): Phrase | null {
    const phrase = thing(said);
    return phrase && phrase.name !== said ? phrase : null;
  }

  function date(said: string): string | null {
    const parts = said.replace(/,/g, "").split(" ");
    const isDate = (part: string): boolean =>
      /^\d{1,4}(?:st|nd|rd|th|er|\.)?$/.test(part) || monthNames.has(fold(part)) || particles.has(fold(part));
    return /\d/.test(said) && (parts.every(isDate) || /^\d[\d./-]+\d$/.test(said)) ? said : null;
  }

  const SLOTS: Record<Slot, (said: string) => Phrase | null> = {
    place: (said) => named(properName(said.replace(/^(?:the|la|el|le) (?=\p{Lu})/u, ""), WORDS_MAX)),
    name: (said) => named(properName(said, 3)),
    thing,
    withArticle,
    employer: (said) => named(properName(said, WORDS_MAX)) ?? withArticle(said),
    date: (said) => named(date(said)),
    number: (said) => named(/^\d{1,3}$/.test(said) ? said : null),
    pet(said) {
      const phrase = withArticle(said);
      return kinPredicate(fold(phrase?.name ?? "")) === "HAS_PET" ? phrase : null;
    },
  };

  /** "My sister Annelie", "my sister", "Annelie". */
  function somebody(said: string): Somebody | null {
    const parts = said.split(" ");
    const isMine = my.has(fold(parts[0] ?? ""));
    const word = parts[isMine ? 1 : 0] ?? "";
    const rest = parts.slice(isMine ? 2 : 1).join(" ");
    const kin = kinPredicate(fold(word)) ?? "";
    if (isMine ? kin !== "" : /^\p{Lu}/u.test(word) && ADDRESSED.test(kin)) {
      const name = rest === "" ? null : nameOfKin(rest);
      return rest !== "" && name === null ? null : { kin: word, name };
    }
    const isSmall = contentWords(parts[0] ?? "").length === 0 || empty.has(fold(parts[0] ?? ""));
    const name = isMine || isSmall ? null : properName(said, 2);
    return name === null ? null : { kin: null, name };
  }

  return { read: (slot: Slot, said: string) => SLOTS[slot](said), somebody };
}

/** Whether a kin word is feminine in a language. */
export function isFeminine(kin: string, pack: RelationForms): boolean {
  return listed(pack.feminine).includes(words(kin).join(" "));
}
