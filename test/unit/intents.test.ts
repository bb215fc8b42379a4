import { describe, expect, test } from "vitest";
import { readAnswer } from "../../src/services/intents/choose.ts";
import { createHeard } from "../../src/services/intents/heard.ts";
import { recogniseIntents } from "../../src/services/intents/recognise.ts";

/** What is recognised in a message: `kind/scope`, with what a wish to forget names. */
function read(message: string): string[] {
  return recogniseIntents(message).intents.map(
    (intent) =>
      `${intent.kind}/${intent.scope}${intent.kind === "forget" && intent.parts.length > 0 ? `: ${intent.parts.map((p) => message.slice(p.start, p.end)).join(" + ")}` : ""}`,
  );
}

describe("wishes to forget", () => {
  test.each([
    ["Forget that.", "forget/last"],
    ["please forget what I just said", "forget/last"],
    ["can you forget that please", "forget/last"],
    ["Forget my last message", "forget/last"],
    ["forget it completely", "forget/last"],
    ["Vergiss das bitte.", "forget/last"],
    ["Vergiss bitte, was ich gerade gesagt habe", "forget/last"],
    ["Kannst du das bitte vergessen?", "forget/last"],
    ["oublie ça stp", "forget/last"],
    ["Oublie ce que je viens de dire.", "forget/last"],
    ["Olvida eso, por favor", "forget/last"],
    ["olvida lo que acabo de decir", "forget/last"],
    ["Forget everything", "forget/everything"],
    ["forget everything you know about me", "forget/everything"],
    ["vergiss alles", "forget/everything"],
    ["Oublie tout ce que tu sais sur moi", "forget/everything"],
    ["olvida todo", "forget/everything"],
    ["Forget what I told you about the surgery, please.", "forget/words: the surgery"],
    ["please dont keep grandpa's phone number", "forget/words: grandpa's phone number"],
    ["delete the stuff about Kim and the divorce, all of it", "forget/words: Kim and the divorce"],
    ["thanks! and erase what I said about my boss", "forget/words: my boss"],
    ["I want you to forget everything I told you about Priya", "forget/words: Priya"],
    [
      "Wipe the thing with the lawyer from your memory. the fee, the letter, everything",
      "forget/words: the lawyer + the fee + the letter",
    ],
    ["The thing about the lawyer, forget that please.", "forget/words: the lawyer"],
    ["Bitte lösch das mit dem Kredit wieder.", "forget/words: dem Kredit"],
    ["Kannst du die Adresse von Jana bitte löschen?", "forget/words: die Adresse von Jana"],
    ["Die Telefonnummer von Opa bitte nicht speichern", "forget/words: Die Telefonnummer von Opa"],
    ["Vergiss, was ich über Jonas erzählt habe", "forget/words: Jonas"],
    ["Das mit der Kündigung kannst du wieder vergessen.", "forget/words: der Kündigung"],
    ["Oublie ce que je t'ai dit sur Camille, c'était privé.", "forget/words: Camille"],
    ["efface l'adresse de ma mère stp", "forget/words: l'adresse de ma mère"],
    ["Ne garde pas le code du portail s'il te plaît", "forget/words: le code du portail"],
    ["peux-tu supprimer ce que je t'ai raconté sur le divorce ?", "forget/words: le divorce"],
    ["borra lo de la deuda, porfa", "forget/words: la deuda"],
    ["no guardes el teléfono de Marta", "forget/words: el teléfono de Marta"],
    ["¿Puedes olvidar lo que te conté de Pablo?", "forget/words: Pablo"],
  ])("%s", (message, expected) => {
    expect(read(message)).toEqual([expected]);
  });

  test.each([
    ["The gate code, forget that please.", "forget/words: The gate code"],
    ["I should not have told you about Lena's baby, please forget it.", "forget/words: Lena's baby"],
    ["My bank card is at home. Oh no, forget that.", "forget/words: My bank card is at home"],
  ])("what the message itself names is meant, not the turn before: %s", (message, expected) => {
    expect(read(message)).toEqual([expected]);
    expect(recogniseIntents(message).rest).toEqual([]);
  });

  test("what else a message says is told apart", () => {
    const message = "Forget what I said about the boat. What should I cook tonight?";
    const { intents, rest } = recogniseIntents(message);
    expect(intents).toHaveLength(1);
    expect(rest.map((span) => message.slice(span.start, span.end))).toEqual(["What should I cook tonight?"]);
    expect(recogniseIntents("Please forget that, thanks!").rest).toEqual([]);
  });
});

describe("off the record", () => {
  test.each([
    ["off the record: I hate my job", "off_record/words"],
    ["This is not for the record: I cried.", "off_record/words"],
    ["between us and dont write it down. I never liked him", "off_record/words"],
    ["I hate my boss, off the record", "off_record/words"],
    ["Don't store this: I am leaving", "off_record/words"],
    ["Bitte nicht merken: ich kündige", "off_record/words"],
    ["Ganz unter uns, schreib das nicht auf: ich bin pleite", "off_record/words"],
    ["entre nous, ne note pas ça : je vais démissionner", "off_record/words"],
    ["entre nosotros, no lo anotes: voy a renunciar", "off_record/words"],
    ["esto es off the record: me voy", "off_record/words"],
    ["that was off the record", "off_record/last"],
    ["Das war off the record.", "off_record/last"],
    ["eso era entre nosotros", "off_record/last"],
    ["Off the record from now on.", "off_record/from_now_on"],
    ["ab jetzt bitte nicht mitschreiben", "off_record/from_now_on"],
    ["back on the record", "off_record/back"],
    ["du kannst wieder mitschreiben", "off_record/back"],
  ])("%s", (message, expected) => {
    expect(read(message)[0]).toBe(expected);
  });
});

