import type { RuleLanguage } from "../../src/adapters/rule-model/languages/index.ts";

/** Somebody of the user's: kin word with "my" as a subject, name, and what is told, each value once in a language. */
export interface Person {
  kin: string | null;
  name: string;
  home?: string;
  job?: string;
  likes?: string;
  age?: string;
  born?: string;
}

export type Attribute = "home" | "job" | "likes" | "age" | "born";
type Told = (who: string, value: string) => string;
type Asked = (who: string) => string;

export interface Wording {
  people: Person[];
  /** Kin the user never spoke of. */
  untold: string[];
  /** Names nobody bears. */
  unknown: string[];
  pets: { kin: string; name: string }[];
  own: { said: string; value: string; asked: string[] }[];
  tell: Record<Attribute, Told>;
  ask: Record<Attribute, Asked[]>;
  called: Asked;
  petCalled: (kin: string, name: string) => string;
  livesWhere: (place: string) => string;
  died: Asked;
  neverTold: string[];
}

const EN: Wording = {
  people: [
    { kin: "my sister", name: "Annelie", home: "Lyon", job: "nurse", likes: "jazz" },
    { kin: "my brother", name: "Tom", home: "Leeds", job: "plumber", age: "41" },
    { kin: "my uncle", name: "Bert", home: "Oslo", likes: "chess", age: "58" },
    { kin: "my aunt", name: "Ruth", home: "Perth", job: "baker" },
    { kin: "my mother", name: "Helen", home: "York", likes: "gardening", age: "67" },
    { kin: "my cousin", name: "Bea", home: "Turin", job: "lawyer", age: "29" },
    { kin: "my boss", name: "Carla", born: "Quito", likes: "tennis" },
    { kin: "my neighbour", name: "Igor", born: "Minsk", job: "painter" },
    { kin: null, name: "Ella", home: "Ghent", job: "pilot", age: "33" },
    { kin: null, name: "Will", home: "Malmo", likes: "opera", age: "52" },
  ],
  untold: ["my grandmother", "my father", "my daughter", "my grandfather"],
  unknown: ["Oskar", "Nadia", "Peter"],
  pets: [
    { kin: "dog", name: "Rex" },
    { kin: "cat", name: "Mia" },
  ],
  own: [
    { said: "My name is Daniel.", value: "Daniel", asked: ["What is my name?"] },
    { said: "I live in Kiel.", value: "Kiel", asked: ["Where do I live?", "Which city do I live in?"] },
    {
      said: "I work as a teacher.",
      value: "teacher",
      asked: ["What is my job?", "What do I do for a living?", "What do I work as?"],
    },
    { said: "I was born in Porto.", value: "Porto", asked: ["Where was I born?"] },
    { said: "I am 34 years old.", value: "34", asked: ["How old am I?", "What is my age?"] },
    { said: "My birthday is on 3 May 1988.", value: "3 May 1988", asked: ["When is my birthday?"] },
    { said: "I hate olives.", value: "olives", asked: ["What do I hate?"] },
    { said: "I am allergic to walnuts.", value: "walnuts", asked: ["What am I allergic to?"] },
    { said: "I play the piano.", value: "piano", asked: ["What do I play?"] },
    { said: "I don't eat meat.", value: "meat", asked: ["Do I eat meat?"] },
    { said: "I study at Unimar College.", value: "Unimar", asked: ["Where do I study?"] },
  ],
  tell: {
    home: (who, value) => `${who} lives in ${value}.`,
    job: (who, value) => `${who} works as a ${value}.`,
    likes: (who, value) => `${who} likes ${value}.`,
    age: (who, value) => `${who} is ${value} years old.`,
    born: (who, value) => `${who} was born in ${value}.`,
  },
  ask: {
    home: [(who) => `Where does ${who} live?`],
    job: [(who) => `What is ${who}'s job?`, (who) => `What does ${who} work as?`],
    likes: [(who) => `What does ${who} like?`],
    age: [(who) => `How old is ${who}?`],
    born: [(who) => `Where was ${who} born?`],
  },
  called: (who) => `What is ${who} called?`,
  petCalled: (kin, name) => `My ${kin} is called ${name}.`,
  livesWhere: (place) => `Who lives in ${place}?`,
  died: (who) => `When did ${who} die?`,
  neverTold: [
    "What is my shoe size?",
    "What colour is my car?",
    "Where do I park?",
    "When did I get married?",
    "What do I drink?",
    "What is my favourite book?",
    "Who is my dentist?",
    "What is the capital of France?",
  ],
};

