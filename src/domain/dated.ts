import { fold } from "./text.ts";

const MONTH_NAMES =
  "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|fev|avr|aout|mai|juin|okt|dez";
const DATED = new RegExp(`\\b(?:${MONTH_NAMES})\\p{L}*\\b|\\d{4}-\\d{2}`, "u");
const TIMED =
  /\b(?:yesterday|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:last|next|this) (?:week|month|year|weekend)|ago|new year's eve|christmas|since the \d+\w*|(?:the|on) \d{1,2}(?:st|nd|rd|th)|gestern|vorgestern|heute|morgen|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|(?:letzte|nachste)[nrms]? \p{L}+|am \d{1,2}\.|silvester|weihnachten|ayer|anteayer|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|el \d{1,2}|(?:pasado|proximo)|hier|aujourd'hui|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le \d{1,2})\b/u;

/** Whether a value is a date, which may have been worked out from "yesterday". */
export function isDated(value: string): boolean {
  return DATED.test(fold(value));
}

/** Whether a text speaks of a day, however. */
export function tellsDay(text: string): boolean {
  return TIMED.test(fold(text)) || isDated(text);
}

/** Share of a date that a text carries which tells some day: half of it, for it is not said which. */
export const DAY_SHARE = 0.5;
