import { anySource, guessLanguage, type Language, PACKS } from "../../language/index.ts";
import { fold, sentences } from "../../language/text.ts";
import type { ModelSource } from "../../ports/chat-model.ts";
import { coverage, isAsked, newestStatements, type Quote, quotesFor, topicOf } from "./quotes.ts";

type ChatSource = Extract<ModelSource, { kind: "chat" }>;

const QUOTES_MAX = 5;
/** Quotes under a statement that is noted, and the share of its words that they must repeat. */
const BESIDE_MAX = 2;
const BESIDE_COVERAGE = 0.5;

const GREETING = new RegExp(`^(?:${anySource(({ intents }) => intents.courtesy)})$`);

/** The language of a message; where it does not tell, that of the conversation. */
export function languageOf({ message, earlier }: ChatSource): Language {
  return guessLanguage(message, guessLanguage(earlier.map(({ text }) => text).join(" ")));
}

/** A reply that quotes the user's own words. */
export function replyTo(source: ChatSource): string {
  const { message, recalled, earlier, isKept } = source;
  const language = languageOf(source);
  const say = PACKS[language].notebook;
  const topic = topicOf(message);
  const quotes = quotesFor(topic, recalled, earlier);
  const stated = quotes.filter(({ isQuestion }) => !isQuestion);
  const tell = (some: Quote[]): string => told(some, source, language);
  if (asks(message, language)) {
    if (stated.length > 0) return tell(stated.slice(0, QUOTES_MAX));
    return quotes.length > 0 ? tell(quotes.slice(0, QUOTES_MAX)) : unanswered(source, language);
  }
  if (GREETING.test(plain(message))) return isKept === null ? "" : say.greeting;
  const beside = stated.filter(({ words }) => coverage(topic, words) >= BESIDE_COVERAGE);
  const kept = isKept === null ? "" : isKept ? say.noted : say.notKept;
  return [kept, tell(beside.slice(0, BESIDE_MAX))].filter((part) => part !== "").join("\n\n");
}

const plain = (text: string): string =>
  fold(text)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
    .trim();

/** The last sentence asks, or an order begins it: "Tell me about Bernd." */
function asks(message: string, language: Language): boolean {
  const last = sentences(message).at(-1);
  const said = last ? message.slice(last.start, last.end) : "";
  const opens = new RegExp(`^(?:${PACKS[language].notebook.asks})(?![\\p{L}\\p{N}])`, "u");
  return isAsked(said) || (!said.endsWith("!") && opens.test(plain(said)));
}

/** No words can be quoted for a question. */
function unanswered(source: ChatSource, language: Language): string {
  const { recalled, newest, isAway, isSearched } = source;
  const say = PACKS[language].notebook;
  if (isAway) return say.away;
  if (!isSearched) return say.notSearched;
  const entered = recalled.filter(({ kind, evidence }) => kind === "fact" && evidence.length === 0);
  if (entered.length > 0)
    return entered
      .map(({ text, n }) => `${say.entered(text)} [${n}]`)
      .slice(0, QUOTES_MAX)
      .join("\n");
  if (recalled.length > 0) return `${say.unquoted} ${recalled.map(({ n }) => `[${n}]`).join(" ")}`;
  const latest = newestStatements(newest).slice(0, QUOTES_MAX);
  return latest.length === 0 ? say.nothing : `${say.newest}\n\n${told(latest, source, language, true)}`;
}

/** One quote as a sentence, several as a list. */
function told(
  quotes: Quote[],
  { timeZone }: ChatSource,
  language: Language,
  isList = quotes.length > 1,
): string {
  const { notebook: say, phrases } = PACKS[language];
  const day = new Intl.DateTimeFormat(phrases.locale, { timeZone, dateStyle: "long" });
  const quoted = ({ words, speaker, saidAt, isQuestion }: Quote): string => {
    const on = saidAt === null ? null : day.format(new Date(saidAt));
    if (speaker === null || on === null) return (isQuestion ? say.asked : say.told)(words, on);
    return speaker === "document" ? say.document(words, on) : say.said(words, speaker, on);
  };
  return quotes
    .map((quote) => {
      const mark = quote.isSuperseded ? ` (${phrases.status.superseded})` : "";
      const line = `${isList ? "- " : ""}${quoted(quote)}${mark}`;
      return [line, ...quote.numbers.map((n) => `[${n}]`)].join(" ");
    })
    .join("\n");
}