const DE: Wording = {
  people: [
    { kin: "meine Schwester", name: "Annelie", home: "Lyon", job: "Krankenschwester", likes: "Jazz" },
    { kin: "mein Bruder", name: "Tom", home: "Leeds", job: "Klempner", age: "41" },
    { kin: "mein Onkel", name: "Bert", home: "Oslo", likes: "Schach", age: "58" },
    { kin: "meine Tante", name: "Ruth", home: "Perth", job: "Bäckerin" },
    { kin: "meine Mutter", name: "Helene", home: "York", likes: "Gartenarbeit", age: "67" },
    { kin: "meine Cousine", name: "Bea", home: "Turin", job: "Anwältin", age: "29" },
    { kin: "meine Chefin", name: "Carla", born: "Quito", likes: "Tennis" },
    { kin: "mein Nachbar", name: "Igor", born: "Minsk", job: "Maler" },
    { kin: null, name: "Ella", home: "Gent", job: "Pilotin", age: "33" },
    { kin: null, name: "Will", home: "Malmö", likes: "Opern", age: "52" },
  ],
  untold: ["meine Oma", "mein Vater", "meine Tochter", "mein Opa"],
  unknown: ["Oskar", "Nadia", "Peter"],
  pets: [
    { kin: "Hund", name: "Rex" },
    { kin: "Kater", name: "Momo" },
  ],
  own: [
    { said: "Ich heiße Daniel.", value: "Daniel", asked: ["Wie heiße ich?"] },
    { said: "Ich wohne in Kiel.", value: "Kiel", asked: ["Wo wohne ich?", "In welcher Stadt wohne ich?"] },
    {
      said: "Ich arbeite als Lehrer.",
      value: "Lehrer",
      asked: ["Was bin ich von Beruf?", "Als was arbeite ich?", "Was mache ich beruflich?"],
    },
    { said: "Ich bin in Porto geboren.", value: "Porto", asked: ["Wo bin ich geboren?"] },
    { said: "Ich bin 34 Jahre alt.", value: "34", asked: ["Wie alt bin ich?"] },
    {
      said: "Mein Geburtstag ist am 3. Mai 1988.",
      value: "3. Mai 1988",
      asked: ["Wann habe ich Geburtstag?"],
    },
    { said: "Ich hasse Oliven.", value: "Oliven", asked: ["Was hasse ich?"] },
    {
      said: "Ich bin allergisch gegen Walnüsse.",
      value: "Walnüsse",
      asked: ["Wogegen bin ich allergisch?", "Gegen was bin ich allergisch?"],
    },
    { said: "Ich spiele Klavier.", value: "Klavier", asked: ["Was spiele ich?"] },
    { said: "Ich esse kein Fleisch.", value: "Fleisch", asked: ["Esse ich Fleisch?"] },
    { said: "Ich studiere an der Unimar.", value: "Unimar", asked: ["Wo studiere ich?"] },
  ],
  tell: {
    home: (who, value) => `${who} wohnt in ${value}.`,
    job: (who, value) => `${who} arbeitet als ${value}.`,
    likes: (who, value) => `${who} mag ${value}.`,
    age: (who, value) => `${who} ist ${value} Jahre alt.`,
    born: (who, value) => `${who} ist in ${value} geboren.`,
  },
  ask: {
    home: [(who) => `Wo wohnt ${who}?`],
    job: [(who) => `Was ist ${who} von Beruf?`, (who) => `Als was arbeitet ${who}?`],
    likes: [(who) => `Was mag ${who}?`],
    age: [(who) => `Wie alt ist ${who}?`],
    born: [(who) => `Wo ist ${who} geboren?`],
  },
  called: (who) => `Wie heißt ${who}?`,
  petCalled: (kin, name) => `Mein ${kin} heißt ${name}.`,
  livesWhere: (place) => `Wer wohnt in ${place}?`,
  died: (who) => `Wann ist ${who} gestorben?`,
  neverTold: [
    "Was ist meine Schuhgröße?",
    "Welche Farbe hat mein Auto?",
    "Wo parke ich?",
    "Wann habe ich geheiratet?",
    "Was trinke ich?",
    "Was ist mein Lieblingsbuch?",
    "Wer ist mein Zahnarzt?",
    "Was ist die Hauptstadt von Frankreich?",
  ],
};

