import { kinPredicate } from "../../domain/belief/kinship.ts";
import { anySource, eachPack, everyWord } from "../../language/index.ts";
import { fold, sentences, type Span } from "../../language/text.ts";
import { FORMS, type Form, type Told } from "./forms.ts";
import type { Grammar, Rewriting } from "./languages/grammar.ts";
import { GRAMMARS, RULE_LANGUAGES, type RuleLanguage } from "./languages/index.ts";
import { PHRASES, USER, type Phrase, type Source, type Subject } from "./phrases.ts";
import { relationOf } from "./relations.ts";
import { withoutTimes } from "./times.ts";

/** What one plain sentence states. */
export interface Statement {
  language: RuleLanguage;
  form: Form;
  predicate: string;
  subject: Subject;
  object: Phrase;
  told: Told;
  change: "update" | "ending" | "correction" | null;
  quote: Span;
}

const MESSAGE_CHARS_MAX = 8_000;
const SENTENCE_CHARS_MAX = 200;
const STATEMENTS_MAX = 20;

const anyGrammar = (source: (grammar: Grammar) => string): string =>
  Object.values(GRAMMARS).map(source).join("|");
const CORRECTIONS = anyGrammar(({ corrections }) => corrections);
const OPENERS = `${anyGrammar(({ openers }) => openers)}|${CORRECTIONS}|${anySource(({ intents }) => intents.courtesy)}`;
const START = new RegExp(`^(?:(?:${OPENERS})(?:[,:!] | - ))*`, "iu");
const CORRECTING = new RegExp(`(?<!\\p{L})(?:${CORRECTIONS})[,:!]`, "iu");
const UNREAL = new RegExp(`(?<!\\p{L})(?:${anyGrammar(({ unreal }) => unreal)})(?!\\p{L})`, "iu");
const AND = eachPack(({ times }) => times.and).join("|");
const DENIALS = [...everyWord(({ words }) => words.denials)].join("|");
/** "In Lille, not in Lyon" denies what it replaces alone. */
const CONTRAST = new RegExp(`, (?:(?:${AND}) )?(?:${DENIALS}) [^,]+$`, "iu");
const PARTS = new RegExp(`,? (?:${AND}) `, "giu");
const LIST = new RegExp(`, (?:(?:${AND}) )?| (?:${AND}) `, "iu");

const blank = (text: string): string => text.replace(/[^\n]/g, "\u0000");

/**
 * The message without code, quotations and lists, each letter of which becomes a NUL, so that places in it stay. What
 * follows a colon is somebody else's, or pasted: "Tom: I live in Oslo".
 */
