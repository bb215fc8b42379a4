import { kinPredicate } from "../../domain/belief/kinship.ts";
import { isDenial } from "../../language/denial.ts";
import { PACKS } from "../../language/index.ts";
import { contentWords } from "../../language/stems.ts";
import { fold } from "../../language/text.ts";
import { GRAMMARS, listed, perLanguage, type RuleLanguage } from "./languages/index.ts";
import type { Slot } from "./relations.ts";

/** The object of a statement: how it is named, and how it was said. */
export interface Phrase {
  name: string;
  said: string;
  /** Its article denies: "keine Nüsse". */
  isDenied: boolean;
}

/** Whom a statement is about; the user himself when both are null. */
export interface Subject {
  /** "sister", where a kin word names them. */
  kin: string | null;
  name: string | null;
}

export const USER: Subject = { kin: null, name: null };
export const isUser = ({ kin, name }: Subject): boolean => kin === null && name === null;

/** Whose words are read: in memory the user is "the user", in his own he is "I". */
export type Source = "user" | "memory";

const WORDS_MAX = 4;
/** Kin that are called by the word alone: "Grandma lives in Leeds". */
const ADDRESSED = /^HAS_(?:(?:GRAND)?(?:MOTHER|FATHER)|AUNT|UNCLE)$/;

/** Reads names, places and things of one language; null for what is no plain one. */
function phrasesOf(language: RuleLanguage) {
  const { articles, particles, notObjects, user, kin, named } = GRAMMARS[language];
  const { words, dated } = PACKS[language];
  const month = new RegExp(`^(?:${dated.months})$`);
  const weekday = new RegExp(`^(?:${dated.weekdays.join("|")})$`);
  const [leads, small, own] = [listed(articles), listed(particles), listed(words.own)];
  const [stop, empty] = [listed(words.stop), listed(notObjects)];
  const owned = [named[0], kin[0]].map((template) => {
    const source = template
      .replace(/\[(.*)\/(.*)\] /, "(?:$1 |$2 |L')")
      .replace("{kin}", "(?<kin>\\p{L}+)")
      .replace("{name}", "(?<name>\\p{Lu}[^,]*?)");
    return new RegExp(`^${source}$`, "u");
  });

  /** Words with a capital, small ones between them. */
  function properName(said: string): string | null {
    const parts = said.split(" ");
    const isPart = (part: string): boolean => /^[\p{Lu}\d]/u.test(part) || small.has(fold(part));
    const isDay = (part: string): boolean =>
      month.test(fold(part)) || weekday.test(fold(part)) || /^\d/.test(part);
    const isPlain = parts.length <= WORDS_MAX && /^\p{Lu}[\p{L}\p{N}'’&. -]*$/u.test(said);
    if (!isPlain || !parts.every(isPart) || parts.every(isDay) || empty.has(fold(said))) return null;
    return parts.every((part) => stop.has(fold(part))) ? null : said;
  }

  /** One noun phrase without its articles ("de la viande" has two). */
  function thing(said: string): Phrase | null {
    const parts = said.replace(/^l['’]/iu, "l ").split(" ");
    const isLead = (part = ""): boolean => leads.has(fold(part));
    const isDenied = isDenial(parts[0] ?? "");
    const from = isDenied || isLead(parts[0]) ? (isLead(parts[1]) ? 2 : 1) : 0;
    const rest = parts.slice(from);
    const name = rest.join(" ");
    if (rest.length > WORDS_MAX || !/\p{L}/u.test(name) || !/^[\p{L}\p{N}'’& -]+$/u.test(name)) return null;
    // After an article one word is a noun, even where it is a small word of another language: "el té".
    const isNoun = from > 0 && rest.length === 1;
    const isEmpty = (part: string): boolean =>
      empty.has(fold(part)) || (!isNoun && contentWords(part).length === 0);
    return rest.some(isEmpty) ? null : { name, said, isDenied };
  }

  function withArticle(said: string): Phrase | null {
    const phrase = thing(said);
    return phrase?.name === said ? null : phrase;
  }

  function isDate(said: string): boolean {
    const parts = said.replace(/,/g, "").split(" ");
    const isPart = (part: string): boolean =>
      /^\d{1,4}(?:st|nd|rd|th|er|\.)?$/.test(part) || month.test(fold(part)) || small.has(fold(part));
    return /\d/.test(said) && (parts.every(isPart) || /^\d[\d./-]+\d$/.test(said));
  }

  const as = (name: string | null): Phrase | null =>
    name === null ? null : { name, said: name, isDenied: false };
  const slots: Record<Slot, (said: string) => Phrase | null> = {
    place: (said) => as(properName(said.replace(/^(?:the|la|el|le) (?=\p{Lu})/u, ""))),
    name: (said) => as(properName(said)),
    thing,
    withArticle,
    employer: (said) => as(properName(said)) ?? withArticle(said),
    date: (said) => as(isDate(said) ? said : null),
    number: (said) => as(/^\d{1,3}$/.test(said) ? said : null),
    pet: (said) => (kinPredicate(fold(thing(said)?.name ?? "")) === "HAS_PET" ? withArticle(said) : null),
  };

  /** "My sister Annelie", "my sister", "Annelie"; in memory "the user's sister Annelie". */
  function subject(said: string, source: Source): Subject | null {
    if (source === "memory" && said === user[2].trim()) return USER;
    const match = owned.map((pattern) => pattern.exec(said)?.groups).find(Boolean);
    const [first = "", ...rest] = said.split(" ");
    const isOwn = source === "user" && own.has(fold(first));
    const isAddressed = /^\p{Lu}/u.test(said) && ADDRESSED.test(kinPredicate(fold(said)) ?? "");
    const word = (source === "memory" ? match?.["kin"] : isOwn ? rest.shift() : isAddressed && said) || "";
    if (kinPredicate(fold(word)) === null) {
      const name = isOwn || stop.has(fold(first)) ? null : properName(said);
      return name === null ? null : { kin: null, name };
    }
    const given = source === "memory" ? (match?.["name"] ?? "") : rest.join(" ");
    // Behind "my sister" a capital alone makes a name, even of what is a small word: "Will".
    const name = /^\p{Lu}\p{Ll}+$/u.test(given) ? given : properName(given);
    return given !== "" && name === null ? null : { kin: word, name };
  }

  return { object: (slot: Slot, said: string) => slots[slot](said), subject };
}

export const PHRASES = perLanguage(phrasesOf);
