import type { Ruling } from "../../domain/model/trace.ts";
import type { Language } from "../../language/index.ts";

/** The exam questions as data: short, in four languages, covering every task of a model. */

/** A message, its recalled lines, and words of which a reply must contain one; without them any reply in prose is right. */
export interface ReplyQuestion {
  language: Language;
  message: string;
  lines: string[];
  /** Any one of these, ignoring case. */
  has?: string[];
}

/**
 * A turn and the words its extraction must contain, in an object or text with an exact quote; if empty, nothing must be extracted.
 */
export interface ReadingQuestion {
  language: Language;
  user: string;
  assistant: string;
  finds: string[];
}

/** A turn and statements it supports or does not. */
export interface VerdictQuestion {
  language: Language;
  user: string;
  isSaid: string;
  lies: [string, string];
}

/** An older statement, a newer one, and the correct rulings, best first. */
export interface RulingQuestion {
  language: Language;
  older: string;
  newer: string;
  right: [Ruling, ...Ruling[]];
}

/** A turn that may ask to forget something: a word of the target, or null. */
export interface RequestQuestion {
  language: Language;
  user: string;
  target: string | null;
}

/** A wish to forget, and memories of which only the first is meant. */
export interface MeantQuestion {
  language: Language;
  wish: string;
  target: string;
  memories: [string, string, string];
}

export const REPLIES: readonly ReplyQuestion[] = [
  { language: "en", message: "Hello, how is it going?", lines: [] },
  { language: "de", message: "Hast du einen Tipp gegen kalte Füße im Büro?", lines: [] },
  { language: "es", message: "Hoy he corrido mi primera carrera de diez kilómetros.", lines: [] },
  { language: "fr", message: "Pourquoi le ciel est-il bleu, en une phrase ?", lines: [] },
];

export const RECALLS: readonly ReplyQuestion[] = [
  {
    language: "en",
    message: "What is my dentist called again?",
    lines: ["The user's dentist is called Dr Ferrante.", "The user plays badminton."],
    has: ["Ferrante"],
  },
  {
    language: "de",
    message: "Wann habe ich nochmal den Termin beim Notar?",
    lines: ["Der Termin des Users beim Notar ist am 17. Dezember."],
    has: ["17"],
  },
  {
    language: "es",
    message: "¿Cómo se llama mi perra?",
    lines: ["La perra de la usuaria se llama Lola.", "La usuaria trabaja en una farmacia."],
    has: ["Lola"],
  },
  {
    language: "fr",
    message: "Où habite ma cousine Sidonie ?",
    lines: ["La cousine de l'utilisateur, Sidonie, habite à Annecy."],
    has: ["Annecy"],
  },
];

export const READINGS: readonly ReadingQuestion[] = [
  {
    language: "en",
    user: "I started at a plant nursery in Whitby last month, mostly watering and potting.",
    assistant: "That sounds peaceful. How is it so far?",
    finds: ["nursery"],
  },
  {
    language: "en",
    user: "My brother Callum is allergic to mussels, so I always cook something else when he comes.",
    assistant: "Good of you to keep it in mind.",
    finds: ["mussel"],
  },
  {
    language: "de",
    user: "Seit Montag wohne ich nicht mehr in Hagen, ich bin nach Siegen gezogen.",
    assistant: "Willkommen in Siegen! Hast du schon alles ausgepackt?",
    finds: ["Siegen"],
  },
  {
    language: "de",
    user: "Unsere Katze heißt Pixel und ist drei Jahre alt.",
    assistant: "Ein schöner Name für eine Katze.",
    finds: ["Pixel"],
  },
  {
    language: "es",
    user: "Mi abuela cumple noventa años el 4 de junio y le vamos a hacer una fiesta.",
    assistant: "¡Qué bonito! ¿Ya tenéis sitio?",
    finds: ["4 de junio", "noventa", "90"],
  },
  {
    language: "es",
    user: "Dejé de fumar hace dos años, y desde entonces nado tres veces por semana.",
    assistant: "Enhorabuena, eso es mucho esfuerzo.",
    finds: ["nada", "nadar", "natación", "fum"],
  },
  {
    language: "fr",
    user: "Je travaille comme sage-femme à l'hôpital de Dole depuis 2019.",
    assistant: "Un beau métier. Les gardes sont longues ?",
    finds: ["sage-femme", "Dole"],
  },
  {
    language: "fr",
    user: "Mon fils Émile joue du trombone, ma fille préfère l'escrime.",
    assistant: "Une maison bien remplie !",
    finds: ["trombone"],
  },
];

export const NOTHINGS: readonly ReadingQuestion[] = [
  {
    language: "en",
    user: "What would happen if somebody lived on the Moon for a year?",
    assistant: "Their bones would lose density, among other things.",
    finds: [],
  },
  {
    language: "de",
    user: "Haha, klar, und ich bin der Kaiser von China!",
    assistant: "Dann verneige ich mich natürlich.",
    finds: [],
  },
  {
    language: "es",
    user: "Escribe un cuento corto sobre una pescadora que vive sola en un faro.",
    assistant: "Había una vez una pescadora que vivía en un faro viejo.",
    finds: [],
  },
  { language: "fr", user: "Merci, c'est très clair !", assistant: "Avec plaisir.", finds: [] },
];

