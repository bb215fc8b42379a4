import type { Grammar } from "./grammar.ts";

export const FR: Grammar = {
  expand: [
    ["\\b([jnms])'", "$1e "],
    ["\\bd'", "de "],
  ],
  contract: ["\\b([njmsd])e (?=[aeiouhéè])", "$1'"],
  i: "je ",
  user: () => "L'utilisateur",
  ofUser: (noun, my) =>
    `${/^[aeiouéè]/i.test(noun) ? "L'" : /^ma$/i.test(my) ? "La " : "Le "}${noun} de l'utilisateur`,
  denial: "ne|pas",
  ended: "plus",
  verbs: "",
  relations: `
    name: [me appelle/se appelle] {o} | mon nom est {o}
    age: [ai/a] {o} ans
    birthday: [suis/est] né le {o} | [suis/est] née le {o} | mon anniversaire est le {o}
    lives: [habite/habite] à {o} | [vis/vit] à {o}
    moved: [ai/a] déménagé à {o}
    worksAs: [travaille/travaille] comme {o}
    worksAt: [travaille/travaille] chez {o} | [travaille/travaille] pour {o}
    pet: [ai/a] {o}
    likes: [aime/aime] {o} | [adore/adore] {o}
    dislikes: [déteste/déteste] {o}
    allergic: [suis/est] allergique à {o} | [suis/est] allergique aux {o} | [suis/est] allergique au {o}
  `,
  called: "s'appelle",
  particles: "le la les l un une des du de au aux sur en",
  notObjects: "mieux plus bien trop beaucoup tout gens autres",
  openers: "alors|au fait|à propos|souviens-toi|rappelle-toi|comme tu sais",
  corrections: "non|pardon|en fait",
  now: "maintenant|désormais|actuellement|récemment",
  unreal: "imagin(?:e|ons)|suppos(?:e|ons|ez)|blague|plaisante|rigole|fiction|roman|personnage|histoire",
};
