import type { RelationForms } from "./relation-forms.ts";

export const DE: RelationForms = {
  language: "de",
  expand: [["\\bhab'?(?= )", "habe"]],
  contract: [],
  first: "ich ",
  my: "mein meine unser unsere",
  articles: "der die das den dem ein eine einen einem einer",
  noArticles: "kein keine keinen",
  particles: "am an der den von bei ob im",
  notObjects:
    "besser mehr gern gerne sehr gut angst frieden scheidung trennung miete untermiete nichts alles niemand jemand leute anderen andere gleiche",
  openers: "hallo hi hey also ja übrigens merk.dir wie.gesagt wie.du.weißt notiere",
  corrections: "nein doch korrektur entschuldigung",
  not: "nicht",
  trails: "sehr sehr.gern sehr.gerne wieder",
  unreal:
    "angenommen stell vorstellen wäre würde hätte scherz witz spaß rollenspiel geschichte roman erfunden fiktiv",
  and: "und",
  times: [
    "(?:seit|im|am|in|ab|seit dem|vom) (?:(?:letzten|letztem|letzter|anfang|ende|mitte|dem) )?(?:\\d{1,2}\\. )?(?:{month}|{day}|jahr \\d{4}|\\d{4}|frühling|sommer|herbst|winter)(?: \\d{4})?",
    "(?:letzte|letzten|letztes|diese|diesen|dieses) (?:woche|monat|jahr|frühling|sommer|herbst|winter|{month}|{day})",
    "(?:seit|vor) {number} (?:tagen|wochen|monaten|jahren)",
    "(?:(?:{day})s|jeden (?:tag|{day}))",
    "(?:gestern|heute|neulich|kürzlich|jetzt|inzwischen|mittlerweile|nun|zurzeit|seit \\d{4}|\\d{4})",
  ],
  now: "jetzt inzwischen mittlerweile nun",
  frames: `
    verb positive: {s}{v} {t}{x} => {s}{v} {x}
    verb positive: {T} {v} {s}{x} => {s}{v} {x}
    verb negative: {s}{v} nicht {x} => {s}{v} nicht {x}
    verb ended: {s}{v} (?:nicht|kein) mehr {x} => {s}{v} nicht mehr {x}
    bare positive: {s}{v} {t}{x} => {s}{v} {x}
    bare negative: {s}{v} {x} nicht => {s}{v} {x} nicht
    bare ended: {s}{v} {x} nicht mehr => {s}{v} {x} nicht mehr
    told positive: {s}{v} {t}{x} => {s}{v} {x}
    told positive: {T} {v} {s}{x} => {s}{v} {x}
  `,
  verbs: `
    lives: wohne/wohnst/wohnt in {o}
    lives: lebe/lebst/lebt in {o}
    moved told: bin/bist/ist nach {o} gezogen
    moved told: bin/bist/ist nach {o} umgezogen
    from: komme/kommst/kommt aus {o}
    bornIn told: bin/bist/ist in {o} geboren
    bornIn told: wurde/wurdest/wurde in {o} geboren
    birthday told: bin/bist/ist am {o} geboren
    birthday told: wurde/wurdest/wurde am {o} geboren
    birthday told: habe/hast/hat am {o} Geburtstag
    worksAs: arbeite/arbeitest/arbeitet als {o}
    worksAt: arbeite/arbeitest/arbeitet bei {o}
    worksIn: arbeite/arbeitest/arbeitet in {o}
    studiesAt: studiere/studierst/studiert an {o}
    studies bare: studiere/studierst/studiert {o}
    married told: bin/bist/ist mit {o} verheiratet
    pet bare: habe/hast/hat {o}
    likes bare: mag/magst/mag {o}
    likes bare: liebe/liebst/liebt {o}
    dislikes bare: hasse/hasst/hasst {o}
    allergic: bin/bist/ist allergisch gegen {o}
    allergic: bin/bist/ist allergisch auf {o}
    allergic told: bin/bist/ist gegen {o} allergisch
    eats bare: esse/isst/isst {o}
    plays bare: spiele/spielst/spielt {o}
    age told: bin/bist/ist {o} Jahre alt
    age told: bin/bist/ist {o} => {o} Jahre alt
  `,
  sentences: `
    name: mein Name ist {o}
    name: ich heiße {o}
    kin: {who}heißt {o}
    kin: {who}ist {o}
    kin: {o} ist meine? {kin}
    kin: ich habe einen? {kin} namens {o}
    kin: ich habe eine {kin} namens {o}
    nickname: {who}wird {o} genannt
    birthday: mein Geburtstag ist (?:am|der) {o}
  `,
  written: {
    name: "{s}heißt {o}",
    kin: "{s}heißt {o}",
    nickname: "{s}wird {o} genannt",
    birthday: "{s}hat am {o} Geburtstag",
  },
  self: "Der Nutzer",
  selfAlso: "",
  kinOf: {
    self: ["Des Nutzers {kin}", "Des Nutzers {kin} {name}"],
    other: ["{kin} von {owner}", "{name}, {kin} von {owner},"],
    you: ["{your} {kin}", "{your} {kin} {name}"],
  },
  feminine:
    "schwester mutter mama mami tochter frau ehefrau freundin verlobte oma grossmutter tante cousine chefin kollegin nachbarin katze",
  the: ["der", "die"],
  your: ["Dein", "Deine"],
  you: "du ",
  adverbs: "",
  seconds: "heißt/heißt; ist/bist; hat/hast; wird/wirst",
  theirs: "er|sie|ihm|ihn|sein\\p{L}*|ihr\\p{L}*|nutzers?",
  questions:
    "wo wohin woher wann was wer wem wen wie welche welcher welches warum wohne wohnt bin bist ist habe hat mag",
  what: "was welche welcher welches welchen wie",
  where: "wo wohin woher",
  when: "wann",
  who: "wer wem wen",
  at: "in bei nach aus an",
  me: "ich mich mir mein meine meinen meiner meinem",
  knowing: "weißt|weisst|erinnerst",
  hollow: "wohin woher wieviele viele heute gerade zurzeit genau denn wem wen",
  answers: "jahre/alt",
  replies: {
    self: "Es ist kein Sprachmodell angeschlossen: Das ist das eingebaute Regelmodell von Engram, mit LLAMA_CPP_URL wird ein echtes verbunden.",
    nothing: "Das weiß ich nicht: Dazu ist nichts im Gedächtnis.",
    away: "Ich kann gerade nicht in mein Gedächtnis sehen.",
    unverified: "Das habe ich noch nicht geprüft.",
    told: (date, words) => `Du hast mir${date ? ` am ${date}` : ""} gesagt: „${words}“`,
    list: "Das ist im Gedächtnis:",
    noted: "Notiert:",
    neutral: "Gelesen. Eine Tatsache zum Notieren habe ich darin nicht gefunden.",
  },
};
