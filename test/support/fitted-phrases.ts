import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fold } from "../../src/language/text.ts";

/** Shortest phrase, in words, that counts as one; below it is vocabulary. */
const WORDS_MIN = 3;
/** What stands in a larger share of the texts is language, not data. */
const COMMON_SHARE = 0.02;

export interface FittedPhrase {
  phrase: string;
  /** File of the pattern it stands in. */
  file: string;
}

/** Words of a text in a row, spaced, so that a phrase can be looked up by its words. */
function spacedWords(text: string): string {
  return ` ${(fold(text).match(/[\p{L}\p{N}']+/gu) ?? []).join(" ")} `;
}

/** Regular expressions, and string literals that hold one or stand alone on a line of a list. */
const LITERAL =
  /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const PATTERN_SIGN = /\||\\b|\(\?/;
const LIST_ITEM = /^\s*"[^"]+",?$/;

/** Phrases that the patterns and word lists of a source spell out, folded. */
export function phrasesIn(source: string): Set<string> {
  const code = source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  const patterns = [...code.matchAll(LITERAL)]
    .map(([literal]) => literal)
    .filter((one) => PATTERN_SIGN.test(one));
  const items = code.split("\n").filter((line) => LIST_ITEM.test(line));
  return new Set(
    [...patterns.flatMap(alternatives), ...items.map((item) => item.replace(/^\s*"|",?$/g, ""))].flatMap(
      phraseOf,
    ),
  );
}

function alternatives(pattern: string): string[] {
  const plain = pattern
    .replace(/^[/"`]|[/"`][a-z]*$/g, "")
    .replace(/\\s(?:[*+]|\{[^}]*\})?/g, " ")
    .replace(/\\[bB]|[\^$]/g, " ");
  return plain.split(/\(\?(?:[:=!]|<[=!]|<\w+>)|[|()[\]]/);
}

function phraseOf(alternative: string): string[] {
  if (/[*+?{}\\.=<>]/.test(alternative)) return [];
  const words = spacedWords(alternative).trim();
  return words.split(" ").length >= WORDS_MIN ? [words] : [];
}

/** Phrases in the patterns of the sources below a folder that stand word for word in few of the texts. */
export function fittedPhrases(folder: string, texts: readonly string[]): FittedPhrase[] {
  const units = texts.map(spacedWords);
  return sourcesIn(folder).flatMap((file) =>
    [...phrasesIn(readFileSync(file, "utf8"))]
      .filter((phrase) => isFitted(phrase, units))
      .map((phrase) => ({ phrase, file })),
  );
}

function isFitted(phrase: string, units: readonly string[]): boolean {
  const hits = units.filter((unit) => unit.includes(` ${phrase} `)).length;
  return hits > 0 && hits <= units.length * COMMON_SHARE;
}

function sourcesIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return all.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
}

/** What people say in the evaluation data, one text for each turn. */
export function evaluationTexts(data: string): string[] {
  const lives = join(data, "lives");
  const told = readdirSync(lives)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => turnsOf(JSON.parse(readFileSync(join(lives, name), "utf8"))));
  const lines = ["proposals.jsonl", "recorded/turns.jsonl"].flatMap((name) =>
    readFileSync(join(data, name), "utf8").split("\n"),
  );
  return [
    ...new Set([
      ...told,
      ...lines.filter((line) => line !== "").flatMap((line) => turnsOf(JSON.parse(line))),
    ]),
  ];
}

/** Every text of somebody, as far down as there is one. */
function turnsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(turnsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" ? (TOLD.has(key) ? [inner] : []) : turnsOf(inner),
  );
}

const TOLD = new Set(["user", "text", "assistant", "question"]);
