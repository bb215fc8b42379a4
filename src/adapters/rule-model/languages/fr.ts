import type { RelationForms } from "./relation-forms.ts";

export const FR: RelationForms = {
  language: "fr",
  expand: [
    ["\\bj'", "je "],
    ["\\bn'", "ne "],
    ["\\bm'", "me "],
    ["\\bs'", "se "],
    ["\\bd'", "de "],
    ["\\bde (?:le) ", "du "],
  ],
  contract: [
    ["\\b([njmstd])e (?=[aeiouyéèêâîôhAEIOUÉ](?!ambourg))", "$1'"],
    ["\\b([Ll])[ae] (?=[aeiouéèêœ])", "$1'"],
    ["\\bde le ", "du "],
    ["\\bà le ", "au "],
  ],
  first: "je ",
  my: "mon ma notre",
  articles: "le la les l un une des du de au aux",
  noArticles: "aucun aucune",
  particles: "de du des la le les sur en",
  notObjects: "mieux plus moins bien trop beaucoup paix rien tout personne gens même autre autres",
  openers: "bonjour salut coucou alors oui au.fait à.propos souviens-toi rappelle-toi note comme.tu.sais",
  corrections: "non pardon en.fait correction",
  not: "pas|et non",
  trails: "beaucoup énormément aussi",
  unreal:
    "imagine imaginons suppose supposons supposez blague plaisante rigole fiction roman personnage histoire",
  and: "et",
  times: [
    "(?:depuis|en|le|à partir de) (?:(?:début|fin|le) )?(?:\\d{1,2}(?:er)? )?(?:{month}|{day}|\\d{4}|l'été|été|hiver|printemps|automne)(?: dernier)?(?: \\d{4})?",
    "(?:la semaine|le mois|l'année|l'an|l'été|{month}|{day}) (?:dernière|dernier|passé|passée)",
    "(?:depuis|il y a) {number} (?:jours|semaines|mois|ans)",
    "(?:hier|aujourd'hui|récemment|maintenant|désormais|actuellement)",
  ],
  now: "maintenant désormais actuellement",
  frames: `
    verb positive: {s}{v} {t}{x} => {s}{v} {x}
    verb negative: {s}ne {v} pas {x} => {s}ne {v} pas {x}
    verb ended: {s}ne {v} plus {x} => {s}ne {v} plus {x}
    told positive: {s}{v} {t}{x} => {s}{v} {x}
  `,
  verbs: `
    lives: habite/habites/habite à {o}
    lives: habite/habites/habite {o}
    lives: habite/habites/habite en {o}
    lives: vis/vis/vit à {o}
    moved told: ai déménagé/as déménagé/a déménagé à {o}
    from: viens/viens/vient de {o}
    bornIn told: suis né/es né/est né à {o}
    bornIn told: suis née/es née/est née à {o}
    birthday told: suis né/es né/est né le {o}
    birthday told: suis née/es née/est née le {o}
    worksAs: travaille/travailles/travaille comme {o}
    worksAt: travaille/travailles/travaille chez {o}
    worksAt: travaille/travailles/travaille pour {o}
    worksIn: travaille/travailles/travaille dans {o}
    studiesAt: étudie/étudies/étudie à {o}
    studies: étudie/étudies/étudie {o}
    married: suis marié/es marié/est marié avec {o}
    married: suis mariée/es mariée/est mariée avec {o}
    married: suis marié/es marié/est marié à {o}
    married: suis mariée/es mariée/est mariée à {o}
    pet: ai/as/a {o}
    likes: aime/aimes/aime {o}
    likes: adore/adores/adore {o}
    dislikes: déteste/détestes/déteste {o}
    allergic: suis allergique/es allergique/est allergique à {o}
    allergic: suis allergique/es allergique/est allergique aux {o}
    allergic: suis allergique/es allergique/est allergique au {o}
    eats: mange/manges/mange {o}
    plays: joue/joues/joue {o}
    age told: ai/as/a {o} ans
  `,
  sentences: `
    name: je me appelle {o}
    name: mon nom est {o}
    kin: {who}se appelle {o}
    kin: {who}est {o}
    kin: {o} est (?:mon|ma) {kin}
    kin: je ai une? {kin} (?:qui se appelle|appelée?|nommée?) {o}
    nickname: {who}se fait appeler {o}
    birthday: mon anniversaire est le {o}
    birthday: le anniversaire de {who}est le {o}
  `,
  written: {
    name: "{s}s'appelle {o}",
    kin: "{s}s'appelle {o}",
    nickname: "{s}se fait appeler {o}",
    birthday: "{s}fête son anniversaire le {o}",
  },
  self: "L'utilisateur",
  selfAlso: "",
  kinOf: {
    self: ["{the} {kin} de l'utilisateur", "{name}, {kin} de l'utilisateur,"],
    other: ["{the} {kin} de {owner}", "{name}, {kin} de {owner},"],
    you: ["{your} {kin}", "{name}, {your} {kin},"],
  },
  feminine: "soeur sœur mere maman fille femme copine amie tante cousine voisine fiancee",
  the: ["Le", "La"],
  your: ["ton", "ta"],
  you: "tu ",
  adverbs: "ne",
  seconds: "s'appelle/t'appelles; est/es; a/as; se fait/te fais; fête son/fêtes ton",
  theirs: "il|elle|son|sa|ses|lui|leurs?|utilisateur",
  questions: "où quand qui que qu quoi quel quelle quels quelles comment combien pourquoi",
  what: "que qu quoi quel quelle quels quelles comment combien",
  where: "où",
  when: "quand",
  who: "qui",
  at: "à en au aux chez dans de pour",
  me: "je j moi mon ma mes me",
  knowing: "sais|souviens|rappelles",
  hollow: "où donc actuellement maintenant combien pourquoi",
  answers: "ans/age",
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
