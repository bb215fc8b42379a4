import { kinPredicate } from "../../domain/belief/kinship.ts";
import { PREDICATES } from "../../domain/belief/predicate-catalogue.ts";
import { isDenial } from "../../language/denial.ts";
import { PACKS } from "../../language/index.ts";
import { mayMeanAnother } from "../../language/pronouns.ts";
import { words } from "../../language/text.ts";
import { GRAMMARS, guessRuleLanguage, type RuleLanguage } from "./languages/index.ts";
import { isUser, PHRASES, USER, type Source, type Subject } from "./phrases.ts";
import { answers, type Known, type Question, questionIn } from "./question.ts";
import { plainSentences, readMessage, readSentence, rewritten, withNames } from "./read.ts";
import { parseChat, type RecallLine } from "./recall-block.ts";
import { write } from "./write.ts";

export interface AnswerInput {
  /** The last user message with its recall block. */
  content: string;
  /** Earlier messages of the user in this conversation, oldest first. */
  before: string[];
  /** No reply stands in the conversation yet: the model then says what it is. */
  isFirst: boolean;
}

export interface Answer {
  text: string;
  /** What the model says of itself: shown once in a conversation, and stored nowhere. */
  aside: string | null;
}

const LIST_MAX = 8;
const LINES_MAX = 3;

/** The rule model's reply to one chat message. */
export function answer({ content, before, isFirst }: AnswerInput): Answer {
  const { text, lines, isAway } = parseChat(content);
  const said = before.map((message) => parseChat(message).text);
  const told = guessRuleLanguage(said.join(" "), guessRuleLanguage(lines.map((line) => line.text).join(" ")));
  const guess = guessRuleLanguage(text, told);
  const question = questionIn(text, guess);
  const stated = question === null ? readMessage(text, guess) : [];
  const { replies } = GRAMMARS[stated[0]?.language ?? guess];
  const noted = new Set(withNames(stated).map((statement) => write(statement, "user")));
  const reply = question
    ? (replyTo(question, lines, said) ?? (isAway ? replies.away : replies.nothing))
    : [replies.noted, ...[...noted].slice(0, LINES_MAX)].join(" ");
  return { text: question || noted.size > 0 ? reply : replies.neutral, aside: isFirst ? replies.self : null };
}

interface KnownLine extends Known {
  line: RecallLine;
}

/** Null when nothing answers. */
function replyTo(question: Question, lines: RecallLine[], before: string[]): string | null {
  const { language, asked, isListing } = question;
  const { replies } = GRAMMARS[language];
  const known = lines
    .filter((line) => line.date === null)
    .flatMap((line) => read(line.text, language, "memory").map((one): KnownLine => ({ ...one, line })));
  if (asked.length === 0) {
    const own = isListing ? known.filter(({ subject }) => isUser(subject)).slice(0, LIST_MAX) : [];
    return own.length === 0
      ? null
      : [replies.list, ...own.map((one) => `- ${cited(one, language)}`)].join("\n");
  }
  const spoken = (message: string): Known | undefined =>
    plainSentences(message)
      .flatMap(({ start, end }) => read(message.slice(start, end), language, "user"))
      .findLast((one) => answers(question, one, known));
  const fitting = singled(
    known
      .filter((one) => answers(question, one, known))
      .sort((a, b) => standing(b, question) - standing(a, question)),
  );
  // What was said in this conversation is the newest, and may not be in memory yet.
  const latest = before.map(spoken).findLast((one) => one !== undefined);
  if (latest) {
    const noted = latest.statement && write(latest.statement, "memory");
    const line = fitting.find((one) => one.text === noted);
    return line ? cited(line, language) : replies.told(null, latest.text);
  }
  if (fitting.length > 0) return fitting.map((one) => cited(one, language)).join(" ");
  for (const { text, date, number } of lines.filter((line) => line.date !== null && line.byUser)) {
    const one = spoken(/^user: "([\s\S]*?)"(?: assistant: "|$)/.exec(text)?.[1] ?? "");
    if (one) return `${replies.told(date, one.text)} [${number}]`;
  }
  return null;
}

/** What a sentence states; where no form reads it, whom it is about: its words then stand for themselves. */
function read(text: string, language: RuleLanguage, source: Source): Known[] {
  const expected = guessRuleLanguage(text, language);
  const stated = readSentence(text, { start: 0, end: text.length }, expected, source);
  if (stated.length > 0) return stated.map((statement) => ({ ...statement, text, statement }));
  const subject = source === "user" ? speakerOf(text, expected) : subjectOf(text, expected);
  return subject === null
    ? []
    : [{ subject, told: isDenial(text) ? "negative" : "positive", text, statement: null }];
}

/** The user, where he speaks of himself and of nobody else: not in "I think Anna lives there". */
function speakerOf(text: string, language: RuleLanguage): Subject | null {
  const { expand, user } = GRAMMARS[language];
  const { own, nounsAreCapital } = PACKS[language].words;
  const opening = new RegExp(`^(?:${user[0].trim()}|${own.replaceAll(" ", "|")}) (.*)`, "iu");
  const rest = opening.exec(rewritten(text, expand))?.[1];
  if (rest === undefined || rest.includes(",") || mayMeanAnother(rest)) return null;
  // A name before a small word is a subject; in German every noun is written like a name.
  if (nounsAreCapital === undefined && /\p{Lu}[\p{L}'’-]* \p{Ll}/u.test(rest)) return null;
  return words(rest).some((word) => kinPredicate(word) !== null) ? null : USER;
}

/** Whom a sentence of memory begins with. */
function subjectOf(text: string, language: RuleLanguage): Subject | null {
  const parts = text.split(" ");
  const heads = parts.map((_, index) => parts.slice(0, index + 1).join(" "));
  return (
    heads.map((head) => PHRASES[language].subject(head, "memory")).findLast((one) => one !== null) ?? null
  );
}

const SINGLE = new Set(PREDICATES.filter(({ cardinality }) => cardinality === "one").map(({ name }) => name));

/** A few lines; the first alone of what somebody has one of. */
function singled(fitting: KnownLine[]): KnownLine[] {
  const keys = fitting.map(({ subject, statement }) =>
    statement && SINGLE.has(statement.predicate) ? (subject.name ?? subject.kin ?? "") : null,
  );
  return fitting
    .filter((_, at) => keys[at] === null || keys.indexOf(keys[at] ?? null) === at)
    .slice(0, LINES_MAX);
}

/** What replaces an older line first, then checked before unchecked, then the most words of the question. */
function standing({ line, text }: KnownLine, { all }: Question): number {
  return (
    (line.isNew ? 20 : 0) + (line.verified ? 10 : 0) + words(text).filter((word) => all.includes(word)).length
  );
}

/** A line as it is said to the user: what cannot be said in the words of the question stands in its own. */
function cited({ line, text, statement }: KnownLine, language: RuleLanguage): string {
  const { replies } = GRAMMARS[language];
  const turned = statement && write(statement, "user");
  const quoted =
    turned === null && line.byUser ? replies.told(null, text) : `${replies.list} “${turned ?? text}”`;
  const said = turned !== null && statement?.language === language ? turned : quoted;
  return `${said}${line.verified ? "" : ` ${replies.unverified}`} [${line.number}]`;
}
