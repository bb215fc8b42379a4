import type { IntentWords } from "./words.ts";

const OFF = "(?:entre nosotros[, ]+)?(?:off the record|no lo anotes|no anotes esto)";

export const es: IntentWords = {
  please: "por favor|porfa",
  courtesy: "ok|vale|hola|gracias|perdon|ah|oh|ay no|no|si|espera|engram",
  firstPerson: "yo|me|mi|mis|nosotros|nuestro|nuestra",
  forms: [
    ["forget", "last", "olvida (?:eso|esto|lo que acabo de decir)"],
    ["forget", "last", "olvidalo,? por favor|por favor,? olvidalo"],
    ["forget", "everything", "olvida todo(?: lo que (?:sabes(?: (?:de|sobre) mi)?|te (?:dije|conte)))?"],
    ["forget", "everything", "olvida todo sobre mi"],
    ["forget", "whole", "olvida todo(?: lo que (?:te (?:dije|conte)|sabes))? (?:sobre|de) X"],
    ["forget", "told", "(?:olvida|borra) lo que te (?:dije|conte) (?:sobre|de) X"],
    ["forget", "named", "olvida (?!no )(?:que )?X"],
    ["remember", "last", "recuerda (?:eso|esto)"],
    ["remember", "words", "recuerda(?: esto)?: ..."],
    ["remember", "words", "recuerda que ..."],
    ["off_record", "last", "eso era off the record"],
    ["off_record", "back", "de nuevo on the record|ya puedes anotar"],
    ["off_record", "from_now_on", "(?:a partir de|desde) ahora,? (?:off the record|no anotes nada)"],
    ["off_record", "words", `${OFF} *[:,;–—-] *...`],
    ["off_record", "words", "..., *off the record"],
    ["off_record", "words", OFF],
    ["why", "last", "por que (?:piensas|dices|crees) eso|como (?:lo sabes|sabes eso)"],
    ["wrong", "last", "eso (?:no es (?:cierto|verdad)|es falso|esta mal)"],
    ["undo", "last", "deshaz(?:lo| eso)"],
  ],
  yes: "(?:si|sip|claro|ok|vale|dale|exacto|correcto|eso|hazlo|adelante|por supuesto|s)",
  no: "(?:no|ningun[oa]?(?: de (?:los|las) dos)?|cancela|para|dejalo|mejor no|nada|n)",
  all: "(?:l[oa]s dos|amb[oa]s|tod[oa]s?(?: eso)?)",
  ordinals: "primer[oa]?|un[oa] segund[oa]|dos tercer[oa]?|tres cuart[oa]|cuatro quint[oa]|cinco",
};
