import fc from "fast-check";
import { expect, test } from "vitest";
import { languageIn } from "../../../src/language/foreign.ts";
import { formsIn, searchedIn } from "../../../src/language/forms.ts";
import { fold } from "../../../src/language/text.ts";

const share = (language: string, one: string, other: string): boolean => {
  const forms = formsIn(language);
  return !new Set(forms(fold(one))).isDisjointFrom(new Set(forms(fold(other))));
};

test.each([
  ["en", "moved", "moving", "mother"],
  ["de", "wohnen", "wohne", "wohl"],
  ["es", "fumando", "fumaba", "fútbol"],
  ["fr", "habitais", "habite", "hâte"],
  ["pt", "trabalhava", "trabalho", "traje"],
  ["nl", "woon", "woont", "wolk"],
  ["ru", "аренда", "аренду", "армия"],
  ["tr", "kira", "kiram", "kirli"],
  ["ar", "الإيجار", "إيجار", "أخبار"],
  ["id", "bekerja", "pekerjaan", "bersama"],
  ["und", "fumando", "fuma", "fútbol"],
  ["", "mieszkam", "mieszka", "miesiąc"],
  ["", "월세", "월세는", "월요일"],
])("%s: %s is a form of %s, and not of %s", (language, one, form, other) => {
  expect(share(language, one, form)).toBe(true);
  expect(share(language, one, other)).toBe(false);
});

const LANGUAGES =
  "ar bg da de el en es fi fr gl hi hu id it lt ms nl no pl pt ro ru sv tr uk ja ko th zh he fa".split(" ");
/** Latin, Latin-1, Cyrillic, Greek, Arabic, Devanagari, Hiragana. */
const SCRIPTS = [0x61, 0xe0, 0x430, 0x3b1, 0x627, 0x905, 0x3042].map((min) =>
  fc.integer({ min, max: min + 24 }).map((code) => String.fromCodePoint(code)),
);

test.each(LANGUAGES)("%s: any word has forms, one of another language too", (language) => {
  const forms = formsIn(language);
  expect(forms(fold("клиента"))).not.toHaveLength(0);
  const words = fc.oneof(
    ...SCRIPTS.map((letter) => fc.string({ unit: letter, minLength: 1, maxLength: 14 })),
  );
  fc.assert(
    fc.property(words, (word) => forms(word).every((form) => typeof form === "string")),
    { numRuns: 1_000 },
  );
});

test("the index is asked for how the forms of a word begin, where it does not know them itself", () => {
  expect(searchedIn("en", ["moved", "moved"])).toEqual(["moved"]);
  expect(searchedIn("es", ["fumando", "2025"])).toEqual(["fum*", "2025"]);
  expect(searchedIn("ar", [fold("الإيجار")])).toContain(`${fold("إيجار")}*`);
});

test.each([
  ["Where did I park the car?", "en", true],
  ["¿Dónde dejé el coche?", "es", true],
  ["Onde é que eu deixei o carro?", "pt", false],
  ["Ik weet niet waar ik mijn auto heb gelaten", "nl", false],
  ["内の猫は元気ですか", "ja", false],
])("%s: %s", (text, language, hasPack) => {
  expect(languageIn(text)).toMatchObject({ language, hasPack });
});

test.each([
  ["de", "Koeln", "Köln", "Kiel"],
  ["fr", "coeur", "cœur", "cuir"],
  ["en", "Soren", "Søren", "solar"],
  ["en", "Lodz", "Łódź", "lots"],
  ["en", "poet", "poet", "pot"],
  ["da", "Aarhus", "Århus", "Aalborg"],
])("%s: %s is typed for %s, and not for %s", (language, typed, written, other) => {
  expect(share(language, typed, written)).toBe(true);
  expect(share(language, typed, other)).toBe(false);
});

test("other spellings are searched behind what was typed", () => {
  expect(searchedIn("en", ["koeln", "coeur", "cœur", "red"])).toEqual([
    "koeln",
    "coeur",
    "cœur",
    "red",
    "koln",
    "kœln",
    "cour",
  ]);
});
