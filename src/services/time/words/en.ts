import type { TimeWords } from "./words.ts";

export const en: TimeWords = {
  months: {
    "jan(?:uary|\\.)?": 1, "feb(?:ruary|\\.)?": 2, "mar(?:ch|\\.)?": 3, "apr(?:il|\\.)?": 4, may: 5, "june?": 6, "july?": 7,
    "aug(?:ust|\\.)?": 8, "sept?(?:ember|\\.)?": 9, "oct(?:ober|\\.)?": 10, "nov(?:ember|\\.)?": 11, "dec(?:ember|\\.)?": 12,
  },
  weekdays: {
    "sun(?:day|\\.)?": 0, "mon(?:day|\\.)?": 1, "tues?(?:day|\\.)?": 2, "wed(?:nesday|\\.)?": 3, "thurs?(?:day|\\.)?": 4,
    "fri(?:day|\\.)?": 5, "sat(?:urday|\\.)?": 6,
  },
  seasons: { spring: "spring", summer: "summer", autumn: "autumn", fall: "autumn", winter: "winter" },
  units: {
    "minutes?": "minute", "hours?": "hour", "days?": "day", "weekends?": "weekend", "weeks?": "week", "months?": "month",
    "years?": "year", "decades?": "decade",
  },
  numbers: {
    "a couple(?: of)?": 2, "couple(?: of)?": 2, "a few": 3, few: 3, several: 4, "an?": 1, one: 1, two: 2, three: 3,
    four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, fifteen: 15, twenty: 20,
    thirty: 30,
  },
  days: {
    "(?:the )?day before yesterday": -2, yesterday: -1, "last night": -1, today: 0, "this (?:morning|afternoon|evening)": 0,
    "ton(?:ight|ite)": 0, "(?:the )?day after tomorrow": 2, tomorrow: 1,
  },
  ago: ["(?:about |around |over |almost |nearly )?{n} {unit} (?:ago|back|earlier)", "for (?:about |around |over |almost |nearly )?{n} {unit} now"],
  ahead: ["in (?:about )?{n} {unit}", "{n} {unit} from (?:now|today)"],
  last: ["(?:the |this )?(?:last|previous|past) {x}"],
  secondLast: ["the {unit} before last"],
  this: ["this(?: coming)? {x}"],
  next: ["(?:the )?(?:next|coming|upcoming|following) {x}"],
  recent: ["(?:in |for |over |during )?the (?:last|past|previous) {n} {unit}", "(?:last|past|previous) {n} {unit}"],
  coming: ["(?:in |for |over |during )?the (?:next|coming|upcoming) {n} {unit}", "next {n} {unit}"],
  date: [
    "(?:the )?{day}(?:st|nd|rd|th)?(?: of)? {month}(?:,? {year})?",
    "{month} (?:the )?{day}(?:st|nd|rd|th)?(?:,? {year})?",
  ],
  dayRange: [
    "(?:from |between )?(?:the )?{day}(?:st|nd|rd|th)?(?: ?[-–] ?| to | and | until | till | through )(?:the )?{day2}(?:st|nd|rd|th)?(?: of)? {month}(?:,? {year})?",
    "(?:from |between )?{month} {day}(?:st|nd|rd|th)?(?: ?[-–] ?| to | and | until | till | through ){day2}(?:st|nd|rd|th)?(?:,? {year})?",
  ],
  monthRange: ["(?:from |between ){month}(?: {year})? (?:to|and|until|till|through) {month2}(?:,? {year2})?", "{month} ?[-–] ?{month2},? {year2}"],
  monthYear: ["{month}(?: of|,)? {year}"],
  seasonYear: ["(?:the )?{season}(?: of|,)? {year}"],
  beforeMonth: "in|since|until|till|by|during|from|after|before|around|early|late|mid|of|throughout",
  beforeSeason: "in|in the|since|during|during the|over the|since the|by|by the",
  beforeYear:
    "in|since|until|till|by|during|from|after|before|around|about|circa|of|early|late|mid|back in|year|class of|(?:winter|summer)",
  dayOfMonth: ["(?:[Oo]n )?[Tt]he {day}(?:st|nd|rd|th)(?! (?:of|birthday|anniversary|century|floor|street|avenue|place|grade|time|one|century|edition|annual|week|weekend|quarter|half|day|month|year|person|prize|round))"],
  decade: ["(?:the )?(?:early |late |mid-?)?(?<decade>(?:1[89]|20)\\d0|[2-9]0)(?:'?s|’s| s)"],
  plainMonths: "January|February|April|June|July|August|September|October|November|December",
  to: "to|until|till|through|thru|[-–]",
  and: "and",
  between: "between",
  early: "(?:at |in )?(?:the )?(?:early(?: in)?|beginning of|start of)",
  middle: "(?:in )?(?:the )?(?:mid-?|middle of)",
  late: "(?:at |by |in )?(?:the )?(?:late(?: in)?|end of)",
};
