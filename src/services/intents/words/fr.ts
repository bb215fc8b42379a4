import type { IntentWords } from "./words.ts";

const OFF = "(?:entre nous[, ]+)?(?:off the record|ne note pas (?:ca|cela))";

export const fr: IntentWords = {
  please: "s'il te plait|s'il vous plait|stp|svp",
  courtesy: "ok|d'accord|bonjour|salut|merci|desolee?|ah|oh|oh non|non|oui|attends|engram",
  firstPerson: "je|j'[\\p{L}]+|me|moi|mon|ma|mes|nous|notre|nos",
  forms: [
    ["forget", "last", "oubliez? (?:ca|cela|ce que je viens de dire)"],
    ["forget", "last", "oublie(?:-le)? (?:stp|s'il te plait)"],
    ["forget", "everything", "oubliez? tout(?: ce que (?:tu sais(?: sur moi)?|je t'ai (?:dit|raconte)))?"],
    ["forget", "everything", "oubliez? tout(?: ce que tu sais)? (?:sur|de) moi"],
    ["forget", "whole", "oubliez? tout(?: ce que (?:je t'ai (?:dit|raconte)|tu sais))? (?:sur|de) X"],
    ["forget", "told", "(?:oublie|oubliez|efface) ce que je (?:t'ai|vous ai) (?:dit|raconte) (?:sur|de) X"],
    ["forget", "named", "oubliez? (?!pas |jamais |de )(?:que |qu')?X"],
    ["remember", "last", "retiens (?:ca|cela)"],
    ["remember", "words", "retiens(?: ceci)? ?: ..."],
    ["remember", "words", "(?:retiens|souviens-toi) (?:que |qu')..."],
    ["off_record", "last", "c'etait off the record"],
    ["off_record", "back", "de nouveau on the record|tu peux noter a nouveau"],
    ["off_record", "from_now_on", "a partir de maintenant,? (?:off the record|ne note plus rien)"],
    ["off_record", "words", `${OFF} *[:,;–—-] *...`],
    ["off_record", "words", "..., *off the record"],
    ["off_record", "words", OFF],
    [
      "why",
      "last",
      "pourquoi (?:tu (?:dis|penses)|dis-tu|penses-tu) (?:ca|cela)|comment (?:tu le sais|le sais-tu)",
    ],
    ["wrong", "last", "c'est faux|(?:ce n'est|c'est) pas vrai"],
    ["undo", "last", "annule(?: ca| cela)?"],
  ],
  yes: "(?:oui|ouais|ok|d'accord|bien sur|vas[- ]y|exact(?:ement)?|c'est ca|fais[- ]le|o)",
  no: "(?:non|aucune?(?: des deux)?|ni l'un ni l'autre|annule|arrete|laisse(?: tomber)?|rien|n)",
  all: "(?:les deux|toutes?|tous|tout(?: ca)?)",
  ordinals:
    "premiere?s?|1ere?|1er|une? deuxieme|seconde?|deux troisieme|trois quatrieme|quatre cinquieme|cinq",
};
