import type { Grammar } from "./grammar.ts";

export const FR: Grammar = {
  expand: [
    ["\\b([jnms])'", "$1e "],
    ["\\bd'", "de "],
  ],
  contract: [
    ["\\b([njmstd])e (?=[aeiouyéèêâîô]|hab)", "$1'"],
    ["\\b(l)[ae] (?=[aeiouéèêœ])", "$1'"],
    ["\\bta (?=[aeiouéèêœ])", "ton "],
  ],
  user: ["je ", "tu ", "L'utilisateur "],
  kin: ["[Le/La] {kin} de l'utilisateur", "[Le/La] {kin} de {owner}", "[ton/ta] {kin}"],
  named: ["{name}, {kin} de l'utilisateur,", "{name}, {kin} de {owner},", "{name}, [ton/ta] {kin},"],
  feminine: "s(?:oe|œ)ur|mere|maman|fille|femme|copine|amie|tante|cousine|voisine",
  clauses: {
    verb: ["{s}{v} {x}", "{s}ne {v} pas {x}", "{s}ne {v} plus {x}"],
    told: ["{s}{v} {x}"],
  },
  verbs: `
    verb lives: [habite/habites/habite] à {o} | [habite/habites/habite] en {o} | [vis/vis/vit] à {o}
    verb worksAs: [travaille/travailles/travaille] comme {o}
    verb worksAt: [travaille/travailles/travaille] chez {o} | [travaille/travailles/travaille] pour {o}
    verb worksIn: [travaille/travailles/travaille] dans {o}
    verb studiesAt: [étudie/étudies/étudie] à {o}
    verb married: [suis/es/est] marié à {o} | [suis/es/est] mariée à {o}
    verb married: [suis/es/est] marié avec {o} | [suis/es/est] mariée avec {o}
    verb pet: [ai/as/a] {o}
    verb likes: [aime/aimes/aime] {o} | [adore/adores/adore] {o}
    verb dislikes: [déteste/détestes/déteste] {o}
    verb allergic: [suis/es/est] allergique à {o} | [suis/es/est] allergique aux {o} | [suis/es/est] allergique au {o}
    verb eats: [mange/manges/mange] {o}
    verb plays: [joue/joues/joue] {o}
    told name: [me appelle/te appelles/se appelle] {o}
    told age: [ai/as/a] {o} ans
    told bornIn: [suis/es/est] né à {o} | [suis/es/est] née à {o}
    told birthday: [fête mon/fêtes ton/fête son] anniversaire le {o} | [suis/es/est] né le {o} | [suis/es/est] née le {o}
    told moved: [ai/as/a] déménagé à {o}
  `,
  sentences: `
    name: mon nom est {o}
    name: {who} est {o}
    name: {o} est (?:mon|ma) {kin}
    name: je ai une? {kin} (?:qui se appelle|appelée?|nommée?) {o}
    birthday: mon anniversaire est le {o}
    birthday: l'anniversaire de {who} est le {o}
  `,
  articles: "le la les l un une des du de au aux",
  particles: "de du des la le les sur en",
  notObjects: "mieux plus bien trop beaucoup tout gens autres",
  on: "le",
  openers: "alors|au fait|à propos|souviens-toi|rappelle-toi|comme tu sais",
  corrections: "non|pardon|en fait",
  now: "maintenant|désormais|actuellement|récemment",
  unreal: "imagin(?:e|ons)|suppos(?:e|ons|ez)|blague|plaisante|rigole|fiction|roman|personnage|histoire",
  what: "que qu quoi quel quelle quels quelles comment combien",
  where: "où",
  who: "qui",
  knowing: "sais|souviens|rappelles",
  replies: {
    self: "Aucun modèle de langue n'est connecté : ceci est le modèle à règles intégré d'Engram, et LLAMA_CPP_URL en connecte un vrai.",
    nothing: "Je ne sais pas : il n'y a rien à ce sujet en mémoire.",
    away: "Je ne peux pas consulter ma mémoire en ce moment.",
    unverified: "Je ne l'ai pas encore vérifié.",
    told: (date, words) => `Tu m'as dit${date ? ` le ${date}` : ""} : « ${words} »`,
    list: "Voici ce qui est en mémoire :",
    noted: "C'est noté :",
    neutral: "J'ai lu. Je n'y ai pas trouvé de fait à noter.",
  },
};
