import { isDenial } from "../../language/denial.ts";
import { inPlainWords } from "../../language/stems.ts";
import { kinPredicate } from "../../domain/belief/kinship.ts";
import { PACKS } from "../../language/index.ts";
import { fold, sentences, words } from "../../language/text.ts";
import { asksForOne, asksForRole, carries, headOf, isAboutUser, isOfSpeaker, isUser } from "./carry.ts";
import { extractTurn } from "./extract.ts";
import {
  guessRuleLanguage,
  listed,
  RELATION_FORMS,
  RULE_LANGUAGES,
  type RuleLanguage,
} from "./languages/index.ts";
import type { Replies } from "./languages/relation-forms.ts";
import { plainSentences, readMessage } from "./read.ts";
import { parseChat, type RecallLine } from "./recall-block.ts";
import { toUser } from "./write.ts";

export interface AnswerInput {
  /** The last user message with its recall block. */
  content: string;
  /** Earlier messages of the user in this conversation, oldest first. */
  before: string[];
  /** No reply stands in the conversation yet: the model then says what it is. */
  isFirst: boolean;
}

interface Answer {
  text: string;
  /** What the model says of itself: shown once in a conversation, and stored nowhere. */
  aside: string | null;
}

interface Question {
  language: RuleLanguage;
  text: string;
  /** Folded words that a line must carry, each of them. */
  asked: string[];
  /** Names in the genitive: whom the line must be about. */
  owners: string[];
  isOfUser: boolean;
  isOpen: boolean;
  where: boolean;
  when: boolean;
  who: boolean;
}

/** "In Lille, not in Lyon" denies what it replaces alone. */
const CONTRAST = new RegExp(
  `, (?:${RULE_LANGUAGES.map((language) => RELATION_FORMS[language].not).join("|")}) .*$`,
  "iu",
);
const LIST_MAX = 8;
const LINES_MAX = 3;

/** The rule model's reply to one chat message. */
export function answer({ content, before, isFirst }: AnswerInput): Answer {
  const { text, lines, isAway } = parseChat(content);
  const said = before.map((message) => parseChat(message).text);
  const told = guessRuleLanguage(said.join(" "), guessRuleLanguage(lines.map((line) => line.text).join(" ")));
  const guess = guessRuleLanguage(text, told);
  const question = questionIn(text, guess);
  const language = question === null ? (readMessage(text, guess)[0]?.language ?? guess) : guess;
  const replies = RELATION_FORMS[language].replies;
  const body =
    question === null
      ? acknowledge(text, language)
      : (replyTo(questionOf(question, language), lines, said) ?? (isAway ? replies.away : replies.nothing));
  return { text: body, aside: isFirst ? replies.self : null };
}

