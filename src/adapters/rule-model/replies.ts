import type { Language } from "../../language/index.ts";

/** The sentences the rule model says by itself. */
export interface Replies {
  self: string;
  /** Nothing answers. */
  nothing: string;
  /** Memory could not be searched. */
  away: string;
  unverified: string;
  told: (date: string | null, words: string) => string;
  list: string;
  noted: string;
  neutral: string;
}

export const REPLIES: Record<Language, Replies> = {
  en: {
    self: "No language model is connected: this is Engram's built-in rule model, and setting LLAMA_CPP_URL connects a real one.",
    nothing: "I do not know: nothing about that is in memory.",
    away: "I cannot look into my memory just now.",
    unverified: "I have not checked this yet.",
    told: (date, words) => `You told me${date ? ` on ${date}` : ""}: “${words}”`,
    list: "This is in memory:",
    noted: "Noted:",
    neutral: "I have read that. I did not find a fact to note in it.",
  },
  de: {
    self: "Es ist kein Sprachmodell angeschlossen: Das ist das eingebaute Regelmodell von Engram, mit LLAMA_CPP_URL wird ein echtes verbunden.",
    nothing: "Das weiß ich nicht: Dazu ist nichts im Gedächtnis.",
    away: "Ich kann gerade nicht in mein Gedächtnis sehen.",
    unverified: "Das habe ich noch nicht geprüft.",
    told: (date, words) => `Du hast mir${date ? ` am ${date}` : ""} gesagt: „${words}“`,
    list: "Das ist im Gedächtnis:",
    noted: "Notiert:",
    neutral: "Gelesen. Eine Tatsache zum Notieren habe ich darin nicht gefunden.",
  },
  fr: {
    self: "Aucun modèle de langue n'est connecté : ceci est le modèle à règles intégré d'Engram, et LLAMA_CPP_URL en connecte un vrai.",
    nothing: "Je ne sais pas : il n'y a rien à ce sujet en mémoire.",
    away: "Je ne peux pas consulter ma mémoire en ce moment.",
    unverified: "Je ne l'ai pas encore vérifié.",
    told: (date, words) => `Tu m'as dit${date ? ` le ${date}` : ""} : « ${words} »`,
    list: "Voici ce qui est en mémoire :",
    noted: "C'est noté :",
    neutral: "J'ai lu. Je n'y ai pas trouvé de fait à noter.",
  },
  es: {
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

/** What the model says of itself in its first reply of a conversation. */
export function selfNote(language: Language): string {
  return REPLIES[language].self;
}
