import type { Phrases } from "./phrases.ts";

const n = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export const fr: Phrases = {
  locale: "fr-FR",
  forgotten: (memories, turns) =>
    memories === 0
      ? `Oublié : ce qui a été dit à ce sujet, dans ${n(turns, "message")}.`
      : `Oublié : ${n(memories, "souvenir")} à ce sujet, de ${n(turns, "message")}.`,
  notFound:
    "Je ne trouve rien dans ma mémoire qui puisse être cela, et je n'ai rien oublié. Avec quels mots en as-tu parlé ?",
  nothingBefore: "Il n'y a rien avant cela que je puisse oublier.",
  askWhich: "Cela peut désigner plusieurs choses, je n'ai donc encore rien fait. Que dois-je oublier ?",
  askSure: "Dois-je oublier ceci ?",
  askEverything:
    "Tout ce que je sais de toi disparaîtrait pour toujours, dans toutes les conversations. Dois-je vraiment tout oublier ?",
  askElsewhere: (turns) => `On en parle encore dans ${n(turns, "message")}. Dois-je oublier cela aussi ?`,
  howToAnswer: (choices) => (choices === 1 ? "(oui ou non)" : "(un numéro, « tout » ou « rien »)"),
  allOfIt: (count) => `tout cela (${n(count, "souvenir")})`,
  turnsOf: (count) => n(count, "message"),
  everythingForgotten: "Oublié : tout.",
  keptAll: "D'accord, tout reste comme avant.",
  remembered: "Je m'en souviendrai.",
  notRemembered:
    "La mémoire est coupée pour ce message, je ne peux donc pas le garder. Redis-le avec la mémoire.",
  offRecordNow: "Cela reste entre nous : je n'en garde rien.",
  offRecordFromNowOn:
    "À partir de maintenant, tout reste entre nous : je ne garde rien de cette conversation jusqu'à ce que tu dises « tu peux de nouveau noter ».",
  onRecordAgain: "À partir d'ici, je garde de nouveau ce que tu me dis.",
  because: "Je l'ai dit à cause de ceci :",
  saidBy: (who, name, day) =>
    `${who === "user" ? "toi" : who === "assistant" ? "je te l'ai dit" : name}, ${day}`,
  status: {
    verified: "vérifié",
    staged: "pas encore vérifié",
    disputed: "douteux",
    superseded: "n'est plus vrai",
    corrected: "corrigé",
    retracted: "retiré",
    archived: "archivé",
  },
  entered: "saisi par toi",
  disputed: "Merci. Je l'ai marqué comme faux jusqu'à ce que tu me dises ce qui est juste.",
  askWrong: "Qu'est-ce qui est faux là-dedans ?",
  undone: "C'est fait : tout est comme avant.",
  cannotUndo: "Ce qui est oublié ne peut pas revenir : je n'en ai gardé aucune copie.",
  changedSince: "Cela a encore changé depuis, je ne peux donc pas simplement l'annuler.",
  askUndo: "Il n'y a à annuler que ce que j'ai retenu de tes derniers mots. Dois-je l'oublier ?",
};
