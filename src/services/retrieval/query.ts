import { type LanguagePack, anySource, everyWord } from "../../language/index.ts";
import { askedFor, asksSomething, endsAsking } from "../../language/asks.ts";
import { beginningAndEnd } from "../../language/excerpt.ts";
import { languageIn } from "../../language/foreign.ts";
import { contentWords, COURTESY, inPlainWords } from "../../language/stems.ts";
import { foldName, isUnspaced, joinWords, tokens } from "../../language/text.ts";
import { BEGINNING, plusMs, type Instant } from "../../domain/model/time.ts";
import { externalIdsIn } from "../../domain/grounding/external-ids.ts";
import { askedPredicates } from "./predicate-expansion.ts";
import { parseTimes } from "../time/index.ts";

/** What can be parsed from a question without a model. */
export interface UnderstoodQuery {
  terms: string[];
  /**
   * Words that stop lists hold: of a question that has no others, and in a language without a pack, whose lists hold everyday words
   * such as "work" and "years" too. Numbers, which few memories repeat.
   */
  weakTerms: string[];
  /** Terms that an answer may repeat: outside the times it names, no numbers and no "how many years". */
  tellingTerms: string[];
  /** Words of predicates that the question asks for in other words; used to search facts only. */
  predicateTerms: string[];
  /** Folded runs of 1-4 words, used to look up names. */
  nGrams: string[];
  /** As `languageIn` names it: its words are compared accordingly. */
  language: string;
  /** It refers to the user: "I", "my". */
  aboutSelf: boolean;
}

/** Words of a question that are searched for. */
export const TERMS_MAX = 32;
const NGRAM_WORDS_MAX = 4;
/** For scripts in which an ideograph is a word. */
const NGRAM_UNSPACED_MAX = 8;
const NGRAMS_MAX = 400;
const IDS_MAX = 50;
/** Shorter ones say nothing of what is asked, unless they are all there is: "C++". */
const WEAK_CHARS_MIN = 3;
/** Characters of a message that are parsed; a pasted book is not a question. */
const CHARS_MAX = 2000;
/** Of a question without other words, a number as long as this is one: "Who is 2345678?", and not "2+2?". */
const ID_CHARS_MIN = 4;
/** Characters before a time that are searched for "since", "before" or "after". */
const LEAD_CHARS = 60;
/** "On which day", "how many years", "what kind of", "now", "thanks": words that no answer repeats. */
const NO_CONTENT = everyWord(({ questions }) => questions.kindsOfAnswer).union(COURTESY);
const SELF_WORDS = everyWord(({ words }) => `${words.self} ${words.own}`);

export function understand(query: string): UnderstoodQuery {
  const text = inPlainWords(query);
  const all = tokens(text).map(({ word }) => word);
  const { language, hasPack, empty } = languageIn(text);
  const content = (some: string): string[] =>
    [...new Set(contentWords(some))].filter((word) => !empty.has(word)).slice(0, TERMS_MAX);
  const telling = content(askedFor(withoutTimes(text, hasPack ? null : language))).filter(
    (word) => !(hasPack && NO_CONTENT.has(word)),
  );
  const words = telling.filter((word) => !isNumber(word));
  const numbers = telling.filter(isNumber);
  const terms = content(text);
  const isWeak = (word: string): boolean =>
    !terms.includes(word) && !isNumber(word) && (word.length >= WEAK_CHARS_MIN || isUnspaced(word));
  const weak = terms.length > 0 && hasPack ? [] : [...new Set(all)].filter(isWeak);
  return {
    terms,
    weakTerms: [...(terms.length + weak.length > 0 ? weak : all), ...numbers].slice(0, TERMS_MAX),
    tellingTerms: words.length > 0 ? words : numbers.filter(({ length }) => length >= ID_CHARS_MIN),
    predicateTerms: askedPredicates(all),
    nGrams: [...new Set([...nGrams(all), ...idsAsNames(query)])],
    language,
    // Nobody reads who is meant in a language without a pack; it is the user mostly, unless nothing is said: "bom dia".
    aboutSelf: hasPack ? all.some((word) => SELF_WORDS.has(word)) : words.length > 0 || endsAsking(query),
  };
}

