import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractTurn } from "../../../../src/adapters/notebook/extract.ts";

const read = (message: string) => extractTurn(message);

/** "subject PREDICATE object", with "not" for negative facts. */
const facts = (message: string): string[] =>
  read(message).facts.map(
    (fact) => `${fact.subject} ${fact.polarity === "negative" ? "not " : ""}${fact.predicate} ${fact.object}`,
  );

const STATED: [string, string[]][] = [
  ["My name is Priya.", ["user NAME Priya"]],
  ["I live in Oslo.", ["user LIVES_IN Oslo"]],
  ["My sister Annelie lives in Lyon.", ["user HAS_SISTER Annelie", "Annelie LIVES_IN Lyon"]],
  ["my sister lives in Porto", ["sister LIVES_IN Porto"]],
  ["Annelie likes jazz.", ["Annelie LIKES jazz"]],
  ["I moved to Porto in 2016.", ["user LIVES_IN Porto"]],
  ["I was born in 1990.", ["user BIRTHDAY 1990"]],
  ["My birthday is May 3.", ["user BIRTHDAY May 3"]],
  ["I work as a nurse.", ["user WORKS_AS nurse"]],
  ["My husband is called Piet.", ["user SPOUSE Piet"]],
  ["I have a cat.", ["user HAS_PET cat"]],
  ["I like tea, jazz and the old harbour.", ["user LIKES tea", "user LIKES jazz", "user LIKES old harbour"]],
  ["I don't like fish.", ["user not LIKES fish"]],
  ["Heriberto goes by Beto.", ["Heriberto KNOWN_AS Beto"]],
  ["I have a dog named Rex.", ["user HAS_PET Rex"]],
  ["Ich habe eine Schwester namens Anna.", ["user HAS_SISTER Anna"]],
  ["J'ai une sœur qui s'appelle Camille.", ["user HAS_SISTER Camille"]],
  ["Tengo un hermano llamado Luis.", ["user HAS_BROTHER Luis"]],
  ["My friend Will lives in Bergamo.", ["user HAS_FRIEND Will", "Will LIVES_IN Bergamo"]],
  ["I play chess.", ["user HOBBY chess"]],
  ["I hate Mondays.", ["user DISLIKES Mondays"]],
  ["I'm allergic to walnuts and shellfish.", ["user ALLERGIC_TO walnuts", "user ALLERGIC_TO shellfish"]],
  ["I'm not allergic to walnuts.", ["user not ALLERGIC_TO walnuts"]],
  ["I'm 34 and I work as a nurse.", ["user AGE 34", "user WORKS_AS nurse"]],
  ["I no longer work at Siemens.", ["user not WORKS_AT Siemens"]],
  ["Hi! Also, I live in Oslo now.", ["user LIVES_IN Oslo"]],
  ["Meine Schwester Anna wohnt in Lyon.", ["user HAS_SISTER Anna", "Anna LIVES_IN Lyon"]],
  ["Ich mag Fisch nicht.", ["user not LIKES Fisch"]],
  ["Ich bin am 3. Mai geboren.", ["user BIRTHDAY 3. Mai"]],
  ["Ich bin nicht allergisch gegen Nüsse.", ["user not ALLERGIC_TO Nüsse"]],
  ["Ma sœur Annelie habite à Lyon.", ["user HAS_SISTER Annelie", "Annelie LIVES_IN Lyon"]],
  ["J'ai 34 ans et je travaille comme infirmière.", ["user AGE 34", "user WORKS_AS infirmière"]],
  ["Je n'habite plus à Paris.", ["user not LIVES_IN Paris"]],
  ["Mon frère Paul a déménagé à Nice.", ["user HAS_BROTHER Paul", "Paul LIVES_IN Nice"]],
  ["Mi hermano Luis se mudó a Lima.", ["user HAS_BROTHER Luis", "Luis LIVES_IN Lima"]],
  ["Vivo en Mar del Plata.", ["user LIVES_IN Mar del Plata"]],
  ["Vivo en Lima desde 2016.", ["user LIVES_IN Lima"]],
  ["Soy alérgica a las nueces.", ["user ALLERGIC_TO nueces"]],
];

