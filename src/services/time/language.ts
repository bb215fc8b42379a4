import { LANGUAGES, type Language } from "./types.ts";

/** Frequent short words that no other of the four languages shares (or far less often), time words among them. */
const STOP_WORDS: Record<Language, string> = {
  en: "the and of to is was were are i you he she it my your his her our their this that these those with for on at by have has had not what when where who how do did does will would can could from about yesterday today tomorrow last week month year ago since next in as be we they but so if there been am me who's i'm it's don't am january february march may june july october december monday tuesday wednesday thursday friday saturday sunday summer spring late early between until",
  de: "der die das den dem und ich du er sie wir ihr ist sind war waren bin bist habe hast hat haben nicht ein eine einen einem einer mein meine meinen dein deine mit für auf im am vom zum zur bei nach aus über wie was wann wo wer warum kann kannst wird werden seit gestern heute morgen letzten letzte letztes woche monat jahr vor tagen wochen jahren auch noch nur aber oder wenn dass mir mich dir dich uns sehr schon von zu in januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag sommer herbst frühling anfang mitte ende bis zwischen vorgestern übermorgen letzter letztem nächste nächsten nächster nächstes danke bitte hallo guten jahre monate",
  fr: "le la les un une des du et je tu il elle nous vous ils elles est sont était étais suis es ai as avons avez ont pas ne mon ma mes ton ta tes son sa ses avec pour sur dans chez au aux que qui quand où comment quoi ce cette ces hier aujourd'hui demain dernier dernière semaine mois année an ans depuis il-y-a mais ou si très aussi en de c'est j'ai j'habite d'un l'an été suis vais va à janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche été hiver printemps automne début fin entre avant-hier après-demain bonjour merci prochain prochaine jusqu'en l'année",
  es: "el la los las un una unos unas y yo tú él ella nosotros es son era fue soy estoy está están estaba he ha han no mi mis tu tus su sus con para por en de del al que quien cuando cuándo donde dónde cómo qué este esta hoy ayer mañana pasado pasada semana mes año años hace desde pero o si muy también me te se lo le trabajo vivo tengo enero febrero marzo abril mayo junio julio agosto octubre diciembre lunes martes miércoles jueves viernes sábado domingo verano invierno otoño primavera hasta entre finales principios gracias hola próximo próxima años",
};

/** Letters that tell a language almost alone. */
const LETTERS: [RegExp, Language][] = [
  [/[ßäöü]/iu, "de"],
  [/[ñ¿¡áíóú]/iu, "es"],
  [/[çèêàùœ]|\b[cdjlmnqst]['’][aeiouhyéêè]/iu, "fr"],
];

/** As much as this many stop words. */
const LETTER_WEIGHT = 1.5;

/** A language's guess needs no more of a long text. */
const CHARS_MAX = 2_000;

const SETS = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Set(STOP_WORDS[language].split(" "))]),
) as Record<Language, Set<string>>;

/** The language a user chose, when it is one that code reads. */
export function languageOf(chosen: string | null): Language | null {
  return LANGUAGES.find((known) => known === chosen) ?? null;
}

/** A light guess by stop words and letters; English when nothing tells. */
export function guessLanguage(text: string): Language {
  const sample = text.slice(0, CHARS_MAX).toLowerCase();
  const words = sample.match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  const score = (language: Language): number =>
    words.filter((word) => SETS[language].has(word.replace("’", "'"))).length +
    LETTERS.filter(([letters, of]) => of === language && letters.test(sample)).length * LETTER_WEIGHT;
  const scores = LANGUAGES.map((language) => ({ language, score: score(language) }));
  return scores.toSorted((a, b) => b.score - a.score)[0]?.language ?? "en";
}
