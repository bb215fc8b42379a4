import type { Language } from "./grammar.ts";

/** The sentences the rule model says by itself. */
export interface Replies {
  self: string;
  nothing: string;
  /** Memory could not be searched. */
  away: string;
  unverified: string;
  told: (date: string) => string;
  said: (date: string | null, words: string) => string;
  yes: string;
  no: string;
  list: string;
  noted: string;
  neutral: string;
}

export const REPLIES: Record<Language, Replies> = {
  en: {
    self: "No language model is connected: this is Engram's built-in rule model, and setting LLAMA_CPP_URL connects a real one.",
    nothing: "Nothing about that is in memory.",
    away: "I cannot look into my memory just now.",
    unverified: "I have not checked this yet.",
    told: (date) => `(You told me on ${date}.)`,
    said: (date, words) => `You said${date ? ` on ${date}` : ""}: “${words}”`,
    yes: "Yes.",
    no: "No.",
    list: "This is in memory:",
    noted: "Noted:",
    neutral: "I have read that. I did not find a fact to note in it.",
  },
  de: {
    self: "Es ist kein Sprachmodell angeschlossen: Das ist das eingebaute Regelmodell von Engram, mit LLAMA_CPP_URL wird ein echtes verbunden.",
    nothing: "Dazu ist nichts im Gedächtnis.",
    away: "Ich kann gerade nicht in mein Gedächtnis sehen.",
    unverified: "Das habe ich noch nicht geprüft.",
    told: (date) => `(Gesagt hast du das am ${date}.)`,
    said: (date, words) => `Gesagt hast du${date ? ` am ${date}` : ""}: „${words}“`,
    yes: "Ja.",
    no: "Nein.",
    list: "Das ist im Gedächtnis:",
    noted: "Notiert:",
    neutral: "Gelesen. Eine Tatsache zum Notieren habe ich darin nicht gefunden.",
  },
  fr: {
    self: "Aucun modèle de langue n'est connecté : ceci est le modèle à règles intégré d'Engram, et LLAMA_CPP_URL en connecte un vrai.",
    nothing: "Il n'y a rien à ce sujet en mémoire.",
    away: "Je ne peux pas consulter ma mémoire en ce moment.",
    unverified: "Je ne l'ai pas encore vérifié.",
    told: (date) => `(Tu me l'as dit le ${date}.)`,
    said: (date, words) => `Tu as dit${date ? ` le ${date}` : ""} : « ${words} »`,
    yes: "Oui.",
    no: "Non.",
    list: "Voici ce qui est en mémoire :",
    noted: "C'est noté :",
    neutral: "J'ai lu. Je n'y ai pas trouvé de fait à noter.",
  },
  es: {
    self: "No hay ningún modelo de lenguaje conectado: este es el modelo de reglas integrado de Engram, y LLAMA_CPP_URL conecta uno de verdad.",
    nothing: "No hay nada sobre eso en la memoria.",
    away: "Ahora mismo no puedo consultar mi memoria.",
    unverified: "Todavía no lo he comprobado.",
    told: (date) => `(Me lo dijiste el ${date}.)`,
    said: (date, words) => `Dijiste${date ? ` el ${date}` : ""}: «${words}»`,
    yes: "Sí.",
    no: "No.",
    list: "Esto está en la memoria:",
    noted: "Anotado:",
    neutral: "Leído. No encontré en ello un dato que anotar.",
  },
};
