import { anySource, guessLanguage, type Language, LANGUAGES, PACKS } from "./index.ts";
import { fold, sentencesIn } from "./text.ts";

/** What may follow the last word of a sentence. */
const ENDING = /(?<!["'”’»)\]!！?？؟\s])["'”’»)\]!！?？؟\s]+$/u;
const ANY_ASKS = anySource(({ notebook }) => notebook.asks);
const BEGINS_ASKING = new RegExp(`^[^\\p{L}]*(?:${ANY_ASKS})(?!\\p{L})`, "u");

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

/** The text behind "tell me" or "what", which is folded: whoever shall be told is not asked about. */
export function askedFor(text: string): string {
  const folded = fold(text);
  // Folded Thai no longer falls into words.
  return BEGINS_ASKING.test(folded) ? folded.replace(BEGINS_ASKING, "") : text;
}

/** Whether a text only asks. */
export function onlyAsks(text: string): boolean {
  const language = guessLanguage(text);
  return text.trim() !== "" && sentencesOf(text).every((sentence) => isQuestion(sentence, language));
}

/** "Was" asks in German, and begins a statement in English. "How to bleed the radiators: open the valve" is a note. */
const QUESTIONS = Object.fromEntries(
  LANGUAGES.map((language) => {
    const { notebook, words } = PACKS[language];
    const other = `(?!(?:${words.frequent.replaceAll(" ", "|")})(?!\\p{L}))(?:${ANY_ASKS})`;
    return [language, new RegExp(`^(?!.*:\\s)[^\\p{L}]*(?:${notebook.asks}|${other})(?!\\p{L})`, "u")];
  }),
) as Record<Language, RegExp>;

/** Whether a sentence is a question, also without a question mark. */
export function isQuestion(sentence: string, language: Language): boolean {
  return endsInQuestionMark(sentence) || QUESTIONS[language].test(fold(sentence));
}

function sentencesOf(text: string): IteratorObject<string> {
  return sentencesIn(text).map(({ start, end }) => text.slice(start, end));
}

function asks(sentence: string): boolean {
  return endsInQuestionMark(sentence) || BEGINS_ASKING.test(fold(sentence));
}
