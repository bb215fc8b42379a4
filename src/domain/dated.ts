import { fold, words } from "./text.ts";

/** Months of four languages in full and shortened, folded; "ago" is none. */
const MONTH_NAMES =
  "jan(?:uary|uar|vier)?|janner|ene(?:ro)?|feb(?:ruary|ruar|rero)?|fev(?:rier)?|mar(?:ch|z|zo|s)?|apr(?:il)?|abr(?:il)?|avr(?:il)?|may(?:o)?|mai|jun(?:e|i|io)?|juin|jul(?:y|i|io)?|juillet|aug(?:ust)?|agosto|aout|sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember|embre)?|dic(?:iembre)?";
const DATED = new RegExp(`\\b(?:${MONTH_NAMES})\\b|\\d{4}-\\d{2}`, "u");
const TIMED =
  /\b(?:yesterday|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|last (?:mon|tues?|weds?|thurs?|fri|sat|sun)|(?:last|next|this) (?:week|month|year|weekend)|ago|new year|christmas|since the \d+\w*|(?:the|on) \d{1,2}(?:st|nd|rd|th)|gestern|vorgestern|heute|morgen|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|(?:letzte|nachste)[nrms]? \p{L}+|am \d{1,2}\.|silvester|weihnachten|ayer|anteayer|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|el \d{1,2}|(?:pasado|proximo)|hier|aujourd'hui|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le \d{1,2})\b/u;

/** Whether a value is a date, which may have been worked out from "yesterday". */
export function isDated(value: string): boolean {
  return DATED.test(fold(value));
}

/** Whether a text speaks of a day, however. */
export function tellsDay(text: string): boolean {
  return TIMED.test(fold(text)) || isDated(text);
}

/** The days of the week in four languages, folded; a day's place tells which of them are the same. */
const WEEKDAYS = [
  /^(?:sun|sundays?|sonntags?|dimanches?|domingos?)$/,
  /^(?:mon|mondays?|montags?|lundis?|lunes)$/,
  /^(?:tues?|tuesdays?|dienstags?|mardis?|martes)$/,
  /^(?:weds?|wednesdays?|mittwochs?|mercredis?|miercoles)$/,
  /^(?:thur?s?|thursdays?|donnerstags?|jeudis?|jueves)$/,
  /^(?:fri|fridays?|freitags?|vendredis?|viernes)$/,
  /^(?:sat|saturdays?|samstags?|sonnabends?|samedis?|sabados?)$/,
];

function weekdaysIn(text: string): number[] {
  return words(text)
    .map((word) => WEEKDAYS.findIndex((day) => day.test(word)))
    .filter((day) => day >= 0);
}

export function isWeekday(word: string): boolean {
  return weekdaysIn(word).length > 0;
}

/** Whether a value names days of the week of which a text names none, but others. */
export function tellsAnotherDay(value: string, text: string): boolean {
  const [named, told] = [weekdaysIn(value), weekdaysIn(text)];
  return named.length > 0 && told.length > 0 && !named.some((day) => told.includes(day));
}

/** Share of a date that a text carries which tells some day: half of it, for it is not said which. */
export const DAY_SHARE = 0.5;
