import type { Grammar } from "./grammar.ts";

export const EN: Grammar = {
  expand: [
    ["\\bi'm\\b", "I am"],
    ["n't\\b", " not"],
    ["\\b(have|has) got\\b", "$1"],
  ],
  i: "i ",
  user: () => "The user",
  ofUser: (noun) => `The user's ${noun}`,
  denial: "(?:do |does )?not",
  ended: "no longer|any ?more",
  verbs: "[do/does]",
  relations: `
    name: [am/is] called {o} | is named {o} | 's name is {o} | my name is {o}
    age: [am/is] {o} years old | [am/is] {o}
    birthday: [was/was] born on {o} | [was/was] born in {o} | my birthday is on {o} | my birthday is {o}
    lives: [live/lives] in {o}
    moved: [moved/moved] to {o} | [have/has] moved to {o}
    worksAs: [work/works] as {o}
    worksAt: [work/works] at {o} | [work/works] for {o}
    pet: [have/has] {o}
    likes: [like/likes] {o} | [love/loves] {o}
    dislikes: [hate/hates] {o} | [dislike/dislikes] {o}
    allergic: [am/is] allergic to {o}
  `,
  called: "is called",
  particles: "a an the any of am upon de la van von al del",
  notObjects: "better more everything everyone everybody someone people others",
  openers: "so|btw|also|remember|please remember|as you know|as i said",
  corrections: "actually|no|sorry",
  now: "now|nowadays|these days|currently|recently|again",
  unreal: "pretend|imagine|suppose|hypothetically|kidding|jok(?:e|ing)|role ?play|story|novel|would",
};
