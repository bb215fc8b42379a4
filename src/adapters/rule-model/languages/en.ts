import type { RelationForms } from "./relation-forms.ts";

export const EN: RelationForms = {
  language: "en",
  expand: [
    ["\\bi'm\\b", "I am"],
    ["\\bi've\\b", "I have"],
    ["\\bdon't\\b", "do not"],
    ["\\bdoesn't\\b", "does not"],
    ["\\bisn't\\b", "is not"],
    ["\\bhaven't\\b", "have not"],
    ["\\bhave got\\b", "have"],
    ["\\bhas got\\b", "has"],
  ],
  contract: [],
  first: "i ",
  my: "my our",
  articles: "a an the any",
  noArticles: "no",
  particles: "of the am upon de la van von al del",
  notObjects:
    "better best more most less home fear peace nothing everything everyone everybody nobody someone people same other others",
  openers: "hi hello hey well so yes btw by.the.way also remember please.remember note as.you.know as.i.said",
  corrections: "actually no sorry correction",
  not: "not",
  trails: "a.lot very.much so.much too again",
  unreal:
    "pretend pretending imagine suppose supposing hypothetically kidding joking joke story novel character roleplay would",
  and: "and",
  times: [
    "(?:since|in|on|from|as of) (?:(?:early|late|mid|last|the) )?(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:{month}|(?:{day})s?|\\d{4}|spring|summer|autumn|winter)(?: \\d{1,2},?)?(?: (?:of )?\\d{4})?",
    "(?:since )?(?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter|night|{month}|{day})",
    "for {number} (?:days|weeks|months|years)",
    "{number} (?:days|weeks|months|years) ago",
    "every (?:day|week|{day})",
    "(?:yesterday|today|recently|now|nowadays|these days|currently)",
  ],
  now: "now nowadays these.days currently",
  frames: `
    verb positive: {s}{t}{v} {t}{x} => {s}{v} {x}
    verb negative: {s}(?:do|does) not {b} {x} => {s}does not {b} {x}
    verb ended: {s}(?:do|does) not {b} {x} any ?more => {s}no longer {v} {x}
    verb ended: {s}no longer {v} {x} => {s}no longer {v} {x}
    be positive: {s}{t}{v} {t}{x} => {s}{v} {x}
    be negative: {s}{v} not {x} => {s}{v} not {x}
    be ended: {s}{v} not {x} any ?more => {s}{v} no longer {x}
    be ended: {s}{v} no longer {x} => {s}{v} no longer {x}
    told positive: {s}{t}{v} {t}{x} => {s}{v} {x}
    timed positive: {s}{v} {x} {T} => {s}{v} {x}
  `,
  verbs: `
    lives: live/live/lives in {o}
    lives be: am/are/is living in {o}
    lives timed: have lived/have lived/has lived in {o}
    lives timed: have been living/have been living/has been living in {o}
    moved told: moved/moved/moved to {o}
    moved told: have moved/have moved/has moved to {o}
    from: come/come/comes from {o}
    from be: am/are/is from {o}
    bornIn told: was/were/was born in {o}
    birthday told: was/were/was born on {o}
    birthday told: was/were/was born in {o}
    worksAs: work/work/works as {o}
    worksAs be: am/are/is working as {o}
    worksAt: work/work/works at {o}
    worksAt: work/work/works for {o}
    studiesAt: study/study/studies at {o}
    studies: study/study/studies {o}
    studies be: am/are/is studying {o}
    married be: am/are/is married to {o}
    pet: have/have/has {o}
    likes: like/like/likes {o}
    likes: love/love/loves {o}
    dislikes: hate/hate/hates {o}
    dislikes: dislike/dislike/dislikes {o}
    allergic be: am/are/is allergic to {o}
    eats: eat/eat/eats {o}
    plays: play/play/plays {o}
    age told: am/are/is {o} years old
    age told: am/are/is {o} => {o} years old
  `,
  sentences: `
    name: my name is {o}
    name: i am called {o}
    kin: {who}is (?:called|named) {o}
    kin: {who}is {o}
    kin: {who}'s name is {o}
    kin: {o} is my {kin}
    kin: i have an? {kin} (?:called|named) {o}
    nickname: {who}goes by {o}
    birthday: my birthday is (?:on )?{o}
    birthday: {who}'s birthday is (?:on )?{o}
  `,
  written: {
    name: "{s}is called {o}",
    kin: "{s}is called {o}",
    nickname: "{s}goes by {o}",
    birthday: "{s}was born on {o}",
  },
  self: "The user",
  selfAlso: "",
  kinOf: {
    self: ["The user's {kin}", "The user's {kin} {name}"],
    other: ["{owner}'s {kin}", "{owner}'s {kin} {name}"],
    you: ["Your {kin}", "Your {kin} {name}"],
  },
  feminine: "",
  the: ["the", "the"],
  your: ["your", "your"],
  you: "you ",
  adverbs: "no longer|also",
  seconds: "does/do; was/were",
  theirs: "he|she|him|his|her|hers|they|their|them|himself|herself|user",
  questions: "where when what who which how why do does did am is are was have has can tell",
  what: "what which how",
  where: "where",
  when: "when",
  who: "who which",
  at: "in at to from for",
  me: "i me my mine",
  knowing: "know|remember",
  hollow: "whats wheres whose called's currently still today now again ever there come",
  answers: "",
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
