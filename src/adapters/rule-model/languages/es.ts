import type { Grammar } from "./grammar.ts";

export const ES: Grammar = {
  expand: [["\\bal (?=usuario)", "a El "]],
  contract: [["\\ba el ", "al "]],
  user: ["(?:yo )?", "", "El usuario "],
  kin: ["[El/La] {kin} del usuario", "[El/La] {kin} de {owner}", "tu {kin}"],
  named: ["{name}, {kin} del usuario,", "{name}, {kin} de {owner},", "{name}, tu {kin},"],
  feminine: ".*a|madre|mujer",
  clauses: {
    verb: ["{s}{v} {x}", "{s}no {v} {x}", "{s}ya no {v} {x}"],
    taste: ["[//a ]{s}{v} {x}", "[//a ]{s}no {v} {x}", "[//a ]{s}ya no {v} {x}"],
    told: ["{s}{v} {x}"],
  },
  verbs: `
    verb lives: [vivo/vives/vive] en {o}
    verb worksAs: [trabajo/trabajas/trabaja] como {o} | [trabajo/trabajas/trabaja] de {o}
    verb worksAt: [trabajo/trabajas/trabaja] para {o}
    verb worksIn: [trabajo/trabajas/trabaja] en {o}
    verb studiesAt: [estudio/estudias/estudia] en {o}
    verb married: [estoy/estás/está] casado con {o} | [estoy/estás/está] casada con {o}
    verb pet: [tengo/tienes/tiene] {o}
    verb dislikes: [odio/odias/odia] {o} | [detesto/detestas/detesta] {o}
    verb allergic: [soy/eres/es] alérgico a {o} | [soy/eres/es] alérgica a {o}
    verb eats: [como/comes/come] {o}
    verb plays: [juego/juegas/juega] al {o} | [toco/tocas/toca] {o}
    taste likes: [me/te/le] gusta {o} | [me/te/le] gustan {o} | [me/te/le] encanta {o}
    told name: [me llamo/te llamas/se llama] {o}
    told age: [tengo/tienes/tiene] {o} años
    told bornIn: [nací/naciste/nació] en {o}
    told birthday: [nací/naciste/nació] el {o}
    told moved: [me mudé/te mudaste/se mudó] a {o}
  `,
  sentences: `
    name: mi nombre es {o}
    name: {who} es {o}
    name: {o} es mi {kin}
    name: tengo una? {kin} (?:que se llama|llamad[oa]) {o}
    birthday: mi cumpleaños es el {o}
    birthday: el cumpleaños de {who} es el {o}
  `,
  articles: "el la los las un una unos unas",
  particles: "de del la las los el y",
  notObjects: "mejor más bien casa todo alguien gente otros",
  on: "el|los",
  openers: "sí|oye|pues|por cierto|recuerda|como sabes",
  corrections: "no|perdón|en realidad",
  now: "ahora|actualmente|recientemente",
  unreal: "imagin(?:a|emos)|supongamos|broma|bromeando|ojalá|ficción|novela|personaje|cuento",
  what: "qué cuál cuáles cómo cuántos cuántas",
  where: "dónde adónde",
  who: "quién quiénes",
  knowing: "sabes|recuerdas",
  replies: {
    self: "No hay ningún modelo de lenguaje conectado: este es el modelo de reglas integrado de Engram, y LLAMA_CPP_URL conecta uno de verdad.",
    nothing: "No lo sé: no hay nada sobre eso en la memoria.",
    away: "Ahora mismo no puedo consultar mi memoria.",
    unverified: "Todavía no lo he comprobado.",
    told: (date, words) => `Me dijiste${date ? ` el ${date}` : ""}: «${words}»`,
    list: "Esto está en la memoria:",
    noted: "Anotado:",
    neutral: "Leído. No encontré en ello un dato que anotar.",
  },
};
