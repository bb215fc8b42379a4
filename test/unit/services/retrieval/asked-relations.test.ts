import { expect, test } from "vitest";
import { askedFamilies, askedPredicates } from "../../../../src/services/retrieval/predicate-expansion.ts";
import { asksOfSelf, understand } from "../../../../src/services/retrieval/query.ts";

test("a general word asks for each kind, a kind for the general word alone", () => {
  expect([...askedFamilies(["siblings"])]).toEqual(
    expect.arrayContaining(["HAS_SIBLING", "HAS_SISTER", "HAS_BROTHER"]),
  );
  expect(askedPredicates(["sister"])).toContain("sibling");
  expect(askedPredicates(["sister"])).not.toContain("brother");
});

test("no word is taken for its beginning", () => {
  expect(askedFamilies(["carpet"]).size).toBe(0);
});

test("spoken and joined forms ask as the written ones do", () => {
  expect(askedFamilies(["wohn"])).toEqual(askedFamilies(["wohne"]));
  expect(askedFamilies(["hunde"])).toContain("HAS_PET");
  for (const question of ["Wo wohn ich jetz?", "wo wohn ich"])
    expect(understand(question).terms).toEqual(["wohn"]);
  expect(understand("wheres mum").terms).toEqual(["mum"]);
});

test("French without apostrophes, accents and question marks is asked as the written one is", () => {
  for (const [typed, terms] of [
    ["jpaye cb de loyer", ["paye", "loyer"]],
    ["jhabite ou", ["habite"]],
    ["jai quel medecin en ce moment", ["medecin"]],
    ["chuis quoi comme artisan maintenant", ["artisan"]],
    ["jtravaille encore a la boulangerie ou pas", ["travaille", "boulangerie"]],
  ] as const) {
    expect(understand(typed), typed).toMatchObject({ tellingTerms: terms, aboutSelf: true });
    expect(asksOfSelf(typed), typed).toBe(true);
  }
  expect(understand("Which JSON library do I use?").terms).toContain("json");
  expect(asksOfSelf("jtravaille a la boulangerie ou au marché")).toBe(false);
});

test("a question in a language without a pack is asked by its content, and about the user", () => {
  for (const [question, terms] of [
    ["Qual é meu time?", ["time"]],
    ["Onde eu moro?", ["moro"]],
    ["Dove lavoro io adesso?", ["lavoro"]],
    ["Waar woon ik nu?", ["woon"]],
    ["Gdzie teraz mieszkam?", ["mieszkam"]],
    ["Где я сейчас живу?", ["живу"]],
  ] as const)
    expect(understand(question), question).toMatchObject({ terms, aboutSelf: true });
  for (const question of [
    "Where does Ana live?",
    "Wo wohnt Ana?",
    "¿Dónde vive Ana?",
    "Où habite Ana ?",
    "2+2?",
  ])
    expect(understand(question), question).toMatchObject({ aboutSelf: false });
});

test("the times that a question names are no words that an answer repeats", () => {
  expect(understand("Where did I live in May 2025?")).toMatchObject({
    terms: expect.arrayContaining(["2025"]),
    tellingTerms: ["live"],
  });
});

test("a greeting or a word of courtesy asks for nothing, neither of the user nor of what memory says of mornings", () => {
  const greetings = [
    "Good morning! How are you?",
    "ok",
    "Hallo",
    "Guten Tag",
    "Guten Abend, wie geht's dir?",
    "Hola, buenos días",
    "Bonsoir, comment vas-tu ?",
  ];
  for (const text of [...greetings, "Bom dia"])
    expect(understand(text), text).toMatchObject({ tellingTerms: [], aboutSelf: false });
  // What has no words at all leans on the turns before.
  for (const text of greetings) expect(understand(text).terms, text).not.toEqual([]);
  expect(understand("Who takes my place in the morning?").tellingTerms).toContain("morning");
});

test("a thing may be old without anybody's age being asked", () => {
  for (const text of ["How old is Zion?", "wie alt ist Zion?"])
    expect(askedFamilies(understand(text).tellingTerms), text).toEqual(new Set(["AGE"]));
  for (const text of ["Who has my old car?", "Wer hat mein altes Auto?"])
    expect(askedFamilies(understand(text).tellingTerms), text).not.toContain("AGE");
});
