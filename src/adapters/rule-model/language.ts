import { words } from "../../domain/text.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { type Grammar, type Language, wordSet } from "./grammar.ts";
import { SPANISH } from "./spanish.ts";

const GRAMMARS: Record<Language, Grammar> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** Frequent short words that belong to one of the four languages only. */
const MARKERS: Record<Language, ReadonlySet<string>> = {
  en: wordSet(
    "the and is i my you what how to of it that for with was are have do not we she he this at on can your from",
  ),
  de: wordSet(
    "als aber an bei seit zum zur sich wird gestern meinen der die das und ist ich mein meine du wie zu von nicht mit war sind habe hab wir sie den dem ein eine auf im wo hat wohnt heisst auch noch mir mich bin",
  ),
  fr: wordSet(
    "la on ce cette mais aussi moi deux ans le les et est je mon ma mes tu comment pas avec suis sont ai nous elle il un une dans au du des ne que quel vous chez habite j sur",
  ),
  es: wordSet(
    "la las pero anos dos fue mas el los y es yo mi mis tu como no con soy son tengo nosotros ella un una en del que vivo se lo por para donde vive estoy muy al",
  ),
};

export function grammarOf(language: Language): Grammar {
  return GRAMMARS[language];
}

/** `xx` or `xx-YY` when it is one of the four. */
export function asLanguage(code: string | null | undefined): Language | null {
  const short = code?.slice(0, 2).toLowerCase();
  return short === "en" || short === "de" || short === "fr" || short === "es" ? short : null;
}

/** The language with the most marker words; `fallback` when too few say anything. */
export function detectLanguage(text: string, fallback: Language = "en"): Language {
  const seen = words(text.slice(0, 2_000));
  let best = fallback;
  let most = 0;
  for (const language of [fallback, "en", "de", "fr", "es"] as const) {
    const hits = seen.filter((word) => MARKERS[language].has(word)).length;
    if (hits > most) {
      most = hits;
      best = language;
    }
  }
  return best;
}
