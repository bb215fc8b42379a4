import { type Language, LANGUAGES, PACKS, anySource } from "../../language/index.ts";
import { isWholeMatch, plainText } from "./plain-text.ts";

/** An answer to a question with `count` numbered choices: indexes from 0, or none of them. */
export type Choice = { kind: "chosen"; indexes: number[] } | { kind: "none" } | { kind: "unclear" };

/** Longer messages are not answers, characters. */
const ANSWER_CHARS_MAX = 80;

/** Null if the message is not an answer: the question lapses. */
export function readChoice(message: string, count: number, language: Language): Choice | null {
  const text = plainText(message).trim();
  if (text.length > ANSWER_CHARS_MAX) return null;
  for (const one of [language, ...LANGUAGES.filter((other) => other !== language)]) {
    const choice = readIn(text, count, one);
    if (choice !== null) return choice;
  }
  return null;
}

/** Between two choices, or after the last one. */
const LINK = `(?:[,;.!&\\s]+(?:(?:${anySource(({ intents }) => intents.link)})(?!\\p{L})\\s*)?)`;
const ARTICLE = `(?:(?:${anySource(({ intents }) => intents.pick)})\\.? +)*`;
const NOUN = `(?: (?:${anySource(({ intents }) => intents.counter)}))?`;

function readIn(text: string, count: number, language: Language): Choice | null {
  const { yes, no, all } = PACKS[language].intents;
  const ordinals = PACKS[language].intents.ordinals.split(" ");
  const polite = `(?:(?:${yes})${LINK})*`;
  if (isWholeMatch(`${polite}${ARTICLE}(?:${all})(?:${LINK}(?:${yes}))*${LINK}?`, text)) {
    return { kind: "chosen", indexes: Array.from({ length: count }, (_, i) => i) };
  }
  const indexes = indexesIn(text, count, ordinals);
  if (indexes !== null) return { kind: "chosen", indexes };
  if (isWholeMatch(`(?:${no})(?:${LINK}(?:${no}))*${LINK}?`, text)) return { kind: "none" };
  if (!isWholeMatch(`(?:${yes})(?:${LINK}(?:${yes}))*${LINK}?`, text)) return null;
  return count === 1 ? { kind: "chosen", indexes: [0] } : { kind: "unclear" };
}

/** "the second", "1 and 3", "die erste und die dritte"; null if the message says anything else. */
function indexesIn(text: string, count: number, ordinals: string[]): number[] | null {
  const numbers = "[1-9]";
  const one = `${ARTICLE}(?:${ordinals.join("|")}|${numbers})\\.?${NOUN}`;
  if (!isWholeMatch(`${one}(?:${LINK}+${one})*`, text)) return null;
  const indexes = new Set<number>();
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const ordinal = ordinals.findIndex((source) => isWholeMatch(source, word));
    const at = ordinal >= 0 ? ordinal : Number(word) - 1;
    if (Number.isInteger(at) && at >= 0 && at < count) indexes.add(at);
  }
  return indexes.size === 0 ? null : [...indexes].sort((a, b) => a - b);
}
