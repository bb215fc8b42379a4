import type { Phrases } from "./phrases.ts";

const n = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export const es: Phrases = {
  locale: "es-ES",
  forgotten: (memories, turns) =>
    memories === 0
      ? `Olvidado: lo que se dijo de eso, en ${n(turns, "mensaje")}.`
      : `Olvidado: ${n(memories, "recuerdo")} sobre eso, de ${n(turns, "mensaje")}.`,
  notFound:
    "No encuentro nada en mi memoria que pueda ser eso, así que no he olvidado nada. ¿Con qué palabras lo contaste?",
  nothingBefore: "No hay nada antes de esto que pueda olvidar.",
  askWhich: "Eso puede ser varias cosas, así que todavía no he hecho nada. ¿Cuál debo olvidar?",
  askSure: "¿Debo olvidar esto?",
  askEverything:
    "Todo lo que sé de ti desaparecería para siempre, en todas las conversaciones. ¿De verdad debo olvidarlo todo?",
  askElsewhere: (turns) =>
    `También se habla de eso en ${turns === 1 ? "otro mensaje" : `otros ${turns} mensajes`}. ¿Lo olvido también?`,
  howToAnswer: (choices) => (choices === 1 ? "(sí o no)" : "(un número, «todo» o «ninguno»)"),
  allOfIt: (count) => `todo eso (${n(count, "recuerdo")})`,
  turnsOf: (count) => n(count, "mensaje"),
  everythingForgotten: "Olvidado: todo.",
  keptAll: "De acuerdo, todo queda como estaba.",
  remembered: "Lo recordaré.",
  notRemembered:
    "La memoria está apagada para este mensaje, así que no puedo guardarlo. Dilo otra vez con la memoria.",
  offRecordNow: "Queda entre nosotros: no guardo nada de esto.",
  offRecordFromNowOn:
    "A partir de ahora todo queda entre nosotros: no guardo nada de esta conversación hasta que digas «ya puedes volver a anotar».",
  onRecordAgain: "Desde aquí vuelvo a guardar lo que me cuentes.",
  because: "Lo dije por esto:",
  saidBy: (who, name, day) =>
    `${who === "user" ? "tú" : who === "assistant" ? "te lo dije yo" : name}, ${day}`,
  status: {
    verified: "comprobado",
    staged: "sin comprobar",
    disputed: "en duda",
    superseded: "ya no es así",
    corrected: "corregido",
    retracted: "retirado",
    archived: "archivado",
  },
  entered: "escrito por ti",
  disputed: "Gracias. Lo he marcado como falso hasta que me digas qué es lo correcto.",
  askWrong: "¿Cuál de estas cosas no es cierta?",
  undone: "Hecho: está como antes.",
  cannotUndo: "Lo olvidado no se puede recuperar: no he guardado ninguna copia.",
  changedSince: "Ha cambiado otra vez desde entonces, así que no puedo deshacerlo sin más.",
  askUndo: "Lo único que podría deshacer es lo que tomé de tus últimas palabras. ¿Debo olvidarlo?",
};
