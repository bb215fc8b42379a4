import type { Grammar } from "./grammar.ts";

export const DE: Grammar = {
  expand: [],
  i: "ich ",
  user: () => "Der Nutzer",
  ofUser: (noun) => `Des Nutzers ${noun}`,
  denial: "nicht",
  ended: "nicht mehr",
  verbs: "",
  relations: `
    name: [heiße/heißt] {o} | mein name ist {o}
    age: [bin/ist] {o} jahre alt | [bin/ist] {o}
    birthday: [habe/hat] am {o} geburtstag | [bin/ist] am {o} geboren | mein geburtstag ist am {o} | mein geburtstag ist der {o}
    lives: [wohne/wohnt] in {o} | [lebe/lebt] in {o}
    moved: [bin/ist] nach {o} gezogen
    worksAs: [arbeite/arbeitet] als {o}
    worksAt: [arbeite/arbeitet] bei {o}
    pet: [habe/hat] {o}
    likes: [mag/mag] {o} | [liebe/liebt] {o}
    dislikes: [hasse/hasst] {o}
    allergic: [bin/ist] allergisch gegen {o}
  `,
  called: "heißt",
  particles: "der die das den dem ein eine einen einem einer am an von bei ob im",
  notObjects: "besser mehr gern gerne gut angst frieden scheidung trennung miete alles leute andere",
  openers: "also|ja|übrigens|merk dir|wie gesagt|wie du weißt",
  corrections: "nein|doch|entschuldigung",
  now: "jetzt|inzwischen|mittlerweile|nun|neulich|kürzlich|wieder",
  unreal: "angenommen|stell|wäre|würde|hätte|scherz|witz|spaß|rollenspiel|geschichte|roman|erfunden",
};