/** The last sentence, where it asks. */
function questionIn(text: string, language: RuleLanguage): string | null {
  const last = sentences(text).at(-1);
  const said = last ? text.slice(last.start, last.end) : "";
  const asks =
    /\?["”')\]\s]*$/.test(said) || listed(RELATION_FORMS[language].questions).includes(words(said)[0] ?? "");
  return asks ? said : null;
}

function questionOf(text: string, language: RuleLanguage): Question {
  const pack = RELATION_FORMS[language];
  const all = words(text);
  const opens = (entry: string): boolean => all.slice(0, 2).some((word) => listed(entry).includes(word));
  const empty = new Set([pack.where, pack.when, pack.who, pack.what, pack.hollow].flatMap(listed));
  const [where, when, who] = [opens(pack.where), opens(pack.when), opens(pack.who)] as const;
  return {
    language,
    text,
    asked: askedIn(inPlainWords(text), language).filter((word) => !empty.has(word)),
    owners: [...text.matchAll(/(\p{Lu}\p{L}+)['’]s\b/gu)].map(([, name = ""]) => fold(name)),
    isOfUser: all.some((word) => listed(pack.me).includes(word)),
    isOpen: where || when || who || listed(pack.what).includes(all[0] ?? ""),
    where,
    when,
    who,
  };
}

/** Content words by the stop words of this language alone ("die" is one in German); a name inside is none: "Will". */
function askedIn(text: string, language: RuleLanguage): string[] {
  const small = new Set(listed(PACKS[language].words.stop));
  const named = new Set([...text.matchAll(/(?<=[\p{L}’'] )\p{Lu}\p{L}+/gu)].map(([name]) => fold(name)));
  const isAsked = (word: string): boolean =>
    named.has(word) || (!small.has(word) && (word.length > 1 || /\d/.test(word)));
  return [...new Set(words(text).filter(isAsked))];
}

/** Null when nothing answers. */
function replyTo(question: Question, lines: RecallLine[], before: string[]): string | null {
  const { language, text, asked } = question;
  const facts = lines.filter((line) => !line.turn);
  if (asked.length === 0) {
    const isListing = question.isOfUser && new RegExp(RELATION_FORMS[language].knowing, "iu").test(text);
    const own = isListing ? facts.filter((line) => isAboutUser(line.text)).slice(0, LIST_MAX) : [];
    const list = own.map((line) => `- ${cited(line, language)}`).join("\n");
    return own.length === 0 ? null : `${RELATION_FORMS[language].replies.list}\n${list}`;
  }
  const called = namesByRole(facts);
  const fitting = facts
    .filter((line) => answers(question, line.text, headOf(line.text), isAboutUser(line.text), called))
    .sort((a, b) => standing(b, question) - standing(a, question));
  const spoken = (message: string): string | undefined =>
    plainSentences(message)
      .map(({ start, end }) => message.slice(start, end))
      .findLast((sentence) => answers(question, sentence, headOf(sentence), isOfSpeaker(sentence), called));
  const replies = RELATION_FORMS[language].replies;
  // What was said in this conversation is the newest, and may not be in memory yet.
  const latest = before.map(spoken).findLast((sentence) => sentence !== undefined);
  if (latest !== undefined) {
    const noted = new Set(extractTurn({ userMessage: latest, speaker: null }).facts.map((fact) => fact.text));
    const line = fitting.find((one) => noted.has(one.text));
    return line ? cited(line, language) : replies.told(null, latest);
  }
  if (fitting.length > 0) {
    const isOne = question.where || question.when || asked.some(asksForOne);
    return fitting
      .slice(0, isOne ? 1 : LINES_MAX)
      .map((line) => cited(line, language))
      .join(" ");
  }
  for (const line of lines.filter((one) => one.turn && one.byUser)) {
    const sentence = spoken(/^user: "([\s\S]*?)"(?: assistant: "|$)/.exec(line.text)?.[1] ?? "");
    if (sentence !== undefined) return `${replies.told(line.date, sentence)} [${line.number}]`;
  }
  return null;
}

/** Whether a sentence carries all that is asked, and is about whom is asked. */
function answers(
  question: Question,
  text: string,
  head: string[],
  isOfUser: boolean,
  called: Map<string, Set<string>>,
): boolean {
  const { asked, owners } = question;
  const said = words(text);
  const hasRole = head.some((word) => kinPredicate(word) !== null);
  const isNamed = (word: string): boolean => {
    const names = called.get(kinPredicate(word) ?? "") ?? new Set();
    return carries(head, word) || (!hasRole && head.some((name) => names.has(name)));
  };
  const roles = asked.filter((word) => kinPredicate(word) !== null);
  if (!asked.every((word) => carries(said, word) || (roles.includes(word) && isNamed(word)))) return false;
  if (!fitsKind(question, text) || !owners.every((name) => head.includes(name) || roles.includes(name)))
    return false;
  if (roles.length > 0) return roles.every(isNamed) || (isOfUser && roles.length === asked.length);
  if (asked.some(asksForRole)) return true;
  if (question.isOfUser) return isOfUser;
  return question.who || asked.some((word) => head.includes(word));
}

/** A place for "where", a number for "when"; what is denied answers only whether it is so. */
function fitsKind(question: Question, text: string): boolean {
  const { at } = RELATION_FORMS[guessRuleLanguage(text, question.language)];
  const isAsPlace = words(text).some((word) => listed(at).includes(word));
  if ((question.where && !isAsPlace) || (question.when && !/\d/.test(text))) return false;
  const plain = text.replace(CONTRAST, "");
  return question.isOpen ? isDenial(plain) === isDenial(question.text) : true;
}

/** "The user's sister Annelie ..." in one line lets another that says only "Annelie" answer for the sister. */
function namesByRole(lines: RecallLine[]): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  for (const { text } of lines) {
    const head = headOf(text);
    const [kin] = head.flatMap((word) => kinPredicate(word) ?? []);
    if (kin === undefined) continue;
    const after = /(?:called|named|heißt|appelle|llama) (\p{Lu}[\p{L}-]*)/u.exec(text)?.[1];
    const names = [...text.matchAll(/\p{Lu}\p{L}+/gu)]
      .map(([name]) => fold(name))
      .filter((name) => head.indexOf(name) > 0 && kinPredicate(name) === null && !isUser(name));
    for (const name of after ? [...names, fold(after)] : names)
      called.set(kin, (called.get(kin) ?? new Set()).add(name));
  }
  return called;
}

/** What replaces an older line first, then checked before unchecked, then the most words of the question. */
function standing(line: RecallLine, { text }: Question): number {
  const asked = new Set(words(text));
  const shared = words(line.text).filter((word) => asked.has(word)).length;
  return (line.isNew ? 20 : 0) + (line.verified ? 10 : 0) + shared;
}

function cited(line: RecallLine, language: RuleLanguage): string {
  const replies = RELATION_FORMS[language].replies;
  const written = guessRuleLanguage(line.text, language);
  const turned = toUser(line.text, written) ?? withoutUser(line.text);
  const checked = line.verified ? "" : ` ${replies.unverified}`;
  return `${written === language && turned !== null ? turned : quoted(line, turned, replies)}${checked} [${line.number}]`;
}

/** What cannot be said in the words of the question stands in its own. */
function quoted({ byUser, text }: RecallLine, turned: string | null, replies: Replies): string {
  return turned === null && byUser ? replies.told(null, text) : `${replies.list} “${turned ?? text}”`;
}

/** What does not speak of the user is said as it stands. */
const withoutUser = (text: string): string | null => (words(text).some(isUser) ? null : text);

function acknowledge(text: string, language: RuleLanguage): string {
  const replies = RELATION_FORMS[language].replies;
  const told = extractTurn({ userMessage: text, speaker: null, language }).facts.slice(0, LINES_MAX);
  if (told.length === 0) return replies.neutral;
  const said = told.map((fact) => toUser(fact.text, guessRuleLanguage(fact.text, language)) ?? fact.text);
  return `${replies.noted} ${said.join(" ")}`;
}
