import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as indonesian } from "@orama/stemmers/indonesian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as lithuanian } from "@orama/stemmers/lithuanian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { stemmer as ukrainian } from "@orama/stemmers/ukrainian";
import { LANGUAGES, PACKS } from "./packs.ts";
import { otherSpellings, spelling } from "./spellings.ts";
import { beginningsOf, stemsOf } from "./stems.ts";

/** The Bulgarian stemmer of this library (3.1.18) writes into a string: it throws for "клиента". */
const STEMMERS: Partial<Record<string, (word: string) => string>> = {
  ar: arabic,
  da: danish,
  de: german,
  el: greek,
  es: spanish,
  fi: finnish,
  fr: french,
  gl: portuguese,
  hi: hindi,
  hu: hungarian,
  id: indonesian,
  it: italian,
  lt: lithuanian,
  ms: indonesian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

/** A shorter beginning is that of too many words. */
const SEARCHED_MIN = 3;

/** The forms by which two words match, so that "cat" and "cats" do. */
export type Forms = (word: string) => readonly string[];

/** Folded words of a language, as `languageIn` names it, match by their stems; where there is no pack, by their beginnings too. */
export function formsIn(language: string): Forms {
  const forms = formsOf(language);
  return (word) => [...forms(word), spelling(word)];
}

function formsOf(language: string): Forms {
  if (language === "und") {
    const each = LANGUAGES.map((one) => formsOf(one));
    return (word) => [...new Set(each.flatMap((forms) => forms(word)))];
  }
  if (language === "en") return stemsOf;
  const stem = STEMMERS[language] ?? String;
  return language in PACKS ? (word) => [word, stem(word)] : (word) => [...beginningsOf(word), stem(word)];
}

/** What finds the forms of words in the index, which knows those of English: how they begin, as `wor*`. */
export function searchedIn(language: string, some: readonly string[]): string[] {
  const others = some.flatMap(otherSpellings);
  if (language === "en") return [...new Set([...some, ...others])];
  const all = formsOf(language);
  const searched = some.flatMap((word) => {
    if (/\d/.test(word)) return [word];
    const forms = all(word).filter(({ length }) => length >= Math.min(word.length, SEARCHED_MIN));
    const isCovered = (form: string): boolean =>
      forms.some((other) => other !== form && form.startsWith(other));
    return forms.filter((form) => !isCovered(form)).map((form) => `${form}*`);
  });
  return [...new Set([...searched, ...others])];
}
