import { describe, expect, test } from "vitest";
import { guessLanguage } from "../../../src/language/index.ts";

describe("the language of a text", () => {
  test.for([
    ["en", "He lives in a kennel in Malmö."],
    ["en", "I met Jürgen in Köln."],
    ["de", "Köln ist groß."],
    ["de", "Schöne Grüße"],
    ["de", "Äpfel mag ich"],
    ["es", "José vive en Málaga."],
    ["es", "Él es médico"],
    ["fr", "Où est-ce que tu étais ?"],
  ])("%s: %s", ([language, text]) => {
    expect(guessLanguage(text ?? "")).toBe(language);
  });
});
