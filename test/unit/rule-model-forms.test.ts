import { describe, expect, it } from "vitest";
import { extractTurn } from "../../src/adapters/rule-model/extract.ts";
import { grammarOf } from "../../src/adapters/rule-model/language.ts";
import { FORMS } from "../../src/adapters/rule-model/sentence-forms/index.ts";
import { LANGUAGES } from "../../src/language/index.ts";

/** A Thursday. */
const AT = "2026-03-12T09:00:00.000Z";

const facts = (userMessage: string): string[] =>
  extractTurn({
    userMessage,
    assistantReply: null,
    previous: [],
    speaker: null,
    at: AT,
    timeZone: "Europe/Berlin",
  }).facts.map(
    (fact) => `${fact.subject} ${fact.polarity === "negative" ? "not " : ""}${fact.predicate} ${fact.object}`,
  );

/** What people say of their lives, and "subject PREDICATE object" of all that is read from it. */
const STATED: [string, string[]][] = [
  // English
  [
    "Hi, I'm Carla Reyes, 29, paramedic in Leeds, living with my girlfriend Jo and two cats, Miso and Bean.",
    [
      "user NAME Carla Reyes",
      "user PARTNER Jo",
      "user HAS_PET Miso",
      "user HAS_PET Bean",
      "user AGE 29",
      "user WORKS_AS paramedic",
      "user WORKS_IN Leeds",
    ],
  ],
  [
    "I'm a truck driver for Halden Freight, been there since 2015. Divorced, one son, Kyle, he's 17.",
    ["user WORKS_AS truck driver", "user WORKS_AT Halden Freight", "user HAS_CHILD Kyle", "Kyle AGE 17"],
  ],
  ["I broke up with Marco on Sunday.", ["user not PARTNER Marco"]],
  ["Marco and I split up in June.", ["user not PARTNER Marco"]],
  ["My brother Ned got engaged to Priya.", ["user HAS_BROTHER Ned", "Ned PARTNER Priya"]],
  ["I turned 40 yesterday.", ["user AGE 40", "user BIRTHDAY March 11"]],
  [
    "Lola turned 6 on Tuesday, she's my niece.",
    ["user HAS_NIECE Lola", "Lola AGE 6", "Lola BIRTHDAY March 10"],
  ],
  ["The doctor put me on lisinopril 10 mg yesterday.", ["user TAKES_MEDICATION lisinopril 10 mg"]],
  ["I can't drive, never learned.", ["user not DRIVES car"]],
  ["I've never smoked and I don't drink coffee.", ["user not SMOKES cigarettes", "user not DRINKS coffee"]],
  ["I'm not vegetarian, I just don't like lamb.", ["user not EATS vegetarian", "user not LIKES lamb"]],
  ["We cancelled the trip to Lisbon.", ["user CANCELLED trip to Lisbon"]],
  [
    "We got a puppy! Ziggy, a border collie, ten weeks old.",
    ["user HAS_PET Ziggy", "Ziggy BREED border collie"],
  ],
  [
    "My son Leo plays the trumpet and his sister Ida does judo.",
    ["user HAS_CHILD Leo", "Leo HAS_SISTER Ida", "Leo PLAYS trumpet", "Ida HOBBY judo"],
  ],
  [
    "Saskia handles marketing and Dr. Lind runs the clinic.",
    ["Dr. Lind RUNS clinic", "Saskia WORKS_IN marketing"],
  ],
  ["My brother Ned got a scientist role in Basel.", ["user HAS_BROTHER Ned", "Ned WORKS_IN Basel"]],
  ["My daughter Ida wants to learn to weld.", ["user HAS_CHILD Ida", "Ida WANTS learn to weld"]],
  ["i have two cats turbo and diesel", ["user HAS_PET turbo", "user HAS_PET diesel"]],
  ["Shorty is Bernd, everybody in the club calls him that.", ["Bernd KNOWN_AS Shorty"]],
  [
    "My flatmate is Joel, he's 23 and from Leeds.",
    ["user FLATMATE Joel", "Joel AGE 23", "Joel COMES_FROM Leeds"],
  ],
  ["Ida's school, Hillside Primary, closes at four.", ["Ida ATTENDS Hillside Primary"]],
  ["Everyone calls me Bex, my real name is Rebecca.", ["user KNOWN_AS Bex", "user KNOWN_AS Rebecca"]],
  [
    "I grew up in Cork and studied law in Dublin from 2005 to 2009.",
    ["user LIVED_IN Cork", "user STUDIED law"],
  ],
  ["I used to work at Barclays as an analyst.", ["user WORKED_AT Barclays"]],
  [
    "I run a small bakery in York with my husband Piet.",
    ["user SPOUSE Piet", "user BUSINESS small bakery", "user WORKS_IN York"],
  ],
  ["My best friend Tasha had a baby boy, Eli, on Monday.", ["user HAS_FRIEND Tasha", "Tasha HAS_CHILD Eli"]],
  [
    "My dad had a stroke in January and my mum broke her wrist.",
    ["dad HAD_HEALTH_EVENT stroke", "mum HAD_INJURY wrist"],
  ],
  ["I'm Danish, originally from Aarhus.", ["user NATIONALITY Danish", "user COMES_FROM Aarhus"]],
  [
    "my daughters name is Zoe. she is 9 and she has asthma",
    ["user HAS_CHILD Zoe", "Zoe AGE 9", "Zoe HAS_CONDITION asthma"],
  ],
  ["Dr Moore is my cardiologist.", ["Dr Moore WORKS_AS cardiologist"]],
  ["My car is a 2012 Fiesta.", ["user CAR 2012 Fiesta"]],
  ["My wifi password is blue-otter-77.", ["user WIFI_PASSWORD blue-otter-77"]],
  ["I weigh 82 kilos and I'm 1.80 tall.", ["user WEIGHT 82 kilos"]],
  ["I quit my job at Novatel yesterday.", ["user not WORKS_AT Novatel"]],
  ["I've been vegan since January.", ["user EATS vegan"]],
  ["I finished my first half marathon on Sunday.", ["user COMPLETED first half marathon"]],
  [
    "I'm a vegetarian and lactose intolerant.",
    ["user EATS vegetarian", "user HAS_CONDITION lactose intolerant"],
  ],
  // German
  [
    "Hallo, ich bin Sabine Keller, 43, Krankenschwester in Kassel, verheiratet mit Jörg, zwei Kinder, Mia (12) und Jonas (9).",
    [
      "user NAME Sabine Keller",
      "user HAS_CHILD Mia",
      "Mia AGE 12",
      "user HAS_CHILD Jonas",
      "Jonas AGE 9",
      "user AGE 43",
      "user WORKS_AS Krankenschwester",
      "user WORKS_IN Kassel",
      "user SPOUSE Jörg",
    ],
  ],
  ["Wir wohnen seit 2018 in Freiburg, in der Wiehre.", ["user LIVES_IN Freiburg", "user LIVES_AT Wiehre"]],
  ["Unser Sohn Paul ist sieben und geht in die zweite Klasse.", ["user HAS_CHILD Paul", "Paul AGE 7"]],
  [
    "Unser Hund heißt Bello, er ist ein Labrador und acht Jahre alt.",
    ["user HAS_PET Bello", "Bello AGE 8", "Bello BREED Labrador"],
  ],
  ["Ich bin letzte Woche 50 geworden.", ["user AGE 50"]],
  ["Ab dem 1. Mai arbeite ich bei der Stadtsparkasse.", ["user WORKS_AT Stadtsparkasse"]],
  ["Ich habe meinen Job bei Bosch gekündigt.", ["user not WORKS_AT Bosch"]],
  ["Tim und ich haben uns getrennt.", ["user not PARTNER Tim"]],
  ["Ich vertrage keine Milch, ich hab eine Laktoseintoleranz.", ["user HAS_CONDITION Laktoseintoleranz"]],
  ["Ich rauche seit drei Jahren nicht mehr.", ["user not SMOKES Zigaretten"]],
  ["Ich spiele Gitarre und singe im Chor.", ["user PLAYS Gitarre", "user HOBBY Chor"]],
  ["Dienstags gehe ich immer schwimmen.", ["user HABIT schwimmen"]],
  ["Jeden Donnerstag hab ich Yoga.", ["user HABIT Yoga"]],
  ["Am 12. April habe ich einen Termin beim Zahnarzt.", ["user HAS_APPOINTMENT Termin beim Zahnarzt"]],
  ["Im August fliegen wir nach Kreta.", ["user PLANS Kreta"]],
  ["Die Reise nach Kreta haben wir abgesagt.", ["user CANCELLED Reise nach Kreta"]],
  ["Ich habe mein Auto verkauft.", ["user not OWNS Auto"]],
  ["Mein Vater hatte im Januar einen Schlaganfall.", ["Vater HAD_HEALTH_EVENT Schlaganfall"]],
  ["Ich nehme jeden Morgen L-Thyroxin 75.", ["user TAKES_MEDICATION L-Thyroxin 75"]],
  ["Ich habe Rheuma und Bluthochdruck.", ["user HAS_CONDITION Rheuma", "user HAS_CONDITION Bluthochdruck"]],
  [
    "Ich komme ursprünglich aus Dresden und habe in Leipzig Medizin studiert.",
    ["user COMES_FROM Dresden", "user STUDIED Medizin"],
  ],
  [
    "Meine Schwester Jana, die in Wien lebt, ist Architektin.",
    ["user HAS_SISTER Jana", "Jana WORKS_AS Architektin", "Jana LIVES_IN Wien"],
  ],
  ["Am liebsten esse ich Käsespätzle.", ["user LIKES Käsespätzle"]],
  ["Unsere Tochter Emma kam am 3. März zur Welt.", ["user HAS_CHILD Emma", "Emma BIRTHDAY 3. März"]],
  ["Ich habe keinen Führerschein.", ["user not HAS_LICENSE Führerschein"]],
  ["Alle nennen mich Conny.", ["user KNOWN_AS Conny"]],
  [
    "Mein Onkel Heinz, der früher bei der Bahn war, ist jetzt Rentner.",
    ["user HAS_UNCLE Heinz", "Heinz WORKS_AS Rentner"],
  ],
  ["Ich hab die Prüfung bestanden!", ["user PASSED Prüfung"]],
  // French
  [
    "Bonjour, moi c'est Amélie, 34 ans, infirmière à Lyon, en couple avec Karim, deux enfants : Inès (6 ans) et Noé (3 ans).",
    [
      "user NAME Amélie",
      "user AGE 34",
      "user WORKS_AS infirmière",
      "user WORKS_IN Lyon",
      "user PARTNER Karim",
      "user HAS_CHILD Inès",
      "Inès AGE 6",
      "user HAS_CHILD Noé",
      "Noé AGE 3",
    ],
  ],
  ["Ma fille Léa a 9 ans et elle fait du judo.", ["user HAS_CHILD Léa", "Léa AGE 9", "Léa HOBBY judo"]],
  ["J'ai un chien, Filou, un beagle de 5 ans.", ["user HAS_PET Filou", "Filou BREED beagle"]],
  [
    "Je suis professeure d'histoire au lycée Montaigne.",
    ["user WORKS_AS professeure d'histoire", "user WORKS_AT lycée Montaigne"],
  ],
  ["Hier j'ai eu 40 ans.", ["user AGE 40", "user BIRTHDAY 11 mars"]],
  ["Ma sœur Camille vient d'emménager à Rennes.", ["user HAS_SISTER Camille", "Camille LIVES_IN Rennes"]],
  ["On a déménagé à Bordeaux la semaine dernière.", ["user LIVES_IN Bordeaux"]],
  ["J'ai commencé un nouveau travail chez Decathlon.", ["user WORKS_AT Decathlon"]],
  ["J'ai quitté mon poste chez Orange.", ["user not WORKS_AT Orange"]],
  ["Karim et moi, on s'est séparés en juin.", ["user not PARTNER Karim"]],
  ["Je n'ai pas le permis.", ["user not HAS_LICENSE permis"]],
  ["Tous les mardis je vais à la piscine.", ["user HABIT piscine"]],
  ["Je fais de la poterie le jeudi soir.", ["user HOBBY poterie"]],
  ["J'ai rendez-vous chez le dentiste le 14 avril.", ["user HAS_APPOINTMENT dentiste"]],
  ["On a annulé le voyage en Grèce.", ["user CANCELLED voyage en Grèce"]],
  [
    "Mon frère Thomas, qui vit à Montréal, est informaticien.",
    ["user HAS_BROTHER Thomas", "Thomas LIVES_IN Montréal", "Thomas WORKS_AS informaticien"],
  ],
  [
    "J'ai fait un AVC en 2020 et je prends du Kardégic.",
    ["user HAD_HEALTH_EVENT AVC", "user TAKES_MEDICATION Kardégic"],
  ],
  ["J'ai étudié le droit à Lille.", ["user STUDIED droit"]],
  ["Tout le monde m'appelle Titi.", ["user KNOWN_AS Titi"]],
  ["Mon loyer est de 780 euros.", ["user PAYS_RENT 780 euros"]],
  ["J'ai réussi mon permis !", ["user PASSED permis"]],
  [
    "Je travaille de nuit à l'hôpital Saint-Antoine.",
    ["user WORKS_AT hôpital Saint-Antoine", "user WORKS_SHIFT nuit"],
  ],
  ["Nous nous sommes mariés en 2011.", ["user MARRIED_IN 2011"]],
  ["Mon cousin Rémi s'est cassé la jambe.", ["user HAS_COUSIN Rémi", "Rémi HAD_INJURY jambe"]],
  // Spanish
  [
    "Hola, soy Marta Gil, 36 años, enfermera en Sevilla, casada con Paco y con dos hijos, Lucas (8) y Vera (5).",
    [
      "user NAME Marta Gil",
      "user HAS_CHILD Lucas",
      "Lucas AGE 8",
      "user HAS_CHILD Vera",
      "Vera AGE 5",
      "user AGE 36",
      "user WORKS_AS enfermera",
      "user WORKS_AT Sevilla",
      "user SPOUSE Paco",
    ],
  ],
  ["Mi sobrino Hugo cumplió 7 el lunes.", ["user HAS_NEPHEW Hugo", "Hugo AGE 7", "Hugo BIRTHDAY 9 de marzo"]],
  ["Empecé a trabajar en Inditex en marzo.", ["user WORKS_AT Inditex"]],
  ["Dejé el trabajo en Telefónica.", ["user not WORKS_AT Telefónica"]],
  ["Paco y yo nos hemos separado.", ["user not PARTNER Paco"]],
  ["No tengo carné de conducir.", ["user not HAS_LICENSE carné de conducir"]],
  ["Los martes voy a natación.", ["user HABIT natación"]],
  ["Tengo cita con el dentista el 14 de abril.", ["user HAS_APPOINTMENT cita con el dentista"]],
  ["En agosto nos vamos a Grecia.", ["user PLANS Grecia"]],
  ["Cancelamos el viaje a Grecia.", ["user CANCELLED viaje a Grecia"]],
  [
    "Mi hermano Raúl, que vive en Berlín, es ingeniero.",
    ["user HAS_BROTHER Raúl", "Raúl LIVES_IN Berlín", "Raúl WORKS_AS ingeniero"],
  ],
  ["Mi padre tuvo un infarto en enero.", ["padre HAD_HEALTH_EVENT infarto"]],
  ["Mi cumpleaños es el 9 de octubre.", ["user BIRTHDAY 9 de octubre"]],
  ["¡Aprobé el examen de conducir!", ["user PASSED examen de conducir"]],
  [
    "Mi cuñada Sara tuvo una niña el martes, se llama Noa.",
    ["user HAS_SISTER_IN_LAW Sara", "Sara HAS_CHILD Noa"],
  ],
  ["Trabajo de noche en el Hospital La Paz.", ["user WORKS_AT Hospital La Paz"]],
  ["Nos casamos en 2011.", ["user MARRIED_IN 2011"]],
  ["Mi primo Óscar se rompió la pierna.", ["user HAS_COUSIN Óscar", "Óscar HAD_INJURY pierna"]],
  ["Adoptamos una gata. Se llama Nube.", ["user HAS_PET Nube"]],
];