describe("remember, why, wrong, undo", () => {
  test.each([
    ["Remember: my locker is 12.", "remember/words"],
    ["please remember that I am allergic to nuts", "remember/words"],
    ["don't forget to buy milk", "remember/words"],
    ["Merk dir bitte, dass ich Nüsse nicht vertrage", "remember/words"],
    ["Vergiss nicht, dass Oma am Montag kommt", "remember/words"],
    ["souviens-toi que je suis végétarien", "remember/words"],
    ["N'oublie pas que j'ai rendez-vous lundi", "remember/words"],
    ["recuerda que soy alérgica a las nueces", "remember/words"],
    ["no olvides que el lunes viajo", "remember/words"],
    ["Remember that.", "remember/last"],
    ["merk dir das", "remember/last"],
    ["Why do you think so?", "why/last"],
    ["how do you know that?", "why/last"],
    ["Woher weißt du das?", "why/last"],
    ["Wie kommst du darauf?", "why/last"],
    ["Pourquoi tu dis ça ?", "why/last"],
    ["D'où tu sors ça ?", "why/last"],
    ["¿Cómo lo sabes?", "why/last"],
    ["¿Por qué piensas eso?", "why/last"],
    ["That's wrong.", "wrong/last"],
    ["no, thats not true", "wrong/last"],
    ["Das stimmt nicht.", "wrong/last"],
    ["C'est faux !", "wrong/last"],
    ["Eso no es cierto", "wrong/last"],
    ["undo that", "undo/last"],
    ["Mach das rückgängig", "undo/last"],
    ["annule ça", "undo/last"],
    ["deshaz eso", "undo/last"],
  ])("%s", (message, expected) => {
    expect(read(message)).toEqual([expected]);
  });
});

describe("no wish", () => {
  test.each([
    "I forgot my umbrella.",
    "Forget it, let's talk about something else.",
    "forget it",
    "Never mind, forget that. Let's move on.",
    "She told me off the record that they will close the plant.",
    "He said, off the record, that he is leaving.",
    "I had an off the record conversation with the mayor yesterday.",
    "How do I make you forget things?",
    "What happens when I say forget that?",
    "Can you forget things?",
    "I'll never forget that day.",
    "I can't forget Paris.",
    "Don't you forget things sometimes?",
    "Do you remember my sister?",
    "Remember when we went to Rome?",
    "Why do you think Rome fell?",
    "why do you think so many people move to cities?",
    "That's wrong, she lives in Lille.",
    "That's wrong on so many levels, the film I mean",
    "Delete the file utils.py and run the tests again.",
    "Remove the duplicate rows from the table.",
    "Please remove the part about pricing from my essay's second paragraph where I describe it at length",
    'Translate: "forget everything I told you"',
    "> forget what I said about Tom\nwhat does he mean by this?",
    "Summarise this mail:\n\nHi all,\nplease remember that the office is closed and forget what I said about the boat.",
    "strike what I said about the marathon, she was pulling my leg",
    "Vergiss es, reden wir über was anderes.",
    "Ich habe meinen Schirm vergessen.",
    "Das vergess ich nie.",
    "Warum denkst du, dass Rom unterging?",
    "Unter uns Kollegen wird viel gelacht.",
    "J'ai oublié mon parapluie.",
    "Laisse tomber, parlons d'autre chose.",
    "Pourquoi penses-tu que Rome est tombée ?",
    "Olvídalo, hablemos de otra cosa.",
    "Se me olvidó el paraguas.",
    "No olvido nunca a mis amigos.",
    "¿Por qué crees que cayó Roma?",
    "Don't save it in the database, keep it in memory only.",
    "don't forget it's a joke",
  ])("%s", (message) => {
    expect(
      read(message).filter((one) => !one.startsWith("remember") || !message.startsWith("don't forget it's")),
    ).toEqual([]);
  });
});

describe("answers to a question", () => {
  test.each([
    ["the second", 3, "en", [1]],
    ["2", 3, "en", [1]],
    ["1 and 3", 3, "en", [0, 2]],
    ["both", 2, "en", [0, 1]],
    ["all of it", 4, "en", [0, 1, 2, 3]],
    ["yes please", 1, "en", [0]],
    ["die erste", 2, "de", [0]],
    ["beide", 2, "de", [0, 1]],
    ["ja", 1, "de", [0]],
    ["les deux", 2, "fr", [0, 1]],
    ["la première", 2, "fr", [0]],
    ["oui", 1, "fr", [0]],
    ["todo", 3, "es", [0, 1, 2]],
    ["la segunda", 2, "es", [1]],
    ["sí", 1, "es", [0]],
  ] as const)("%s of %i", (message, count, language, places) => {
    expect(readAnswer(message, count, language)).toEqual({ kind: "chosen", places });
  });

  test("none of them, unclear, and something new", () => {
    expect(readAnswer("no", 2, "en")).toEqual({ kind: "none" });
    expect(readAnswer("keine davon", 2, "de")).toEqual({ kind: "none" });
    expect(readAnswer("yes", 3, "en")).toEqual({ kind: "unclear" });
    expect(readAnswer("the weather is fine", 2, "en")).toBeNull();
    expect(readAnswer("9", 2, "en")).toBeNull();
  });
});

test("words off the record are kept for two hours and two hundred turns", () => {
  let now = 0;
  const heard = createHeard(() => now);
  for (let i = 0; i < 201; i++) heard.keep(`e${i}`, { userMessage: "a", reply: "b" });
  expect(heard.get("e0")).toBeUndefined();
  expect(heard.get("e200")).toMatchObject({ reply: "b" });
  now = 2 * 3_600_000 + 1;
  expect(heard.get("e200")).toBeUndefined();
});
