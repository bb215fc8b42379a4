import { clauseSpan, sentenceAround } from "./clauses.ts";
import { isDated, isWeekday, tellsDay } from "./dated.ts";
import { contentWords } from "./language.ts";
import { bagOf, holds, means } from "./matching.ts";
import { fold, tokens, type Span } from "./text.ts";

/** Who a claim speaks of, as far as the roles in a clause tell. */
export interface Spoken {
  subjectNames: readonly string[];
  subjectIsSelf: boolean;
  object: string;
  objectNames: readonly string[];
  predicate: string;
  text: string;
}

const FIRST_PERSON =
  /\b(?:i|i'm|i've|i'd|i'll|im|ive|me|my|mine|myself|we|we're|we've|we'd|our|ours|us|ich|mich|mir|mein\w*|wir|uns|unser\w*|je|j'\w+|moi|mon|ma|mes|nous|notre|nos|yo|me|mi|mis|conmigo|nosotros|nuestr\w*)\b/;
export function hasFirstPerson(text: string): boolean {
  return FIRST_PERSON.test(fold(text));
}

/** German writes every noun with a capital: there it marks no name. */
const GERMAN = /\b(?:der|die|das|und|ist|hat|ein|eine|einen|nicht|im|am|vom|von|mit|seit|wird)\b/;

/** A name in what is claimed that nobody mentioned; what has names of its own is known from elsewhere. */
export function namesStranger(claim: Spoken, context: string): boolean {
  if (claim.objectNames.length > 0 || GERMAN.test(fold(claim.text))) return false;
  const known = bagOf([context, ...claim.subjectNames].join("\n"));
  const named = tokens(claim.object).filter(({ start, end }) =>
    /^\p{Lu}(?:\p{Ll}|\p{Lu}+s?$)/u.test(claim.object.slice(start, end)),
  );
  const dayTold = tellsDay(context);
  return named.some(
    ({ word }) =>
      contentWords(word).length > 0 &&
      !means(known, word) &&
      !(dayTold && (isDated(word) || isWeekday(word))),
  );
}

/**
 * Whether a claim about somebody else rests on a clause in which the writer of a message speaks of himself: with "I",
 * or with nobody at all, as in "been painting again". Names, "you", "we" and "she" may mean the other.
 */
export function isSpeakersOwn(claim: Spoken, text: string, at: Span): boolean {
  if (claim.subjectIsSelf) return false;
  const { start, end } = clauseSpan(text, at, sentenceAround(text, at));
  const clause = text.slice(start, end);
  const folded = fold(clause);
  const bag = bagOf(clause);
  if (ADDRESSED.test(folded)) return false;
  if (claim.subjectNames.some((name) => contentWords(name).some((word) => means(bag, word)))) return false;
  return SPEAKER_SUBJECT.test(folded) || !THIRD_PERSON.test(folded);
}

const SPEAKER_SUBJECT = /\b(?:i|i'm|i've|i'd|i'll|im|ive|my|ich|mein\w*|je|j'\w+|mon|ma|mes|yo|mi|mis)\b/;
const ADDRESSED =
  /\b(?:you|you're|you've|your|yours|we|we're|we've|our|us|du|dein\w*|wir|unser\w*|tu|ton|ta|tes|nous|notre|vous|tus?|nosotros|nuestr\w+)\b/;
const THIRD_PERSON =
  /\b(?:he|she|they|him|her|his|hers|their|them|er|ihm|sein\w*|ihr\w*|il|elle|ils|lui|leur|ella|su|sus|le)\b/;

const TOTAL =
  /\b(?:never|always|all|every|everyone|only|exactly|entire|whole|completely|at all|any|nobody|immer|alle|nur|ganze?[rns]?|nie|toujours|tous|jamais|seulement|siempre|todos?|solo|nunca|mismo)\b/g;

/** Words by which a claim says more than was said: "never", "the whole", "exactly". */
export function overstates(claimed: string, said: string): boolean {
  const there = bagOf(said);
  const words = fold(claimed).match(TOTAL) ?? [];
  return words.some((word) => !holds(there, word.split(" ")[0] ?? word));
}