const FR: Wording = {
  people: [
    { kin: "ma sœur", name: "Annelie", home: "Lyon", job: "infirmière", likes: "le jazz" },
    { kin: "mon frère", name: "Tom", home: "Leeds", job: "plombier", age: "41" },
    { kin: "mon oncle", name: "Bert", home: "Oslo", likes: "les échecs", age: "58" },
    { kin: "ma tante", name: "Ruth", home: "Perth", job: "boulangère" },
    { kin: "ma mère", name: "Hélène", home: "York", likes: "le jardinage", age: "67" },
    { kin: "ma cousine", name: "Béa", home: "Turin", job: "avocate", age: "29" },
    { kin: "ma cheffe", name: "Carla", born: "Quito", likes: "le tennis" },
    { kin: "mon voisin", name: "Igor", born: "Minsk", job: "peintre" },
    { kin: null, name: "Ella", home: "Gand", job: "pilote", age: "33" },
    { kin: null, name: "Will", home: "Malmö", likes: "les opéras", age: "52" },
  ],
  untold: ["ma grand-mère", "mon père", "ma fille", "mon grand-père"],
  unknown: ["Oskar", "Nadia", "Peter"],
  pets: [
    { kin: "chien", name: "Rex" },
    { kin: "chat", name: "Momo" },
  ],
  own: [
    {
      said: "Je m'appelle Daniel.",
      value: "Daniel",
      asked: ["Comment est-ce que je m'appelle ?", "Quel est mon nom ?"],
    },
    {
      said: "J'habite à Kiel.",
      value: "Kiel",
      asked: ["Où est-ce que j'habite ?", "Dans quelle ville est-ce que j'habite ?"],
    },
    { said: "Je travaille comme professeur.", value: "professeur", asked: ["Quel est mon métier ?"] },
    { said: "Je suis né à Porto.", value: "Porto", asked: ["Où suis-je né ?"] },
    { said: "J'ai 34 ans.", value: "34", asked: ["Quel âge ai-je ?", "Quel est mon âge ?"] },
    {
      said: "Mon anniversaire est le 3 mai 1988.",
      value: "3 mai 1988",
      asked: ["Quand est mon anniversaire ?"],
    },
    { said: "Je déteste les olives.", value: "olives", asked: ["Qu'est-ce que je déteste ?"] },
    {
      said: "Je suis allergique aux noix.",
      value: "noix",
      asked: ["À quoi suis-je allergique ?"],
    },
    { said: "Je joue du piano.", value: "piano", asked: ["De quoi est-ce que je joue ?"] },
    { said: "Je ne mange pas de viande.", value: "viande", asked: ["Est-ce que je mange de la viande ?"] },
    { said: "J'étudie à Unimar.", value: "Unimar", asked: ["Où est-ce que j'étudie ?"] },
  ],
  tell: {
    home: (who, value) => `${who} habite à ${value}.`,
    job: (who, value) => `${who} travaille comme ${value}.`,
    likes: (who, value) => `${who} aime ${value}.`,
    age: (who, value) => `${who} a ${value} ans.`,
    born: (who, value) => `${who} est né à ${value}.`,
  },
  ask: {
    home: [(who) => `Où habite ${who} ?`],
    job: [(who) => `Quel est le métier de ${who} ?`, (who) => `Comme quoi travaille ${who} ?`],
    likes: [(who) => `Qu'est-ce que ${who} aime ?`],
    age: [(who) => `Quel âge a ${who} ?`],
    born: [(who) => `Où est né ${who} ?`],
  },
  called: (who) => `Comment s'appelle ${who} ?`,
  petCalled: (kin, name) => `Mon ${kin} s'appelle ${name}.`,
  livesWhere: (place) => `Qui habite à ${place} ?`,
  died: (who) => `Quand est mort ${who} ?`,
  neverTold: [
    "Quelle est ma pointure ?",
    "De quelle couleur est ma voiture ?",
    "Où est-ce que je me gare ?",
    "Quand est-ce que je me suis marié ?",
    "Qu'est-ce que je bois ?",
    "Quel est mon livre préféré ?",
    "Qui est mon dentiste ?",
    "Quelle est la capitale de la France ?",
  ],
};

