import { expect, test } from "vitest";
import { contentWords } from "../../../src/language/stems.ts";

test("words of grammar say nothing, in whatever language", () => {
  for (const text of ["since when", "seit wann", "welches von beiden", "desde cuándo", "depuis combien"])
    expect(contentWords(text), text).toEqual([]);
});

test("a name stays, though another language has such a word", () => {
  for (const name of ["Wen", "Mia", "Eben", "Solange", "Van", "Per", "Tan", "Mal", "Aura"])
    expect(contentWords(`Where does ${name} live?`), name).toContain(name.toLowerCase());
});