const isNumber = (word: string): boolean => /^\d+$/.test(word);

/** "Where do I live", "remind me of my rent", and not "tell me a joke". */
export function asksOfSelf(question: string): boolean {
  return (
    asksSomething(question) &&
    tokens(askedFor(inPlainWords(question))).some(({ word }) => SELF_WORDS.has(word))
  );
}

/** For parsing where the zone and the day do not matter. */
const ANY_DAY = { reference: "2000-01-01T00:00:00.000Z", timeZone: "UTC", anyYear: true };

/** The question without the times it names: a date in a memory's text is seldom the one asked about. */
function withoutTimes(question: string, other: string | null): string {
  return parseTimes(question, { ...ANY_DAY, other }).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    question,
  );
}

/** A time span; `to` is exclusive. */
export interface TimeSpan {
  from: Instant;
  to: Instant;
}

/** When a question is about. */
export interface AskedTimes {
  /** The times it names. */
  named: TimeSpan[];
  /** The same; now, if it names none. */
  about: TimeSpan[];
  /** It asks about the past: it names a time or is in a past tense ("Where did I live before?"). */
  asksThen: boolean;
}

export function askedTimes(query: string, now: Instant, timeZone: string): AskedTimes {
  const named = namedTimes(query, now, timeZone);
  if (named.length > 0) return { named, about: named, asksThen: true };
  return { named, about: [{ from: now, to: plusMs(now, 1) }], asksThen: PAST.test(query) };
}

/** The times a question names, as understood in the given zone. */
export function namedTimes(query: string, now: Instant, timeZone: string): TimeSpan[] {
  return parseTimes(query, { reference: now, timeZone, anyYear: true }).map(({ start, from, to }) => {
    const lead = query.slice(Math.max(0, start - LEAD_CHARS), start);
    if (SINCE.test(lead) && from < now) return { from, to: plusMs(now, 1) };
    if (AFTER.test(lead) && to < now) return { from: to, to: plusMs(now, 1) };
    return BEFORE.test(lead) ? { from: BEGINNING, to: from } : { from, to };
  });
}

/** Matches directly before a time, with or without an article. */
function before(source: (questions: LanguagePack["questions"]) => string): RegExp {
  const article = anySource(({ questions }) => questions.the);
  return new RegExp(
    `(?<![\\p{L}])(?:${anySource(({ questions }) => source(questions))})\\s+(?:(?:${article})\\s+)?$`,
    "iu",
  );
}

const SINCE = before(({ since }) => since);
const AFTER = before(({ after }) => after);
const BEFORE = before((questions) => questions.before);

const PAST = new RegExp(`(?<!\\p{L})(?:${anySource(({ validity }) => validity.past)})(?!\\p{L})`, "iu");

/** The part of a question that is parsed. */
export function lookedAt(query: string): string {
  return beginningAndEnd(query, CHARS_MAX);
}

/** Ids with punctuation in them, as written and in their canonical form: they are names of entities. */
function idsAsNames(query: string): string[] {
  const written = query
    .split(/\s/u)
    .map(foldName)
    .filter((part) => /[^\p{L}\p{N}\p{M}]/u.test(part));
  return [...externalIdsIn(query).map(({ id }) => foldName(id)), ...written].slice(0, IDS_MAX);
}

function nGrams(all: readonly string[]): string[] {
  const found = new Set<string>();
  for (const name of namesIn(all)) {
    if (found.size >= NGRAMS_MAX) break;
    if ((name.length > 1 || isUnspaced(name)) && !SELF_WORDS.has(name)) found.add(name);
  }
  return [...found];
}

function* namesIn(all: readonly string[]): Generator<string> {
  for (let length = 1; length <= NGRAM_UNSPACED_MAX; length++)
    for (let at = 0; at + length <= all.length; at++) {
      const run = all.slice(at, at + length);
      if (length <= NGRAM_WORDS_MAX || run.every(isUnspaced)) yield foldName(joinWords(run));
    }
}
