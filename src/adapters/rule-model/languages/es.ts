import type { RelationForms } from "./relation-forms.ts";

export const ES: RelationForms = {
  language: "es",
  expand: [],
  contract: [
    ["\\b([aA]) [eE]l ", "$1l "],
    ["\\bde [eE]l ", "del "],
    ["\\ba (La) ", "a la "],
  ],
  first: "(?:yo )?",
  my: "mi nuestro nuestra",
  articles: "el la los las un una unos unas",
  noArticles: "ningún ninguna",
  particles: "de del la las los el y",
  notObjects: "mejor más menos bien paz casa nada todo nadie alguien gente mismo otro otros",
  openers: "hola oye pues sí por.cierto recuerda apunta como.sabes",
  corrections: "no perdón en.realidad corrección",
  not: "no|y no",
  trails: "mucho muchísimo también",
  unreal: "imagina imaginemos supongamos supón broma bromeando ojalá ficción novela personaje cuento",
  and: "y",
  times: [
    "(?:desde|en|el|a partir de) (?:(?:el|principios de|finales de) )?(?:\\d{1,2} de )?(?:{month}|{day}|\\d{4}|verano|invierno|otoño|primavera)(?: pasado)?(?: (?:de )?\\d{4})?",
    "(?:la semana|el mes|el año|{month}|{day}) pasad[oa]",
    "(?:desde )?hace {number} (?:días|semanas|meses|años)",
    "(?:ayer|hoy|recientemente|ahora|actualmente)",
  ],
  now: "ahora actualmente",
  frames: `
    verb positive: {s}{t}{v} {t}{x} => {s}{v} {x}
    verb negative: {s}no {v} {x} => {s}no {v} {x}
    verb ended: {s}ya no {v} {x} => {s}ya no {v} {x}
    told positive: {s}{v} {t}{x} => {s}{v} {x}
  `,
  verbs: `
    lives: vivo/vives/vive en {o}
    moved told: me mudé/te mudaste/se mudó a {o}
    moved told: me he mudado/te has mudado/se ha mudado a {o}
    from: vengo/vienes/viene de {o}
    from: soy/eres/es de {o}
    bornIn told: nací/naciste/nació en {o}
    birthday told: nací/naciste/nació el {o}
    worksAs: trabajo/trabajas/trabaja como {o}
    worksAs: trabajo/trabajas/trabaja de {o}
    worksAt: trabajo/trabajas/trabaja para {o}
    worksIn: trabajo/trabajas/trabaja en {o}
    studiesAt: estudio/estudias/estudia en {o}
    studies: estudio/estudias/estudia {o}
    married: estoy casado/estás casado/está casado con {o}
    married: estoy casada/estás casada/está casada con {o}
    pet: tengo/tienes/tiene {o}
    likes: me gusta/te gusta/@le gusta {o}
    likes: me gustan/te gustan/@le gustan {o}
    likes: me encanta/te encanta/@le encanta {o}
    dislikes: odio/odias/odia {o}
    dislikes: detesto/detestas/detesta {o}
    allergic: soy alérgico/eres alérgico/es alérgico a {o}
    allergic: soy alérgica/eres alérgica/es alérgica a {o}
    eats: como/comes/come {o}
    plays: juego/juegas/juega al {o}
    plays: toco/tocas/toca {o}
    age told: tengo/tienes/tiene {o} años
  `,
  sentences: `
    name: me llamo {o}
    name: mi nombre es {o}
    kin: {who}se llama {o}
    kin: {who}es {o}
    kin: {o} es mi {kin}
    kin: tengo una? {kin} (?:que se llama|llamad[oa]) {o}
    nickname: a {who}le dicen {o}
    birthday: mi cumpleaños es el {o}
    birthday: el cumpleaños de {who}es el {o}
  `,
  written: {
    name: "{s}se llama {o}",
    kin: "{s}se llama {o}",
    nickname: "a {s}le dicen {o}",
    birthday: "{s}nació el {o}",
  },
  self: "El usuario",
  selfAlso: "Al usuario",
  kinOf: {
    self: ["{the} {kin} del usuario", "{name}, {kin} del usuario,"],
    other: ["{the} {kin} de {owner}", "{name}, {kin} de {owner},"],
    you: ["{your} {kin}", "{name}, {your} {kin},"],
  },
  feminine:
    "hermana madre mama mami hija esposa mujer novia pareja abuela tia prima jefa amiga companera vecina gata",
  the: ["El", "La"],
  your: ["tu", "tu"],
  you: "",
  adverbs: "ya no|no|ya",
  seconds: "se llama/te llamas; tiene/tienes; es/eres; está/estás; le dicen/te dicen",
  theirs: "él|ella|su|sus|ellos|usuario",
  questions: "dónde adónde cuándo qué quién quiénes cómo cuál cuáles cuántos cuántas vivo tengo soy",
  what: "qué cuál cuáles cómo cuántos cuántas",
  where: "dónde adónde",
  when: "cuándo",
  who: "quién quiénes",
  at: "en a de para",
  me: "yo me mí mi mis tengo vivo soy trabajo estudio nací estoy como",
  knowing: "sabes|recuerdas",
  hollow: "adónde cuántos cuántas cuántos cuáles quiénes ahora dedico",
  answers: "",
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
