import type { Grammar } from "./grammar.ts";

export const EN: Grammar = {
  expand: [
    ["\\bi'm\\b", "I am"],
    ["n't\\b", " not"],
    ["\\b(have|has) got\\b", "$1"],
  ],
  contract: [],
  user: ["i ", "you ", "The user "],
  kin: ["The user's {kin}", "{owner}'s {kin}", "Your {kin}"],
  named: ["The user's {kin} {name}", "{owner}'s {kin} {name}", "Your {kin} {name}"],
  feminine: "",
  clauses: {
    verb: [
      "{s}{v} {x}",
      "{s}[do/do/does] not {b} {x}",
      "{s}no longer {v} {x} | {s}[do/do/does] not {b} {x} any ?more",
    ],
    be: ["{s}{v} {x}", "{s}{v} not {x}", "{s}{v} no longer {x} | {s}{v} not {x} any ?more"],
    told: ["{s}{v} {x}"],
  },
  verbs: `
    verb lives: [live/live/lives] in {o}
    verb worksAs: [work/work/works] as {o}
    verb worksAt: [work/work/works] at {o} | [work/work/works] for {o}
    verb studiesAt: [study/study/studies] at {o}
    verb pet: [have/have/has] {o}
    verb likes: [like/like/likes] {o} | [love/love/loves] {o}
    verb dislikes: [hate/hate/hates] {o} | [dislike/dislike/dislikes] {o}
    verb eats: [eat/eat/eats] {o}
    verb plays: [play/play/plays] {o}
    verb nickname: [go/go/goes] by {o}
    be married: [am/are/is] married to {o}
    be allergic: [am/are/is] allergic to {o}
    told name: [am/are/is] called {o}
    told age: [am/are/is] {o} years old
    told bornIn: [was/were/was] born in {o}
    told birthday: [was/were/was] born on {o} | [was/were/was] born in {o}
    told moved: [moved/moved/moved] to {o} | [have/have/has] moved to {o}
  `,
  sentences: `
    age: i am {o}
    age: {who} is {o}
    name: my name is {o}
    name: {who} is (?:named )?{o}
    name: {who}'s name is {o}
    name: {o} is my {kin}
    name: i have an? {kin} (?:called|named) {o}
    birthday: my birthday is (?:on )?{o}
    birthday: {who}'s birthday is (?:on )?{o}
  `,
  articles: "a an the any",
  particles: "of the am upon de la van von al del",
  notObjects: "better more everything everyone everybody someone people others",
  on: "on|for",
  openers: "so|btw|also|remember|please remember|as you know|as i said",
  corrections: "actually|no|sorry",
  now: "now|nowadays|these days|currently|recently|again",
  unreal: "pretend|imagine|suppose|hypothetically|kidding|jok(?:e|ing)|role ?play|story|novel|would",
  what: "what which how",
  where: "where",
  who: "who which",
  knowing: "know|remember",
  replies: {
    self: "No language model is connected: this is Engram's built-in rule model, and setting LLAMA_CPP_URL connects a real one.",
    nothing: "I do not know: nothing about that is in memory.",
    away: "I cannot look into my memory just now.",
    unverified: "I have not checked this yet.",
    told: (date, words) => `You told me${date ? ` on ${date}` : ""}: “${words}”`,
    list: "This is in memory:",
    noted: "Noted:",
    neutral: "I have read that. I did not find a fact to note in it.",
  },
};
