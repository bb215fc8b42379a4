import { kinPredicate } from "../../domain/belief/kinship.ts";
import { PREDICATES } from "../../domain/belief/predicate-catalogue.ts";
import { isDenial } from "../../language/denial.ts";
import { PACKS } from "../../language/index.ts";
import { contentWords, crudeStem, inPlainWords } from "../../language/stems.ts";
import { fold, sentences, words } from "../../language/text.ts";
import { alternative, FORMS } from "./forms.ts";
import { GRAMMARS, listed, RULE_LANGUAGES, type RuleLanguage } from "./languages/index.ts";
import { isUser } from "./phrases.ts";
import { rewritten, type Statement } from "./read.ts";
import { relationOf, type Slot } from "./relations.ts";

export interface Question {
  language: RuleLanguage;
  /** Folded words, and those of them that an answer must account for, each of them. */
  all: string[];
  asked: string[];
  isOfUser: boolean;
  /** Asks for everything that is known of the user. */
  isListing: boolean;
  /** An open question asks for what holds, or for what does not. */
  told: "positive" | "denied" | null;
  /** "Who": somebody, whoever it is. */
  isOfAnyone: boolean;
  /** What tells a place, for "where", or a day, for "when". */
  slots: readonly Slot[] | null;
}

/** What may answer: a sentence about somebody, and what it states where a form reads it. */
export interface Known extends Pick<Statement, "subject" | "told"> {
  text: string;
  statement: Statement | null;
}

const PLACES: readonly Slot[] = ["place", "employer", "withArticle"];
const DATES: readonly Slot[] = ["date"];

/** Predicates that a word asks for: by the catalogue, and by the forms that tell them. */
const ASKED = new Map<string, Set<string>>();
const asks = (word: string, predicate: string): boolean => ASKED.get(word)?.has(predicate) ?? false;

function put(text: string, predicate: string): void {
  for (const word of contentWords(text)) ASKED.set(word, (ASKED.get(word) ?? new Set()).add(predicate));
}
for (const { name, synonyms, narrower, askedBy } of PREDICATES) {
  const names = [name, ...synonyms, ...narrower].filter((one) => !one.includes("NOT"));
  put([...names, ...askedBy].join(" ").replaceAll("_", " "), name);
}
for (const { row, verb, rest } of RULE_LANGUAGES.flatMap((language) => FORMS[language])) {
  const said = [alternative(verb, 0), alternative(verb, 2), rest.replace("{o}", "")];
  put(said.join(" "), relationOf(row).predicate);
}

/** The last sentence, where it asks. */
export function questionIn(text: string, language: RuleLanguage): Question | null {
  const last = sentences(text).at(-1);
  const said = last ? text.slice(last.start, last.end) : "";
  const { what, where, who, knowing, expand, user } = GRAMMARS[language];
  const { words: pack, questions } = PACKS[language];
  const plain = rewritten(inPlainWords(said), expand);
  const all = words(plain);
  const opens = (...entries: string[]): boolean =>
    all.slice(0, 2).some((word) => listed(...entries).has(word));
  const open = [what, where, who, questions.when];
  if (!/\?["”')\]\s]*$/.test(said) && !listed(...open, questions.yesOrNo).has(all[0] ?? "")) return null;
  const [small, kinds] = [listed(pack.stop, ...open), listed(questions.kindsOfAnswer)];
  // A name within the sentence is no small word: "Will".
  const names = new Set(Array.from(plain.matchAll(/(?<=[\p{L}’'] )\p{Lu}\p{L}+/gu), ([name]) => fold(name)));
  const isAsked = (word: string): boolean =>
    names.has(word) || (word.length > 1 && !small.has(word) && (ASKED.has(word) || !kinds.has(word)));
  const asked = all.filter(isAsked);
  // Spanish says "vivo" without "yo".
  const verbs = user[1] === "" ? FORMS[language].map(({ verb }) => alternative(verb, 0)) : [];
  const isFirst = new RegExp(`\\b(?:${pack.first})\\b`).test(fold(plain));
  const isOfUser =
    isFirst || (said.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => verbs.includes(word));
  const slots = opens(where) ? PLACES : opens(questions.when) ? DATES : null;
  const isListing = asked.length === 0 && isOfUser && new RegExp(knowing, "iu").test(said);
  return {
    language,
    all,
    asked,
    isOfUser,
    isOfAnyone: opens(who) && !isOfUser,
    isListing,
    told: !opens(...open) ? null : isDenial(said) ? "denied" : "positive",
    slots,
  };
}

/** Kin words of one predicate that do not mean the same: a dog is no cat, and a son no daughter. */
const MANY_KINDS = new Set([null, "HAS_PET", "HAS_CHILD"]);

function isSameKin(asked: string, kin: string | null): boolean {
  const role = kinPredicate(asked);
  return asked === fold(kin ?? "") || (role === kinPredicate(fold(kin ?? "")) && !MANY_KINDS.has(role));
}

const isNaming = ({ statement, subject }: Known): boolean =>
  statement?.form.row === "name" && subject.kin !== null;

/** Whether a word names whom a sentence is about: "Annelie" is the sister where another one says so. */
function namesSubject(word: string, one: Known, others: Known[]): boolean {
  const { kin, name } = one.subject;
  if (words(name ?? "").includes(word) || isSameKin(word, kin)) return true;
  if (isNaming(one)) return kinPredicate(word) === null && asks(word, one.statement?.predicate ?? "");
  const bears = (other: Known): boolean =>
    name === (isNaming(other) ? other.statement?.object.name : other.subject.name);
  const isBare = kin === null && name !== null;
  return isBare && others.some((other) => isSameKin(word, other.subject.kin) && bears(other));
}

/** Whether a sentence tells all that is asked, and of whom it is asked. */
export function answers(question: Question, one: Known, others: Known[]): boolean {
  const { asked, isOfUser, isOfAnyone, told, slots } = question;
  const { subject, statement } = one;
  if (told !== null && (told === "positive") !== (one.told === "positive")) return false;
  if (slots && !(statement && slots.includes(relationOf(statement.form.row).slot))) return false;
  const isNamed = (word: string): boolean => namesSubject(word, one, others);
  const isTold = (word: string): boolean =>
    statement ? tells(statement, word, question) : carries(one.text, word);
  if (!asked.every((word) => isNamed(word) || isTold(word))) return false;
  return isOfAnyone || (isUser(subject) ? isOfUser : asked.some(isNamed));
}

const stem = (word: string): string => crudeStem(word).replace(/e$/, "");
const carries = (text: string, word: string): boolean => words(text).some((one) => stem(one) === stem(word));

function tells({ form, predicate, object, language }: Statement, word: string, question: Question): boolean {
  if (kinPredicate(word) === predicate && predicate !== "HAS_PET") return true;
  if (carries(object.said, word)) return true;
  // The year of a birth tells an age; an age tells no birthday.
  if (predicate === "BIRTHDAY" && asks(word, "AGE")) return /\d{4}/.test(object.said);
  if (asks(word, "NAME") && (form.row === "name" || form.row === "married")) return true;
  if (!asks(word, predicate) || kinPredicate(word) !== null) return false;
  // "What do I work as?" asks not for where: its small word is that of another relation with the same verb.
  const link = (rest: string): string => fold(/^(\p{L}+) \{o\}$/u.exec(rest)?.[1] ?? "");
  const rivals = FORMS[language].filter((other) => other.verb === form.verb && other.row !== form.row);
  const isRival = rivals.some(
    ({ rest }) => link(rest) !== link(form.rest) && question.all.includes(link(rest)),
  );
  return !isRival || language !== question.language;
}
