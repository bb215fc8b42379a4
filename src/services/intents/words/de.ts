import type { IntentWords } from "./words.ts";

const OFF = "(?:(?:ganz )?unter uns[, ]+)?(?:off the record|nicht furs protokoll|schreib das nicht auf)";
const FORGET = "(?:vergiss|losche?)(?: bitte)?";
const TOLD = "(?:erzahlt|gesagt) habe";

export const de: IntentWords = {
  please: "bitte",
  courtesy: "ok|okay|hallo|hi|danke|sorry|ach|oh|oh nein|nein|ja|moment|engram",
  firstPerson: "ich|mich|mir|mein|meine|meinen|meinem|meiner|wir|uns|unser|unsere",
  forms: [
    ["forget", "last", `${FORGET} (?:das|dies)|bitte vergiss es|vergiss es,? bitte`],
    ["forget", "last", `${FORGET},? was ich (?:gerade|eben) gesagt habe`],
    ["forget", "everything", `${FORGET} alles(?: uber mich|,? was (?:du wei(?:ss|ß)t|ich dir ${TOLD}))?`],
    ["forget", "everything", `${FORGET} alles,? was du uber mich wei(?:ss|ß)t`],
    ["forget", "whole", `${FORGET} alles,? was (?:ich(?: dir)?|du) uber X (?:${TOLD}|wei(?:ss|ß)t)`],
    ["forget", "whole", `${FORGET} alles uber X`],
    ["forget", "told", `${FORGET},? was ich(?: dir)? (?:uber|von) X ${TOLD}`],
    ["forget", "named", `${FORGET}(?:,? dass)? (?!.*\\b(?:nicht|nie)\\b)X`],
    ["remember", "last", "merk dir das"],
    ["remember", "words", "merk dir(?: bitte)?(?::|,? dass) ..."],
    ["remember", "words", "merk dir(?: bitte)? (?=mein)..."],
    ["off_record", "last", "das war (?:off the record|nicht furs protokoll)"],
    ["off_record", "back", "wieder (?:on the record|furs protokoll)"],
    ["off_record", "from_now_on", "ab jetzt(?: bitte)? (?:off the record|nicht mitschreiben)"],
    ["off_record", "words", `${OFF} *[:,;–—-] *...`],
    ["off_record", "words", "..., *(?:off the record|nicht furs protokoll)"],
    ["off_record", "words", OFF],
    ["why", "last", "woher wei(?:ss|ß)t du das|warum (?:denkst|glaubst|sagst) du das|wie kommst du darauf"],
    ["wrong", "last", "das (?:stimmt nicht|ist (?:falsch|nicht wahr))"],
    ["undo", "last", "mach das (?:wieder )?ruckgangig|nimm das zuruck"],
  ],
  yes: "(?:ja|jo|klar|sicher|ok(?:ay)?|genau|richtig|stimmt|mach(?: das| es)?|bitte|gerne?|j)",
  no: "(?:nein|ne|nee|no|kein(?:e|en|es|s|er)?(?: davon| von beiden)?|abbrechen|stopp?|lass(?: es| das)?|nicht|nichts|n)",
  all: "(?:beide[sn]?|alle(?:s|n)?(?: davon)?|alle beide)",
  ordinals: "erste[nrs]?|eins zweite[nrs]?|zwei dritte[nrs]?|drei vierte[nrs]?|vier funfte[nrs]?|funf",
};
