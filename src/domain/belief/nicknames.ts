import { words } from "../../language/text.ts";
import shortForms from "./nicknames.json" with { type: "json" };
import { cached } from "../../language/cached.ts";

/**
 * Short forms not covered by any rule, for given names in English, German, Spanish and French, folded: full names
 * first, then their nicknames. A pair only means that both names may belong to one person.
 */
const SHORT_FORMS: readonly string[] = shortForms;

/** Phonetic forms of recent names: one maintenance run compares each with hundreds of others. */
const HEARD_MAX = 10_000;
const sound = cached(HEARD_MAX, spoken);

/** Phonetic form of each name to the lines that contain it. */
const LINES_OF = new Map<string, Set<number>>();
SHORT_FORMS.forEach((line, at) => {
  for (const name of words(line).map(sound)) {
    LINES_OF.set(name, (LINES_OF.get(name) ?? new Set<number>()).add(at));
  }
});

/** Pet-name endings; longest first. */
const PET_ENDING = /(?:chen|lein|cito|cita|ette|etta|ito|ita|sey|sie|sy|tje|ie|ey|ee|li|el|y|i|e|o|a|s)$/;
const STEM_MIN = 3;

/**
 * Whether two given names may belong to one person: a short form and its full name, two short forms, or two spellings.
 * Used to propose, never to decide: "Chris" may be either of two people at one table.
 */
export function mayBeNickname(a: string, b: string): boolean {
  const [one, other] = [words(a)[0] ?? "", words(b)[0] ?? ""];
  if (one.length < 2 || other.length < 2) return false;
  if (one === other || shareLine(one, other)) return true;
  return isShortOf(one, other) || isShortOf(other, one) || isSpelling(sound(one), sound(other));
}

function shareLine(a: string, b: string): boolean {
  const lines = LINES_OF.get(sound(b));
  return [...(LINES_OF.get(sound(a)) ?? [])].some((line) => lines?.has(line));
}

/** The beginning or, if long enough, any part of the full name, with or without a pet ending. */
function isShortOf(short: string, long: string): boolean {
  const [heard, whole] = [sound(short), sound(long)];
  if (whole.startsWith(heard)) return true;
  const stem = heard.replace(PET_ENDING, "");
  if (stem.length >= 2 && whole.startsWith(stem) && stem !== heard)
    return stem.length >= STEM_MIN || short.length <= 4;
  return stem.length >= STEM_MIN && whole.includes(stem);
}

/** Phonetic form: letters that sound alike merged, doubled ones made single. */
function spoken(name: string): string {
  return name
    .replace(/ph/g, "f")
    .replace(/th/g, "t")
    .replace(/ck|ch|c(?=[^eiy]|$)|q/g, "k")
    .replace(/c/g, "s")
    .replace(/y|ie|ey|ee/g, "i")
    .replace(/z/g, "s")
    .replace(/h/g, "")
    .replace(/(.)\1+/g, "$1");
}

/** Two spellings of one name: they sound the same except for a vowel or an ending. */
function isSpelling(a: string, b: string): boolean {
  const skeleton = (name: string): string => name.slice(0, 1) + name.slice(1).replace(/[aeiou]/g, "");
  return a.length >= 4 && b.length >= 4 && skeleton(a) === skeleton(b);
}

/** Lookup keys: names that may be short forms of each other mostly share one. Not sufficient to decide. */
export function nicknameKeys(name: string): string[] {
  const heard = sound(name);
  const lines = [...(LINES_OF.get(heard) ?? [])].map(String);
  const start = heard.slice(0, STEM_MIN);
  return heard.length < 2 ? lines : [...lines, start, start.slice(0, 2)];
}
