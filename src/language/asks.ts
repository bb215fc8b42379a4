import { anySource } from "./index.ts";
import { fold, sentencesIn } from "./text.ts";

/** What may follow the last word of a sentence. */
const ENDING = /(?<!["'”’»)\]!！?？؟\s])["'”’»)\]!！?？؟\s]+$/u;
const BEGINS_ASKING = new RegExp(
  `^[^\\p{L}]*(?:${anySource(({ notebook }) => notebook.asks)})(?!\\p{L})`,
  "u",
);

/** Whether a sentence ends in a question mark of any script, whatever closes after it. */
export function endsInQuestionMark(sentence: string): boolean {
  return /[?？؟]/u.test(ENDING.exec(sentence)?.[0] ?? "");
}

const ASKS_WITHIN = new RegExp(
  `(?<!\\p{L})(?:${anySource(({ questions }) => questions.asksWithin)})(?!\\p{L})`,
  "u",
);

/** Whether a text asks anything: "you live where" does, as people type it. */
export function asksSomething(text: string): boolean {
  return sentencesOf(text).some((sentence) => asks(sentence) || ASKS_WITHIN.test(fold(sentence)));
}

/** Whether a sentence of a text ends in a question mark. */
export function endsAsking(text: string): boolean {
  return sentencesOf(text).some(endsInQuestionMark);
}

/** The folded text behind "tell me" or "what": whoever shall be told is not asked about. */
export function askedFor(text: string): string {
  return fold(text).replace(BEGINS_ASKING, "");
}

/** Whether a text only asks. */
export function onlyAsks(text: string): boolean {
  return text.trim() !== "" && sentencesOf(text).every(asks);
}

function sentencesOf(text: string): IteratorObject<string> {
  return sentencesIn(text).map(({ start, end }) => text.slice(start, end));
}

function asks(sentence: string): boolean {
  return endsInQuestionMark(sentence) || BEGINS_ASKING.test(fold(sentence));
}
