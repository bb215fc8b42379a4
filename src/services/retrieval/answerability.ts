import { everyWord } from "../../language/index.ts";
import { sensesOf } from "../../language/senses.ts";
import { contentWords, crudeStem, inPlainWords, stemsOf } from "../../language/stems.ts";
import { catalogued, predicateFamily } from "../../domain/belief/predicate.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { words } from "../../language/text.ts";
import { NOBODY, type AskedAbout, type AskedThing } from "./asked-about.ts";
import { askedFamilies, askedPredicates } from "./predicate-expansion.ts";
import { withoutTimes } from "./query.ts";
import { searchedText } from "./searched-text.ts";

/** A result as it is checked for an answer. */
export interface RetrievedText {
  text: string;
  /** Null for the user and for facts. */
  speaker: string | null;
  /** Of a fact: its predicate in words, other words for it, and the entities at its ends. */
  fact?: { predicate: string; expansion?: string | undefined; about: readonly (string | null)[] };
  /** A turn that only asks, or of which something was forgotten or replaced since: it tells nothing any more. */
  spent?: boolean;
}

/**
 * How far what was found may answer the question, 0-1. The score of the best result does not tell: a question about
 * what was never said finds turns with its words as well as any other does. Three checks do: among named speakers,
 * whether the one asked about said it; where facts are known, whether one says of whom is named what is asked; else,
 * whether the best result speaks of the very thing asked for.
 */
export function answerability(
  question: string,
  found: readonly RetrievedText[],
  about: AskedAbout = NOBODY,
): number {
  return (
    namedSpeakerShare(question, found) ??
    statedShare(question, found, about) ??
    bestResultShare(question, found) ??
    UNKNOWN
  );
}

const UNKNOWN = 0.5;

/**
 * 1 when all words of the question stand in one turn of the person it names and none in another's, 0 the other way
 * round. Turns that ask are left out: who asks about a race did not run it. Null unless one speaker is named.
 */
function namedSpeakerShare(question: string, found: readonly RetrievedText[]): number | null {
  const named = namedSpeakers(question, found);
  if (named.size !== 1) return null;
  const names = new Set(found.flatMap(({ speaker }) => words(speaker ?? "")));
  const asked = stems(contentWords(question).filter((word) => !names.has(word)));
  const docs = found.map(({ text }) => stems(words(text)));
  const weights = new Map([...asked].map((stem) => [stem, rarity(stem, docs)]));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return null;
  const best = { named: 0, other: 0 };
  for (const [i, { text, speaker }] of found.entries()) {
    if (speaker === null || text.includes("?")) continue;
    const side = named.has(speaker) ? "named" : "other";
    const share = [...weights].reduce((sum, [stem, weight]) => sum + (docs[i]?.has(stem) ? weight : 0), 0);
    best[side] = Math.max(best[side], share / total);
  }
  return (1 + best.named - best.other) / 2;
}

function namedSpeakers(question: string, found: readonly RetrievedText[]): Set<string> {
  const said = new Set(words(question));
  const speakers = found.flatMap(({ speaker }) => speaker ?? []);
  return new Set(speakers.filter((speaker) => words(speaker).some((word) => said.has(word))));
}

/** BM25's idf over the results. */
function rarity(stem: string, docs: readonly ReadonlySet<string>[]): number {
  const having = docs.filter((doc) => doc.has(stem)).length;
  return Math.log(1 + (docs.length - having + 0.5) / (having + 0.5));
}

/** "On which day", "how many years", "what kind of", "now": no answer repeats them. */
export const KINDS_OF_ANSWER = everyWord(({ questions }) => questions.kindsOfAnswer);
/** Results that are looked at for what is asked. */
const LOOKED_AT = 20;
/** What a turn tells counts less than a fact that was read from one: that the words stand in it is all that is known. */
const TURN_WEIGHT = 0.5;
/** Of whom is asked, without what is asked: "Ada lives in Rome" for what Ada pays in Rome. */
const NAMES_ALONE_WEIGHT = 0.25;
/**
 * The largest share of the words of the question, or of what they ask for in words of predicates, that one fact or
 * turn about whom it names has; each further thing that it names counts as a word. Null where memory has no facts; of a
 * question of nothing but names nobody knows.
 */
function statedShare(question: string, found: readonly RetrievedText[], about: AskedAbout): number | null {
  if (!about.knowsFacts) return null;
  const asked = askedThings(question, about);
  if (asked.length === 0) return UNKNOWN;
  const names = forms([...about.names]);
  const joined = Math.max(0, about.mentions.length - 1);
  const shares = found.slice(0, LOOKED_AT).map((one) => {
    const said = wordsOf(one.text, one.fact?.predicate);
    if (one.spent || !isAbout(one, said.forms, about, names)) return 0;
    const told = toldWith(asked, one, said);
    const beside = Math.max(0, mentionedBy(one, about) - 1) * (told === 0 ? NAMES_ALONE_WEIGHT : 1);
    const share = (told + beside) / (asked.length + joined);
    return one.fact === undefined ? TURN_WEIGHT * share : share;
  });
  return Math.max(0, ...shares);
}

/** What other words for a statement tell of a question, beside its own. */
const EXPANSION_WEIGHT = 0.5;

function toldWith(asked: readonly AskedWord[], { text, fact }: RetrievedText, said: WordSet): number {
  const told = countTold(asked, said, fact?.predicate ?? null);
  if (fact?.expansion === undefined) return told;
  const { predicate, expansion } = fact;
  const all = countTold(asked, wordsOf(searchedText({ text, expansion }), predicate), predicate);
  return told + EXPANSION_WEIGHT * (all - told);
}

