import type { Language } from "../../domain/language.ts";

/** What the memory itself says about a wish to forget. */
interface ForgettingPhrases {
  putAway: (memories: number, hours: number) => string;
  more: (count: number) => string;
  maybe: string;
  erased: (memories: number) => string;
  notFound: string;
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const FORGETTING_PHRASES: Record<Language, ForgettingPhrases> = {
  en: {
    putAway: (memories, hours) =>
      `I have put away ${count(memories, "memory", "memories")}, as you asked. ` +
      `${memories === 1 ? "It is" : "They are"} erased for good in ${hours} hours, or now if you say yes; say no to keep ${memories === 1 ? "it" : "them"}, or the numbers of what is to go:`,
    more: (left) => `and ${left} more`,
    maybe:
      "I am not sure whether you mean this too. It stays unless you say yes (then all that is listed goes) or its number:",
    erased: (memories) => `Forgotten for good, as you asked: ${count(memories, "memory", "memories")}.`,
    notFound:
      "You asked me to forget something, but I find nothing stored that it could mean. Nothing was erased.",
  },
  de: {
    putAway: (memories, hours) =>
      `Wie gewünscht habe ich ${count(memories, "Erinnerung", "Erinnerungen")} beiseitegelegt. ` +
      `In ${hours} Stunden wird das endgültig gelöscht, bei „ja“ sofort; bei „nein“ bleibt alles, bei Nummern geht nur das:`,
    more: (left) => `und ${left} weitere`,
    maybe:
      "Ob das auch gemeint ist, weiß ich nicht. Es bleibt, außer du sagst „ja“ (dann geht alles Aufgezählte) oder seine Nummer:",
    erased: (memories) =>
      `Wie gewünscht endgültig vergessen: ${count(memories, "Erinnerung", "Erinnerungen")}.`,
    notFound:
      "Du wolltest, dass ich etwas vergesse, aber ich finde nichts Gespeichertes, was gemeint sein könnte. Gelöscht wurde nichts.",
  },
  fr: {
    putAway: (memories, hours) =>
      `Comme demandé, j'ai mis de côté ${count(memories, "souvenir", "souvenirs")}. ` +
      `Effacement définitif dans ${hours} heures, tout de suite si tu dis oui ; dis non pour tout garder, ou les numéros à effacer :`,
    more: (left) => `et ${left} de plus`,
    maybe:
      "Je ne sais pas si ceci est aussi visé. Rien n'en part, sauf si tu dis oui (alors toute la liste part) ou son numéro :",
    erased: (memories) => `Oublié pour de bon, comme demandé : ${count(memories, "souvenir", "souvenirs")}.`,
    notFound:
      "Tu m'as demandé d'oublier quelque chose, mais je ne trouve rien d'enregistré qui corresponde. Rien n'a été effacé.",
  },
  es: {
    putAway: (memories, hours) =>
      `Como pediste, he apartado ${count(memories, "recuerdo", "recuerdos")}. ` +
      `Se borra del todo en ${hours} horas, ahora mismo si dices sí; di no para conservarlo, o los números que se borran:`,
    more: (left) => `y ${left} más`,
    maybe:
      "No sé si esto también va incluido. Se queda, salvo que digas sí (entonces se va toda la lista) o su número:",
    erased: (memories) => `Olvidado para siempre, como pediste: ${count(memories, "recuerdo", "recuerdos")}.`,
    notFound:
      "Me pediste olvidar algo, pero no encuentro nada guardado que pueda ser. No se ha borrado nada.",
  },
};
