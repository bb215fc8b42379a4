import type { Grammar } from "./grammar.ts";

export const ES: Grammar = {
  expand: [],
  i: "(?:yo )?",
  user: (said) => (/^(?:(?:ya )?no )?le /.test(said) ? "Al usuario" : "El usuario"),
  ofUser: (noun) => `${/^(?:\S*a|madre|mujer)(?: |$)/i.test(noun) ? "La" : "El"} ${noun} del usuario`,
  denial: "no",
  ended: "ya no",
  verbs: "",
  relations: `
    name: [me llamo/se llama] {o} | mi nombre es {o}
    age: [tengo/tiene] {o} años
    birthday: [nací/nació] el {o} | mi cumpleaños es el {o}
    lives: [vivo/vive] en {o}
    moved: [me mudé/se mudó] a {o}
    worksAs: [trabajo/trabaja] como {o} | [trabajo/trabaja] de {o}
    worksAt: [trabajo/trabaja] para {o}
    pet: [tengo/tiene] {o}
    likes: [me gusta/le gusta] {o} | [me gustan/le gustan] {o}
    dislikes: [odio/odia] {o} | [detesto/detesta] {o}
    allergic: [soy/es] alérgico a {o} | [soy/es] alérgica a {o}
  `,
  called: "se llama",
  particles: "el la los las un una unos unas de del y",
  notObjects: "mejor más bien casa todo alguien gente otros",
  openers: "sí|oye|pues|por cierto|recuerda|como sabes",
  corrections: "no|perdón|en realidad",
  now: "ahora|actualmente|recientemente",
  unreal: "imagin(?:a|emos)|supongamos|broma|bromeando|ojalá|ficción|novela|personaje|cuento",
};