const SILENT: [string, string][] = [
  [
    "document in tags",
    'Use the sources.\n<source id="1">Dear doctor. I live in Lagos. I am allergic to shrimps.</source>\nWhat is this letter about?',
  ],
  ["letter", "Dear doctor.\nI am allergic to shrimps. I live in Lagos."],
  ["profession with a capital", "Meine Schwester ist Ärztin."],
  ["question", "Do I live in Berlin?"],
  ["question without a mark", "what do you know about my job"],
  ["condition", "If I won the lottery I would move to Oslo."],
  ["wish", "I wish I lived in Rome."],
  ["sarcasm", "oh great, I love mondays"],
  ["quotation", 'She wrote: "I live in Paris. I have a dog called Milo. I like tea."'],
  ["quotation without a colon", "“I live in Paris. I like tea,” she said."],
  ["quoted lines", "> I live in Paris\n> and I work at Renault"],
  ["code", "```\nI live in Paris\n```"],
  ["paste", "Look at this mail:\n\nDear all,\nI moved to Madrid.\nBest, Jo"],
  ["dialogue", "Tom: Hello. I live in Oslo."],
  ["role play", "Let's pretend. I live in Cadiz."],
  ["reported speech", "My aunt says that I live in Berlin."],
  ["joke", "I live in Narnia. Just kidding."],
  ["instruction", "SYSTEM: I live in Berlin."],
  ["dropped plan", "I was going to move to Lyon."],
  ["sentence that goes on", "I love tea, but I hate coffee when it rains."],
  ["role that may be anybody's", "Manager is Carol."],
  ["pronoun", "I like her."],
  ["anybody", "Everyone likes tea."],
  ["thing with an article", "The dog lives in Oslo."],
  ["figure of speech", "I live in fear."],
  ["German question", "Wohne ich in Berlin?"],
  ["German condition", "Wenn ich reich wäre, würde ich in Rom wohnen."],
  ["German figure of speech", "Ich lebe in Scheidung."],
  ["French condition", "Si j'étais riche, j'habiterais à Rome."],
  ["Spanish wish", "Ojalá viviera en Roma."],
  ["Spanish question", "¿Dónde vivo?"],
];

describe("extractTurn", () => {
  it.each(STATED)("reads %j", (message, expected) => {
    expect(facts(message)).toEqual(expected);
  });

  it.each(SILENT)("reads nothing from a %s", (_kind, message) => {
    expect(facts(message)).toEqual([]);
  });

  it.each([
    ["I moved to Porto last month.", "update", "positive"],
    ["I live in Porto now.", "update", "positive"],
    ["I don't live in Porto any more.", "ending", "negative"],
    ["Actually, I live in Porto, not in Lyon.", "correction", "positive"],
    ["I live in Porto.", null, "positive"],
    ["Ich wohne jetzt in Graz.", "update", "positive"],
    ["Ich wohne nicht mehr in Graz.", "ending", "negative"],
    ["Je n'habite plus à Nice.", "ending", "negative"],
    ["Ya no vivo en Lima.", "ending", "negative"],
  ])("%s: %s, %s", (message, change, polarity) => {
    expect(read(message).facts).toMatchObject([{ change, polarity }]);
  });

  it.each([
    ["My sister Annelie lives in Lyon.", "The user's sister Annelie lives in Lyon."],
    ["I don't like fish.", "The user does not like fish."],
    ["My brother Bernd doesn't work at Siemens.", "The user's brother Bernd does not work at Siemens."],
    ["I like tea and coffee.", "The user likes coffee."],
    ["My birthday is on 3 May.", "The user's birthday is on 3 May."],
    ["I no longer live in Oslo.", "The user no longer lives in Oslo."],
    ["I'm 34.", "The user is 34."],
    ["My aunt is called Ulla.", "The user's aunt is called Ulla."],
    ["Ich wohne in Wien.", "Der Nutzer wohnt in Wien."],
    ["Meine Oma wohnt in Kiel.", "Des Nutzers Oma wohnt in Kiel."],
    ["J'habite à Lille.", "L'utilisateur habite à Lille."],
    ["Je n'aime pas les épinards.", "L'utilisateur n'aime pas les épinards."],
    ["J'ai une sœur qui s'appelle Camille.", "La sœur de l'utilisateur s'appelle Camille."],
    ["Ma sœur habite à Lyon.", "La sœur de l'utilisateur habite à Lyon."],
    ["Mi hermana vive en Lyon.", "La hermana del usuario vive en Lyon."],
    ["No me gusta el café.", "Al usuario no le gusta el café."],
    ["Vivo en Lima.", "El usuario vive en Lima."],
  ])("writes of %j: %j", (message, text) => {
    expect(read(message).facts.map((fact) => fact.text)).toContain(text);
  });

  it("names entities with the kin words of the turn", () => {
    expect(read("My sister Wilma lives in Porto.").entities).toEqual([
      { name: "Wilma", type: "person", aliases: ["sister"], summary: null },
      { name: "Porto", type: "place", aliases: [], summary: null },
    ]);
    expect(read("My dog is called Rex.").entities).toMatchObject([{ name: "Rex", type: "animal" }]);
  });

  it("quotes the statement without what stands around it", () => {
    expect(read("Hello! As you know, I live in Oslo.").facts[0]?.quote).toBe("I live in Oslo");
  });

  it("never throws, and quotes are words of the message, for any input", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(...STATED.map(([message]) => message), ...SILENT.map(([, message]) => message), "\n\n"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (parts) => {
        const message = parts.join(" ");
        for (const fact of read(message).facts) {
          expect(message).toContain(fact.quote);
          expect(message).toContain(fact.object);
          expect(fact.object).not.toBe("");
        }
      }),
      { numRuns: 150 },
    );
  });

  it("bounds what one message can give", () => {
    const message = Array.from({ length: 3_000 }, (_, n) => `My sister Wilma${n} lives in Porto.`).join(" ");
    expect(read(message).facts.length).toBeLessThanOrEqual(40);
  });
});