function ownWords(message: string): string {
  const text = message
    .slice(0, MESSAGE_CHARS_MAX)
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g, blank)
    .replace(/^[ \t]*(?:>|[-*•#|]|\d+[.)] ).*$/gmu, blank)
    .replace(/"[^"]*(?:"|$)|[“„][^“”]*(?:[“”]|$)|«[^»]*(?:»|$)/gu, blank);
  const opening = START.exec(text)?.[0] ?? "";
  return opening + text.slice(opening.length).replace(/:(?!\d)[\s\S]*/, blank);
}

/** The writer's own sentences, without questions; none of a message that plays or supposes. */
export function plainSentences(message: string): Span[] {
  if (UNREAL.test(message)) return [];
  const own = ownWords(message);
  return sentences(own).filter(({ start, end }) => {
    const said = own.slice(start, end);
    return said.length <= SENTENCE_CHARS_MAX && !said.includes("\u0000") && !/\?\W*$/.test(said);
  });
}

/** Everything that a message states in whole plain sentences of its writer. */
export function readMessage(message: string, expected: RuleLanguage): Statement[] {
  return plainSentences(message)
    .flatMap((span) => readSentence(message, span, expected, "user"))
    .slice(0, STATEMENTS_MAX);
}

/** Everything that one sentence states, in the expected language or another. */
export function readSentence(text: string, span: Span, expected: RuleLanguage, source: Source): Statement[] {
  const raw = text.slice(span.start, span.end);
  const opening = START.exec(raw)?.[0] ?? "";
  const whole = {
    start: span.start + opening.length,
    end: span.start + raw.replace(/[\s.!…]+$/u, "").length,
  };
  for (const language of [expected, ...RULE_LANGUAGES]) {
    // "I am 34 and I work as a nurse": each part must be a statement of its own.
    for (const spans of [[whole], partsOf(text, whole)]) {
      const read = spans.map((quote) =>
        readClause(text.slice(quote.start, quote.end), language, source).map((one) => ({
          ...one,
          quote,
          language,
        })),
      );
      if (!read.every((one) => one.length > 0)) continue;
      if (!CORRECTING.test(opening)) return read.flat();
      return read.flat().map((one) => ({ ...one, change: one.change ?? "correction" }));
    }
  }
  return [];
}

function partsOf(text: string, { start, end }: Span): Span[] {
  const parts: Span[] = [];
  let from = start;
  for (const { index, 0: and } of text.slice(start, end).matchAll(PARTS)) {
    parts.push({ start: from, end: start + index });
    from = start + index + and.length;
  }
  return [...parts, { start: from, end }];
}

type Read = Omit<Statement, "quote" | "language">;

/** Short forms written out, or put back. */
export const rewritten = (text: string, pairs: readonly Rewriting[]): string =>
  pairs.reduce((out, [from, to]) => out.replace(new RegExp(from, "giu"), to), text.replace(/’/g, "'"));

function readClause(body: string, language: RuleLanguage, source: Source): Read[] {
  const text = rewritten(body.replace(CONTRAST, "").replace(/\s+/g, " "), GRAMMARS[language].expand);
  const plain = withoutTimes(text, language);
  const isCorrection = CONTRAST.test(body);
  // The time of "I was born in 1990" is its object.
  for (const said of new Set([plain.text, text])) {
    for (const form of FORMS[language]) {
      for (const pattern of form.patterns) {
        const groups = pattern.exec(said)?.groups;
        const read = groups ? readForm(form, groups, language, source) : [];
        if (!read.every(({ object }) => body.includes(object.name)) || read.length === 0) continue;
        return read.map((one) => ({
          ...one,
          change: isCorrection ? "correction" : (one.change ?? (plain.isNew ? "update" : null)),
        }));
      }
    }
  }
  return [];
}

type Groups = Partial<Record<"who" | "kin" | "o", string>>;

/** What a form reads; nothing where its subject or one of its objects is no plain one. */
function readForm(form: Form, { who, kin, o = "" }: Groups, language: RuleLanguage, source: Source): Read[] {
  const { predicate, slot, isList, isChange, onlyDenied } = relationOf(form.row);
  const { subject: subjectOf, object: objectOf } = PHRASES[language];
  const subject = kin ? { kin, name: null } : who ? subjectOf(who, source) : USER;
  // "My sister Mia is called ..." names her twice; "Mia is called ..." says of whom too little.
  if (subject === null || (form.row === "name" && subject.name !== null)) return [];
  const role = form.row === "name" && subject.kin !== null ? kinPredicate(fold(subject.kin)) : predicate;
  const read = (isList ? o.split(LIST) : [o]).map((said): Read | null => {
    const object = objectOf(slot, said);
    const told = object?.isDenied && form.told === "positive" ? "negative" : form.told;
    if (object === null || role === null || (onlyDenied && told === "positive")) return null;
    const change = told === "ended" ? "ending" : isChange ? "update" : null;
    return { form, predicate: role, subject, object, told, change };
  });
  return read.includes(null) ? [] : read.filter((one) => one !== null);
}

/** Whoever is named beside a kin word is that kin: "My sister Annelie lives in Lyon" names her too. */
export function withNames(statements: Statement[]): Statement[] {
  return statements.flatMap((statement) => {
    const { kin, name } = statement.subject;
    const predicate = kin === null ? null : kinPredicate(fold(kin));
    const form = FORMS[statement.language].find(({ row }) => row === "name");
    if (name === null || predicate === null || form === undefined) return [statement];
    const object = { name, said: name, isDenied: false };
    const subject = { kin, name: null };
    return [{ ...statement, form, predicate, subject, object, told: "positive", change: null }, statement];
  });
}
