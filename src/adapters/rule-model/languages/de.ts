import type { Grammar } from "./grammar.ts";

export const DE: Grammar = {
  expand: [],
  contract: [],
  user: ["ich ", "du ", "Der Nutzer "],
  kin: ["Des Nutzers {kin}", "{kin} von {owner}", "[Dein/Deine] {kin}"],
  named: ["Des Nutzers {kin} {name}", "{name}, {kin} von {owner},", "[Dein/Deine] {kin} {name}"],
  feminine:
    "(?:chef|freund|kolleg|nachbar)in|schwester|mutter|mam[ai]|tochter|(?:ehe)?frau|verlobte|oma|grossmutter|tante|cousine|katze",
  clauses: {
    verb: ["{s}{v} {x} | {T}{v} {s}{x}", "{s}{v} nicht {x}", "{s}{v} nicht mehr {x}"],
    bare: ["{s}{v} {x}", "{s}{v} {x} nicht", "{s}{v} {x} nicht mehr"],
    told: ["{s}{v} {x} | {T}{v} {s}{x}"],
  },
  verbs: `
    verb lives: [wohne/wohnst/wohnt] in {o} | [lebe/lebst/lebt] in {o}
    verb worksAs: [arbeite/arbeitest/arbeitet] als {o}
    verb worksAt: [arbeite/arbeitest/arbeitet] bei {o}
    verb worksIn: [arbeite/arbeitest/arbeitet] in {o}
    verb studiesAt: [studiere/studierst/studiert] an {o}
    verb allergic: [bin/bist/ist] allergisch gegen {o}
    bare pet: [habe/hast/hat] {o}
    bare likes: [mag/magst/mag] {o} | [liebe/liebst/liebt] {o}
    bare dislikes: [hasse/hasst/hasst] {o}
    bare eats: [esse/isst/isst] {o}
    bare plays: [spiele/spielst/spielt] {o}
    told name: [heiße/heißt/heißt] {o}
    told age: [bin/bist/ist] {o} Jahre alt
    told bornIn: [bin/bist/ist] in {o} geboren | [wurde/wurdest/wurde] in {o} geboren
    told birthday: [habe/hast/hat] am {o} Geburtstag | [bin/bist/ist] am {o} geboren
    told moved: [bin/bist/ist] nach {o} gezogen
    told married: [bin/bist/ist] mit {o} verheiratet
  `,
  sentences: `
    age: ich bin {o}
    age: {who} ist {o}
    name: mein Name ist {o}
    name: {who} ist {o}
    name: {o} ist meine? {kin}
    name: ich habe eine?n? {kin} namens {o}
    birthday: mein Geburtstag ist (?:am|der) {o}
  `,
  articles: "der die das den dem ein eine einen einem einer",
  particles: "am an der den von bei ob im",
  notObjects: "besser mehr gern gerne gut angst frieden scheidung trennung miete alles leute andere",
  on: "am",
  openers: "also|ja|übrigens|merk dir|wie gesagt|wie du weißt",
  corrections: "nein|doch|entschuldigung",
  now: "jetzt|inzwischen|mittlerweile|nun|neulich|kürzlich|wieder",
  unreal: "angenommen|stell|wäre|würde|hätte|scherz|witz|spaß|rollenspiel|geschichte|roman|erfunden",
  what: "was wogegen welche welcher welches welchen wie",
  where: "wo wohin woher",
  who: "wer wem wen",
  knowing: "weißt|erinnerst",
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