export const VERDICTS: readonly VerdictQuestion[] = [
  {
    language: "en",
    user: "We have two rabbits, Nutmeg and Clove, and the neighbours have a parrot.",
    isSaid: "The user has two rabbits.",
    lies: ["The user has three rabbits.", "The user has a parrot."],
  },
  {
    language: "en",
    user: "I might move to Leeds some day, but for now I am happy in Hull.",
    isSaid: "The user lives in Hull.",
    lies: ["The user moved to Leeds.", "The user is unhappy in Hull."],
  },
  {
    language: "de",
    user: "Meine Schwester Wiebke ist Tierärztin; ich selbst habe Angst vor großen Hunden.",
    isSaid: "Die Schwester des Users ist Tierärztin.",
    lies: ["Der User ist Tierarzt.", "Wiebke hat Angst vor großen Hunden."],
  },
  {
    language: "de",
    user: "Ich trinke keinen Kaffee mehr, nur noch Tee, seit ich so schlecht schlafe.",
    isSaid: "Der User trinkt Tee.",
    lies: ["Der User trinkt gern Kaffee.", "Der User schläft gut."],
  },
  {
    language: "es",
    user: "Mi jefa dice que soy demasiado lento, pero yo creo que trabajo bien.",
    isSaid: "El usuario cree que trabaja bien.",
    lies: ["El usuario cree que es demasiado lento.", "El usuario ha perdido su trabajo."],
  },
  {
    language: "es",
    user: "¿Debería comprarme una moto? Ahora voy a todas partes en bicicleta.",
    isSaid: "La usuaria va en bicicleta.",
    lies: ["La usuaria tiene una moto.", "La usuaria ha vendido su bicicleta."],
  },
  {
    language: "fr",
    user: "Thibault et moi nous sommes mariés en 2011, l'année de la naissance de Zoé.",
    isSaid: "L'utilisateur s'est marié en 2011.",
    lies: ["L'utilisateur a divorcé de Thibault.", "Zoé est née en 2013."],
  },
  {
    language: "fr",
    user: "Si j'étais riche, j'achèterais un voilier. En attendant, je loue un kayak l'été.",
    isSaid: "L'utilisateur loue un kayak l'été.",
    lies: ["L'utilisateur possède un voilier.", "L'utilisateur est riche."],
  },
];

export const RULINGS_ASKED: readonly RulingQuestion[] = [
  {
    language: "en",
    older: "The user lives in Tampere.",
    newer: "The user has moved from Tampere to Oulu.",
    right: ["update", "ending"],
  },
  {
    language: "en",
    older: "The user has a cat called Fuchsia.",
    newer: "The user has adopted a second cat called Steerpike.",
    right: ["both"],
  },
  {
    language: "de",
    older: "Der User singt in einem Chor.",
    newer: "Der User hat mit dem Chor aufgehört.",
    right: ["ending", "update"],
  },
  {
    language: "de",
    older: "Die Tante des Users heißt Marja.",
    newer: "Die Tante des Users heißt nicht Marja, sondern Mirja; das war ein Versehen.",
    right: ["correction"],
  },
  {
    language: "es",
    older: "El usuario trabaja en una librería.",
    newer: "El usuario ya no trabaja en la librería; ahora trabaja en un museo.",
    right: ["update", "ending"],
  },
  {
    language: "es",
    older: "A la usuaria le gusta el queso.",
    newer: "A la usuaria le gustan las aceitunas.",
    right: ["both"],
  },
  {
    language: "fr",
    older: "L'utilisateur joue au rugby.",
    newer: "La fille de l'utilisateur joue au rugby.",
    right: ["both"],
  },
  {
    language: "fr",
    older: "La voiture de l'utilisateur est rouge.",
    newer: "Il s'est trompé : la voiture de l'utilisateur est bleue et ne l'a jamais été autrement.",
    right: ["correction"],
  },
];

export const REQUESTS: readonly RequestQuestion[] = [
  { language: "en", user: "Please delete whatever I told you about my landlord.", target: "landlord" },
  {
    language: "de",
    user: "Die Sache mit dem Bußgeld behalt bitte nicht, streich das wieder.",
    target: "Bußgeld",
  },
  { language: "es", user: "Siempre se me olvida el paraguas en el autobús.", target: null },
  { language: "fr", user: "J'ai oublié mes clés chez ma mère hier.", target: null },
];

export const MEANTS: readonly MeantQuestion[] = [
  {
    language: "en",
    wish: "Forget that I ever told you about my knee operation.",
    target: "the knee operation",
    memories: ["The user had a knee operation.", "The user has a sister.", "The user plays the harp."],
  },
  {
    language: "de",
    wish: "Was ich über meinen Kredit gesagt habe, soll weg.",
    target: "der Kredit",
    memories: [
      "Der User zahlt einen Kredit ab.",
      "Der User hat ein neues Fahrrad.",
      "Der User arbeitet in einer Bank.",
    ],
  },
  {
    language: "es",
    wish: "Borra lo de mi pelea con Nuria, por favor.",
    target: "la pelea con Nuria",
    memories: [
      "El usuario se peleó con Nuria.",
      "Nuria es la vecina del usuario.",
      "El usuario tiene una guitarra.",
    ],
  },
  {
    language: "fr",
    wish: "Oublie l'adresse de mon ancien bureau.",
    target: "l'adresse de l'ancien bureau",
    memories: [
      "L'ancien bureau de l'utilisateur était au 12 rue des Tanneurs.",
      "L'utilisateur habite au 3 quai Vauban.",
      "L'utilisateur aime le thé noir.",
    ],
  },
];