const ES: Wording = {
  people: [
    { kin: "mi hermana", name: "Annelie", home: "Lyon", job: "enfermera", likes: "el jazz" },
    { kin: "mi hermano", name: "Tom", home: "Leeds", job: "fontanero", age: "41" },
    { kin: "mi tío", name: "Berto", home: "Oslo", likes: "el ajedrez", age: "58" },
    { kin: "mi tía", name: "Ruth", home: "Perth", job: "panadera" },
    { kin: "mi madre", name: "Elena", home: "York", likes: "la jardinería", age: "67" },
    { kin: "mi prima", name: "Bea", home: "Turín", job: "abogada", age: "29" },
    { kin: "mi jefa", name: "Carla", born: "Quito", likes: "el tenis" },
    { kin: "mi vecino", name: "Igor", born: "Minsk", job: "pintor" },
    { kin: null, name: "Ella", home: "Gante", job: "piloto", age: "33" },
    { kin: null, name: "Will", home: "Malmö", likes: "la ópera", age: "52" },
  ],
  untold: ["mi abuela", "mi padre", "mi hija", "mi abuelo"],
  unknown: ["Óscar", "Nadia", "Pedro"],
  pets: [
    { kin: "perro", name: "Rex" },
    { kin: "gato", name: "Momo" },
  ],
  own: [
    { said: "Me llamo Daniel.", value: "Daniel", asked: ["¿Cómo me llamo?", "¿Cuál es mi nombre?"] },
    { said: "Vivo en Kiel.", value: "Kiel", asked: ["¿Dónde vivo?", "¿En qué ciudad vivo?"] },
    {
      said: "Trabajo como profesor.",
      value: "profesor",
      asked: ["¿A qué me dedico?", "¿Cuál es mi trabajo?", "¿De qué trabajo?"],
    },
    { said: "Nací en Oporto.", value: "Oporto", asked: ["¿Dónde nací?"] },
    { said: "Tengo 34 años.", value: "34", asked: ["¿Cuántos años tengo?", "¿Qué edad tengo?"] },
    {
      said: "Mi cumpleaños es el 3 de mayo de 1988.",
      value: "3 de mayo de 1988",
      asked: ["¿Cuándo es mi cumpleaños?"],
    },
    { said: "Odio las aceitunas.", value: "aceitunas", asked: ["¿Qué odio?"] },
    { said: "Soy alérgico a las nueces.", value: "nueces", asked: ["¿A qué soy alérgico?"] },
    { said: "Toco el piano.", value: "piano", asked: ["¿Qué toco?"] },
    { said: "No como carne.", value: "carne", asked: ["¿Como carne?"] },
    { said: "Estudio en la Unimar.", value: "Unimar", asked: ["¿Dónde estudio?"] },
  ],
  tell: {
    home: (who, value) => `${who} vive en ${value}.`,
    job: (who, value) => `${who} trabaja como ${value}.`,
    likes: (who, value) => `A ${who} le gusta ${value}.`,
    age: (who, value) => `${who} tiene ${value} años.`,
    born: (who, value) => `${who} nació en ${value}.`,
  },
  ask: {
    home: [(who) => `¿Dónde vive ${who}?`],
    job: [(who) => `¿Cuál es el trabajo de ${who}?`, (who) => `¿A qué se dedica ${who}?`],
    likes: [(who) => `¿Qué le gusta a ${who}?`],
    age: [(who) => `¿Cuántos años tiene ${who}?`],
    born: [(who) => `¿Dónde nació ${who}?`],
  },
  called: (who) => `¿Cómo se llama ${who}?`,
  petCalled: (kin, name) => `Mi ${kin} se llama ${name}.`,
  livesWhere: (place) => `¿Quién vive en ${place}?`,
  died: (who) => `¿Cuándo murió ${who}?`,
  neverTold: [
    "¿Cuál es mi número de zapato?",
    "¿De qué color es mi coche?",
    "¿Dónde aparco?",
    "¿Cuándo me casé?",
    "¿Qué bebo?",
    "¿Cuál es mi libro favorito?",
    "¿Quién es mi dentista?",
    "¿Cuál es la capital de Francia?",
  ],
};

/** What one user tells and is asked, in each language. */
export const WORDINGS: Record<RuleLanguage, Wording> = { en: EN, de: DE, fr: FR, es: ES };
