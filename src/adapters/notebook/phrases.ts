import { kinPredicate } from "../../domain/belief/kinship.ts";
import { isDenial } from "../../language/denial.ts";
import { anySource, eachPack, everyWord } from "../../language/index.ts";
import { contentWords } from "../../language/stems.ts";
import { fold, words } from "../../language/text.ts";

export type Slot = "name" | "thing" | "date" | "number" | "pet";

/** Whom a statement is about; the user himself when both are null. */
export interface Subject {
  /** "sister", where a kin word names them, and the "my" before it. */
  kin: string | null;
  my: string;
  name: string | null;
}

const WORDS_MAX = 4;
const STOP = everyWord(({ words }) => words.stop);
const OWN = everyWord(({ words }) => words.own);
const MONTH = new RegExp(`^(?:${anySource(({ dated }) => dated.months)})$`);
const WEEKDAYS = new Set(eachPack(({ dated }) => dated.weekdays).flat());

/** "My sister Annelie", "my sister", "Annelie"; null for anything else. */
export function subjectIn(said: string, particles: string): Subject | null {
  const [my = "", kin = "", ...rest] = said.split(" ");
  const isOwn = OWN.has(fold(my));
  const given = isOwn ? rest.join(" ") : said;
  // Behind "my friend" a capital alone makes a name, even of what is a small word: "Will".
  const name = isOwn && /^\p{Lu}\p{Ll}+$/u.test(given) ? given : nameIn(given, particles);
  if ((isOwn && kinPredicate(fold(kin)) === null) || (given !== "" && name === null)) return null;
  return isOwn ? { kin, my, name } : { kin: null, my: "", name };
}

/** What fills a slot, without its article; null for what is no plain one. */
export function objectIn(slot: Slot, said: string, particles: string, notObjects: string): string | null {
  if (words(notObjects).includes(fold(said))) return null;
  if (slot === "name") return nameIn(said.replace(/^(?:the|la|el|le) (?=\p{Lu})/u, ""), particles);
  if (slot === "number") return /^\d{1,3}$/.test(said) ? said : null;
  if (slot === "date") return isDate(said, particles) ? said : null;
  const thing = thingIn(said, particles, notObjects);
  return slot === "thing" || kinPredicate(fold(thing ?? "")) === "HAS_PET" ? thing : null;
}

const isDayWord = (word: string): boolean => /^\d/.test(word) || MONTH.test(word) || WEEKDAYS.has(word);

/** Words with a capital, small ones between them; not the name of a day or a month. */
function nameIn(said: string, particles: string): string | null {
  const parts = said.split(" ");
  const small = new Set(words(particles));
  const isPart = (part: string): boolean => /^[\p{Lu}\d]/u.test(part) || small.has(fold(part));
  const isPlain = parts.length <= WORDS_MAX && /^\p{Lu}[\p{L}\p{M}\p{N}'’&. -]*$/u.test(said);
  const isEmpty = parts.every((part) => STOP.has(fold(part)) || isDayWord(fold(part)));
  return isPlain && parts.every(isPart) && !isEmpty ? said : null;
}

/** One noun phrase without its articles ("de la viande" has two). */
function thingIn(said: string, particles: string, notObjects: string): string | null {
  const [small, empty] = [words(particles), words(notObjects)];
  const rest = said.replace(/^[ld]['’]/iu, "").split(" ");
  const isLead = (word = ""): boolean => small.includes(fold(word)) || isDenial(word);
  while (rest.length > 1 && isLead(rest[0])) rest.shift();
  const thing = rest.join(" ");
  const isNoun = thing !== said && rest.length === 1;
  const isEmpty = (word: string): boolean =>
    empty.includes(fold(word)) || (!isNoun && contentWords(word).length === 0);
  const isPlain = rest.length <= WORDS_MAX && /^\p{L}[\p{L}\p{M}\p{N}'’& -]*$/u.test(thing);
  return isPlain && !rest.some(isEmpty) ? thing : null;
}

function isDate(said: string, particles: string): boolean {
  const isPart = (word: string): boolean => isDayWord(word) || words(particles).includes(word);
  return /\d/.test(said) && words(said).every(isPart);
}
