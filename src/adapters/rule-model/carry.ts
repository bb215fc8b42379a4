import { kinPredicate } from "../../domain/belief/kinship.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import { PREDICATES } from "../../domain/belief/predicate-catalogue.ts";
import { isSelfWord } from "../../domain/model/proposal.ts";
import { fold, words } from "../../language/text.ts";
import { verbsOf } from "./forms.ts";
import { guessRuleLanguage, listed, RELATION_FORMS, RULE_LANGUAGES } from "./languages/index.ts";
import { relationOf } from "./relations.ts";

/** Words by which a question asks for a predicate, and words by which a statement tells it. */
const ASKS = new Map<string, Set<string>>();
const TELLS = new Map<string, Set<string>>();
/** Predicates of which one value holds at once. */
const SINGLE = new Set(PREDICATES.filter(({ cardinality }) => cardinality === "one").map(({ name }) => name));
const ROLES = new Set(
  PREDICATES.filter(({ topic }) => topic === "family" || topic === "love").map(({ name }) => name),
);

function put(map: Map<string, Set<string>>, word: string, predicate: string): void {
  map.set(word, (map.get(word) ?? new Set()).add(predicate));
}

for (const { name, synonyms, narrower, askedBy } of PREDICATES) {
  for (const word of askedBy) for (const map of [ASKS, TELLS]) put(map, word, name);
  const names = [name, ...synonyms, ...narrower].filter((one) => !one.includes("NOT"));
  for (const word of contentWords(names.join(" ").replaceAll("_", " "))) put(TELLS, word, name);
}
for (const language of RULE_LANGUAGES) {
  for (const { row, first, second, third, rest } of verbsOf(RELATION_FORMS[language])) {
    const { predicate } = relationOf(row);
    const said = contentWords([first, second, third, rest.replace("{o}", "")].join(" "));
    if (predicate !== null)
      for (const word of said) for (const map of [ASKS, TELLS]) put(map, word, predicate);
  }
  for (const [told = "", asked = ""] of listed(RELATION_FORMS[language].answers).map((pair) =>
    pair.split("/"),
  ))
    for (const predicate of ASKS.get(asked) ?? []) put(TELLS, told, predicate);
}

const stem = (word: string): string => crudeStem(word).replace(/e$/, "");

/** Whether a word asks for a predicate with one value: where somebody lives, how old he is. */
export const asksForOne = (word: string): boolean =>
  [...(ASKS.get(word) ?? [])].some((one) => SINGLE.has(one));

/** Whether a word asks for people or animals by what they are to the user: "sister", "pets". */
export const asksForRole = (word: string): boolean =>
  kinPredicate(word) !== null || [...(ASKS.get(word) ?? [])].some((one) => ROLES.has(one));

/** Whether one of the words of a statement carries the word of a question. A kin word is carried by its like only. */
export function carries(said: readonly string[], asked: string): boolean {
  const kin = kinPredicate(asked);
  if (kin !== null) return said.some((word) => kinPredicate(word) === kin);
  const wanted = ASKS.get(asked) ?? new Set();
  // The year of a birth tells an age; an age tells no birthday.
  const tellsAge = wanted.has("AGE") && said.some((word) => /^\d{4}$/.test(word));
  return said.some((word) => {
    if (stem(word) === stem(asked)) return true;
    const tells = TELLS.get(word) ?? new Set();
    return [...tells].some((predicate) => wanted.has(predicate)) || (tellsAge && tells.has("BIRTHDAY"));
  });
}

/** A word for the user in what is written. */
export const isUser = (word: string): boolean => isSelfWord(word) || word === "nutzers";

const HEAD_WORDS = new Set([
  ...RULE_LANGUAGES.flatMap((language) =>
    [RELATION_FORMS[language].articles, RELATION_FORMS[language].my].flatMap(listed),
  ),
  ..."s of de des del von al".split(" "),
]);
for (const word of ["a", "an", "any"]) HEAD_WORDS.delete(word);
const MY = new Set(RULE_LANGUAGES.flatMap((language) => listed(RELATION_FORMS[language].my)));

/** Folded words with which a statement begins and that say whom it is about: "The user's sister Annelie". */
export function headOf(text: string): string[] {
  const head: string[] = [];
  for (const [token] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = fold(token);
    const isHead = /^\p{Lu}/u.test(token) || kinPredicate(word) !== null || isUser(word);
    if (!isHead && !HEAD_WORDS.has(word)) break;
    head.push(word);
  }
  // "Ma sœur" has no mother in it; "Ma lives in Leeds" has.
  return head.length > 1 && MY.has(head[0] ?? "") ? head.slice(1) : head;
}

/** A statement about the user himself, not about somebody of his. */
export function isAboutUser(text: string): boolean {
  const head = headOf(text);
  return head.some(isUser) && !head.some((word) => kinPredicate(word));
}

/** First persons, and verb forms that are not theirs, in all languages. */
const FIRST = new Set(RULE_LANGUAGES.flatMap((language) => listed(RELATION_FORMS[language].me)));
const NOT_FIRST = new Set(
  RULE_LANGUAGES.flatMap((language) => verbsOf(RELATION_FORMS[language])).flatMap(({ first, third }) =>
    contentWords(third).filter((word) => !words(first).includes(word)),
  ),
);

/** What the user said of himself in his own words; "I think Anna lives there" is not. */
export function isOfSpeaker(sentence: string): boolean {
  const [opening = "", ...rest] = words(sentence);
  const isGerman = guessRuleLanguage(sentence) === "de";
  // A name before a small word is a subject; in German every noun is written like a name.
  if (sentence.includes(",") || (!isGerman && /(?<=\p{L} )(?!I )\p{Lu}[\p{L}'’-]* \p{Ll}/u.test(sentence)))
    return false;
  return FIRST.has(opening) && !rest.some((word) => kinPredicate(word) !== null || NOT_FIRST.has(word));
}