const SILENT: string[] = [
  "two dogs barking and howling",
  "I saw two dogs black and brown.",
  "If Marco and I split up I would move to Leeds.",
  "Did Marco and I split up?",
  "Marco and I did not split up.",
  "My neighbour has a dog. London is loud.",
  "Wenn Tim und ich uns getrennt hätten, wäre ich in Rom.",
  "Tim und ich haben uns nicht getrennt.",
  "Karim et moi, on ne s'est pas séparés.",
  "Paco y yo no nos hemos separado.",
];

describe("sentence forms", () => {
  it.each(LANGUAGES)("says all it reads in a sentence of its own: %s", (language) => {
    const { verbs, phrases } = grammarOf(language);
    const read = [...FORMS[language], ...verbs].map(({ predicate }) => predicate);
    expect(read.filter((predicate) => phrases[predicate] === undefined)).toEqual([]);
  });

  it.each(STATED)("reads %j", (message, expected) => {
    expect(facts(message)).toEqual(expected);
  });

  it.each(SILENT)("states nothing of the user's life by %j", (message) => {
    expect(facts(message).filter((fact) => fact.startsWith("user "))).toEqual([]);
  });

  it("takes a pronoun for who was just named, unless somebody else fits", () => {
    expect(facts("Ilka rang yesterday. She's moving to Perth.")).toContain("Ilka MOVES_TO Perth");
    expect(facts("My sister Ana is here. Ilka rang. She's 30.")).toContain("Ana AGE 30");
    expect(facts("Ilka's brother rang. He's 19.")).not.toContain("Ilka AGE 19");
  });

  it("takes a name from the next sentence only for who was left unnamed", () => {
    expect(facts("My neighbour has a dog. Rex, a beagle, barks all night.")).not.toContain(
      "user HAS_PET Rex",
    );
    expect(facts("We adopted a dog. Rex, a beagle, barks all night.")).toContain("user HAS_PET Rex");
  });
});