/** Words in all their forms, and what they may mean. */
interface WordSet {
  forms: ReadonlySet<string>;
  senses: ReadonlySet<string>;
}

/** A word of the question, and what else may tell what it asks for. */
interface AskedWord extends WordSet {
  /** Relations that it asks for. */
  families: ReadonlySet<string>;
  /** Words of their names. */
  relations: ReadonlySet<string>;
}

/** How many of the words for what is asked a statement tells; null for a question of nothing but names and times. */
export function toldBy(question: string, about: AskedAbout): ((fact: Fact) => number) | null {
  const asked = askedThings(question, about);
  if (asked.length === 0) return null;
  return ({ text, predicate }) => countTold(asked, wordsOf(text, predicate), predicate);
}

function askedThings(question: string, about: AskedAbout): AskedWord[] {
  return askedWords(question, about).map((word) => ({
    ...wordSet([word]),
    families: askedFamilies([word]),
    relations: forms(askedPredicates([word])),
  }));
}

/** A statement of a known relation is of that one alone: who lives somewhere has told no address. */
function countTold(asked: readonly AskedWord[], said: WordSet, predicate: string | null): number {
  const family = predicate === null || catalogued(predicate) === null ? null : predicateFamily(predicate);
  return asked.filter(({ forms: word, senses, families, relations }) => {
    if (!word.isDisjointFrom(said.forms) || !senses.isDisjointFrom(said.senses)) return true;
    return family === null ? !relations.isDisjointFrom(said.forms) : families.has(family);
  }).length;
}

function wordsOf(text: string, predicate = ""): WordSet {
  return wordSet([...words(text), ...words(predicate)]);
}

function wordSet(some: string[]): WordSet {
  const all = forms(some);
  return { forms: all, senses: new Set([...all].flatMap(sensesOf)) };
}

/** "What is the lawyer called" asks for the lawyer: what has a name, nobody repeats that it is called so. */
function askedWords(question: string, { names }: AskedAbout): string[] {
  const telling = [...new Set(contentWords(withoutTimes(inPlainWords(question))))].filter(
    (word) => !names.has(word) && !KINDS_OF_ANSWER.has(word),
  );
  const others = telling.filter((word) => !askedFamilies([word]).has("NAME"));
  return others.length > 0 ? others : telling;
}

function isAbout(
  { fact }: RetrievedText,
  said: ReadonlySet<string>,
  { ids, self }: AskedAbout,
  names: ReadonlySet<string>,
): boolean {
  if (ids.size === 0 || (self && fact === undefined)) return true;
  if (fact?.about.some((id) => id !== null && ids.has(id))) return true;
  return [...names].some((stem) => said.has(stem));
}

/** How many of those that the question speaks of are told of, by themselves or by a name. */
function mentionedBy({ text, fact }: RetrievedText, { mentions }: AskedAbout): number {
  const said = new Set(words(text));
  const isTold = ({ id, names }: AskedThing): boolean =>
    fact?.about.includes(id) === true ||
    names.some((name) => name.length > 0 && name.every((word) => said.has(word)));
  return mentions.filter((things) => things.some(isTold)).length;
}

/** Share of the words for what is asked that stand in the best result; null when the question names no such thing. */
function bestResultShare(question: string, found: readonly RetrievedText[]): number | null {
  const asks = words(question);
  if (asksForValue(asks)) return 1;
  const asked = stems(askedThing(asks));
  const best = found[0];
  if (asked.size === 0 || best === undefined) return null;
  const there = stems([...words(best.text), ...words(best.fact?.predicate ?? "")]);
  return [...asked].filter((stem) => there.has(stem)).length / asked.size;
}

const HOW = everyWord(({ questions }) => questions.how);
const MEASURES = everyWord(({ questions }) => questions.measures);
const VALUE = everyWord(({ questions }) => questions.values);
const YES_OR_NO = everyWord(({ questions }) => questions.yesOrNo);

/** A time, a number, yes or no: the question has no name for it that the answer would repeat. */
function asksForValue(asks: string[]): boolean {
  if (YES_OR_NO.has(asks[0] ?? "")) return true;
  return asks.some((word, i) => VALUE.has(word) || (HOW.has(word) && MEASURES.has(asks[i + 1] ?? "")));
}

const WHAT = everyWord(({ questions }) => questions.what);
const VERBS = everyWord(({ questions }) => questions.verbs);
const ARTICLES = everyWord(({ questions }) => questions.articles);
const ENDS = everyWord(({ questions }) => questions.ends);

/** "What specific feedback did she give" asks for "specific feedback", "what was the atmosphere like" for "atmosphere". */
function askedThing(asks: string[]): string[] {
  const what = asks.findIndex((word) => WHAT.has(word));
  if (what < 0) return [];
  const rest = asks.slice(what + 1);
  const named = until(rest, VERBS);
  if (named.length === rest.length) return [];
  const before = contentWords(named.join(" "));
  if (before.length > 0) return before;
  const after = rest.slice(named.length + 1);
  return ARTICLES.has(after[0] ?? "") ? contentWords(until(after, ENDS).join(" ")) : [];
}

function until(some: string[], ends: ReadonlySet<string>): string[] {
  const end = some.findIndex((word) => ends.has(word));
  return end < 0 ? some : some.slice(0, end);
}

/** In which "cat" and "cats" meet. */
function forms(some: string[]): Set<string> {
  return new Set(some.flatMap(stemsOf));
}

function stems(some: string[]): Set<string> {
  return new Set(some.map(crudeStem));
}
