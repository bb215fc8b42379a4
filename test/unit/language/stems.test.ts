import { expect, test } from "vitest";
import { beginningsOf, contentWords } from "../../../src/language/stems.ts";

test("words of grammar say nothing, in whatever language", () => {
  for (const text of ["since when", "seit wann", "welches von beiden", "desde cuándo", "depuis combien"])
    expect(contentWords(text), text).toEqual([]);
});

test("a name stays, though another language has such a word", () => {
  for (const name of ["Wen", "Mia", "Eben", "Solange", "Van", "Per", "Tan", "Mal", "Aura"])
    expect(contentWords(`Where does ${name} live?`), name).toContain(name.toLowerCase());
});

test("forms of a word share a beginning in languages whose endings are not known, and other words do not", () => {
  const share = (a: string, b: string) => beginningsOf(a).some((one) => beginningsOf(b).includes(one));
  for (const [one, other] of [
    ["аренда", "аренду"],
    ["kira", "kiram"],
    ["koira", "koirani"],
    ["mieszkam", "mieszka"],
    ["월세", "월세는"],
    ["서울은", "서울에서"],
  ] as const)
    expect(share(one, other), `${one} ${other}`).toBe(true);
  for (const [one, other] of [
    ["kira", "kirli"],
    ["дом", "дочь"],
    ["월세", "월요일"],
  ] as const)
    expect(share(one, other), `${one} ${other}`).toBe(false);
});
