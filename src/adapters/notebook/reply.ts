import { anySource, guessLanguage, type Language, PACKS } from "../../language/index.ts";
import { endsInQuestionMark, isQuestion } from "../../language/asks.ts";
import { beginningAndEnd } from "../../language/excerpt.ts";
import { languageIn } from "../../language/foreign.ts";
import { fold, sentences, words } from "../../language/text.ts";
import type { ModelSource, UserTurn } from "../../ports/chat-model.ts";
import { coverage, newestStatements, type Quote, quotesFor, topicOf } from "./quotes.ts";

type ChatSource = Extract<ModelSource, { kind: "chat" }>;

const QUOTES_MAX = 5;
/** Quotes under a statement that is noted, and the share of its words that they must repeat. */
const OTHERS_MAX = 2;
const OTHERS_COVERAGE = 0.5;

const GREETING = new RegExp(`^(?:${anySource(({ intents }) => intents.courtesy)})$`);

/** What is read of a message and of an earlier one, characters: both are quoted by a line or two. */
const READ_CHARS_MAX = 4000;
const EARLIER_CHARS_MAX = 1000;

function bounded(source: ChatSource): ChatSource {
  const read = (turns: readonly UserTurn[]): UserTurn[] =>
    turns.map((turn) => ({ ...turn, text: beginningAndEnd(turn.text, EARLIER_CHARS_MAX) }));
  return {
    ...source,
    message: beginningAndEnd(source.message, READ_CHARS_MAX),
    earlier: read(source.earlier),
    newest: read(source.newest),
  };
}

/** The language of a message; where it does not show it, or is one word, that of the conversation. */
export function languageOf({ message, earlier }: ChatSource): Language {
  const before = readLanguage(earlier.map(({ text }) => text.slice(0, EARLIER_CHARS_MAX)).join(" "), "en");
  const isOneWord = earlier.length > 0 && words(message).length === 1;
  return isOneWord ? before : readLanguage(message, before);
}

/** A text in Turkish is not answered in French for its "ne". */
function readLanguage(text: string, otherwise: Language): Language {
  return languageIn(text).hasPack ? guessLanguage(text, otherwise) : otherwise;
}

/** A reply that quotes the user's own words. */
export function replyTo(given: ChatSource): string {
  const source = bounded(given);
  const { message, recalled, earlier, isKept } = source;
  const language = languageOf(source);
  const say = PACKS[language].notebook;
  const topic = topicOf(message);
  const quotes = quotesFor(topic, recalled, earlier);
  if (asks(message, language)) return answer(quotes, source, language);
  if (GREETING.test(plain(message))) return isKept === null ? "" : say.greeting;
  const kept = isKept === null ? [] : [isKept ? say.noted : say.notKept];
  const others = quotes.filter(
    ({ words, isQuestion }) => !isQuestion && coverage(topic, words) >= OTHERS_COVERAGE,
  );
  const told = others.slice(0, OTHERS_MAX).map((quote) => lineOf(quote, source, language));
  return [...kept, ...listed(told)].join("\n\n");
}

const plain = (text: string): string =>
  fold(text).replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, "");

/** The last sentence asks, or an order begins it: "Tell me about Bernd." */
function asks(message: string, language: Language): boolean {
  const last = sentences(message).at(-1);
  const said = last ? message.slice(last.start, last.end) : "";
  return endsInQuestionMark(said) || (!said.endsWith("!") && isQuestion(said, language));
}

function answer(quotes: Quote[], source: ChatSource, language: Language): string {
  const { recalled, newest, isAway, isSearched } = source;
  const say = PACKS[language].notebook;
  const isMatch = quotes.some(({ isRecent }) => !isRecent);
  const shown = quotes.length > 0 || recalled.length > 0 ? quotes : newestStatements(newest);
  const lines = listed(shown.slice(0, QUOTES_MAX).map((quote) => lineOf(quote, source, language)));
  if (isMatch) return lines.join("");
  if (isAway) return say.away;
  if (!isSearched) return say.notSearched;
  if (lines.length > 0) return [say.newest, ...lines].join("\n\n");
  const cited = recalled.map(({ n }) => `[${n}]`).join(" ");
  return recalled.length > 0 ? `${say.unquoted} ${cited}` : say.nothing;
}

/** One line as a sentence, several as a list. */
const listed = (lines: string[]): string[] =>
  lines.length > 1 ? [lines.map((line) => `- ${line}`).join("\n")] : lines;

function lineOf(quote: Quote, { timeZone }: ChatSource, language: Language): string {
  const { words, speaker, saidAt, number, isQuestion, isText, isSuperseded } = quote;
  const { notebook: say, phrases } = PACKS[language];
  const date = new Intl.DateTimeFormat(phrases.locale, { timeZone, dateStyle: "long" });
  const day = saidAt === null ? null : date.format(new Date(saidAt));
  const own = isQuestion ? say.asked(words, day) : say.told(words, day);
  const other = day !== null && speaker !== null ? say.said(words, speaker, day) : own;
  const said = day !== null && isText ? say.inText(words, day) : other;
  const mark = isSuperseded ? ` (${phrases.status.superseded})` : "";
  return `${said}${mark}${number === null ? "" : ` [${number}]`}`;
}
