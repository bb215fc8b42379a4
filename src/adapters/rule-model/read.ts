import { kinPredicate } from "../../domain/belief/kinship.ts";
import { fold, sentences, type Span } from "../../language/text.ts";
import { anyOf, FORMS, isAmong, rewritten, TIME, timeOf, type Form, type Told } from "./forms.ts";
import { RELATION_FORMS, RULE_LANGUAGES, type RuleLanguage } from "./languages/index.ts";
import type { RelationForms } from "./languages/relation-forms.ts";
import { phrasesOf, type Phrase, type Somebody } from "./phrases.ts";
import { relationOf, type Row } from "./relations.ts";

/** What one plain sentence states. */
export interface Statement {
  language: RuleLanguage;
  row: Row;
  predicate: string;
  /** Null: the speaker. */
  subject: Somebody | null;
  object: Phrase;
  told: Told;
  change: "update" | "ending" | "correction" | null;
  quote: Span;
  /** With {s} and {o}. */
  written: string;
}

const MESSAGE_CHARS_MAX = 8_000;
const SENTENCE_CHARS_MAX = 200;
const STATEMENTS_MAX = 20;

const PHRASES = Object.fromEntries(
  RULE_LANGUAGES.map((language) => [language, phrasesOf(RELATION_FORMS[language])]),
) as Record<RuleLanguage, ReturnType<typeof phrasesOf>>;

const TIMES = Object.fromEntries(
  RULE_LANGUAGES.map((language) => [language, timeOf(RELATION_FORMS[language])]),
) as Record<RuleLanguage, RegExp>;

const UNREAL = new RegExp(
  `(?<!\\p{L})(?:${RULE_LANGUAGES.map((language) => anyOf(RELATION_FORMS[language].unreal)).join("|")})(?!\\p{L})`,
  "iu",
);
const START = new RegExp(
  `^(?:(?:${RULE_LANGUAGES.flatMap((language) => [RELATION_FORMS[language].openers, RELATION_FORMS[language].corrections].map(anyOf)).join("|")})(?:[,:!] | - ))+`,
  "iu",
);
const CORRECTING = new RegExp(
  `(?<!\\p{L})(?:${RULE_LANGUAGES.map((language) => anyOf(RELATION_FORMS[language].corrections)).join("|")})[,:!]`,
  "iu",
);

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
  const opening = START.exec(text)?.[0].length ?? 0;
  const colon = text.slice(opening).search(/:(?!\d)/);
  return colon < 0 ? text : text.slice(0, opening + colon) + blank(text.slice(opening + colon));
}

/** Everything that a message states in whole plain sentences of its writer. */
export function readMessage(message: string, expected: RuleLanguage): Statement[] {
  const order = [expected, ...RULE_LANGUAGES.filter((language) => language !== expected)];
  return plainSentences(message)
    .flatMap((span) => readSentence(message, span, order))
    .slice(0, STATEMENTS_MAX);
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

function readSentence(message: string, { start, end }: Span, order: RuleLanguage[]): Statement[] {
  const raw = message.slice(start, end);
  const opening = START.exec(raw)?.[0] ?? "";
  const body = raw.slice(opening.length).replace(/[\s.!…]+$/u, "");
  const span = { start: start + opening.length, end: start + opening.length + body.length };
  for (const language of order) {
    const found = readWhole(body, span, language) ?? readJoined(body, span, language);
    if (found === null) continue;
    return CORRECTING.test(opening)
      ? found.map((one) => ({ ...one, change: one.change ?? ("correction" as const) }))
      : found;
  }
  return [];
}

/** "I am 34 and I work as a nurse": each part must be a statement of its own. */
function readJoined(body: string, { start }: Span, language: RuleLanguage): Statement[] | null {
  const parts = [...body.matchAll(new RegExp(`,? (?:${RELATION_FORMS[language].and}) `, "giu"))];
  const found: Statement[] = [];
  let from = 0;
  for (const part of [...parts, null]) {
    const to = part?.index ?? body.length;
    const read = readWhole(body.slice(from, to), { start: start + from, end: start + to }, language);
    if (read === null || parts.length === 0) return null;
    found.push(...read);
    from = to + (part?.[0].length ?? 0);
  }
  return found;
}

function readWhole(body: string, quote: Span, language: RuleLanguage): Statement[] | null {
  const pack = RELATION_FORMS[language];
  const text = rewritten(body.replace(/’/g, "'").replace(/\s+/g, " "), pack.expand);
  const times = text.match(TIMES[language]) ?? [];
  const isNew = times.some((time) => isAmong(pack.now, fold(time)));
  // The time of "I was born in 1990" is its object.
  for (const said of new Set([text.replace(TIMES[language], TIME), text])) {
    for (const form of FORMS[language]) {
      const match = form.pattern.exec(said);
      const read = match && readForm(form, match.groups ?? {}, language, body);
      if (read) return read.map((one) => ({ ...withNews(one, isNew), quote, language }));
    }
  }
  return null;
}

const withNews = (read: Read, isNew: boolean): Read =>
  isNew && read.change === null ? { ...read, change: "update" } : read;

type Read = Omit<Statement, "quote" | "language">;

function readForm(
  { row, told, written }: Form,
  groups: Record<string, string | undefined>,
  language: RuleLanguage,
  body: string,
): Read[] | null {
  const phrases = PHRASES[language];
  const relation = relationOf(row);
  const subject = groups["who"] === undefined ? null : phrases.somebody(groups["who"].trim());
  if (groups["who"] !== undefined && subject === null) return null;
  const objects = objectsOf(groups["o"] ?? "", relation.isList === true, RELATION_FORMS[language]);
  const read = objects.map((said) => phrases.read(relation.slot, said));
  if (!read.every((phrase) => phrase !== null && body.includes(phrase.name))) return null;
  const kin = groups["kin"] ?? subject?.kin ?? null;
  const predicate = relation.predicate ?? (kin === null ? null : kinPredicate(fold(kin)));
  // "My sister Mia is called ..." names her twice; "Mia is called ..." says of whom too little.
  if (predicate === null || (row === "kin" && subject?.name)) return null;
  return read.flatMap((phrase) => {
    if (phrase === null) return [];
    const denied = told === "positive" && phrase.denied ? "negative" : told;
    if (relation.onlyDenied && denied === "positive") return [];
    const change =
      groups["not"] !== undefined
        ? "correction"
        : denied === "ended"
          ? "ending"
          : relation.isChange
            ? "update"
            : null;
    const about = row === "kin" ? { kin, name: null } : subject;
    return [{ row, predicate, subject: about, object: phrase, told: denied, change, written }];
  });
}

function objectsOf(said: string, isList: boolean, { and }: RelationForms): string[] {
  return isList ? said.split(new RegExp(`, (?:${and} )?| (?:${and}) `, "iu")) : [said];
}
