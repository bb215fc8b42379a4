import { kinPredicate } from "../../domain/belief/kinship.ts";
import { tellsDay } from "../../domain/grounding/dated.ts";
import { endsInQuestionMark } from "../../language/asks.ts";
import { isDenial } from "../../language/denial.ts";
import {
  anySource,
  eachPack,
  everyWord,
  guessLanguage,
  type Language,
  type PlainSentences,
} from "../../language/index.ts";
import { hasParagraphs, holdsPastedText } from "../../language/pasted-text.ts";
import { fold, sentences, type Span } from "../../language/text.ts";
import { type Form, NAME, type Reader, READERS, type Relation, RELATIONS } from "./forms.ts";
import { objectIn, subjectIn, type Subject } from "./phrases.ts";

/** What one plain sentence states. */
export interface Statement extends Relation {
  subject: Subject;
  object: string;
  polarity: "positive" | "negative";
  change: "update" | "ending" | "correction" | null;
  /** As one sentence of memory. */
  text: string;
  quote: Span;
}

const MESSAGE_CHARS_MAX = 2_000;
const SENTENCE_CHARS_MAX = 200;
const STATEMENTS_MAX = 20;
const USER: Subject = { kin: null, my: "", name: null };

const CORRECTIONS = anySource(({ plain }) => plain?.corrections);
const OPENERS = `${anySource(({ plain }) => plain?.openers)}|${CORRECTIONS}|${anySource(({ intents }) => intents.courtesy)}`;
const START = new RegExp(`^(?:(?:${OPENERS})(?:[,:!] | - ))*`, "iu");
const CORRECTING = new RegExp(`(?<!\\p{L})(?:${CORRECTIONS})[,:!]`, "iu");
const UNREAL = new RegExp(`(?<!\\p{L})(?:${anySource(({ plain }) => plain?.unreal)})(?!\\p{L})`, "iu");
const AND = eachPack(({ times }) => times.and).join("|");
const DENIALS = [...everyWord(({ words }) => words.denials)].join("|");
/** "In Lille, not in Lyon" denies what it replaces alone. */
const CONTRAST = new RegExp(`, (?:(?:${AND}) )?(?:${DENIALS}) [^,]+$`, "iu");
const PARTS = new RegExp(`,? (?:${AND}) `, "iu");
const LIST = new RegExp(`, | (?:${AND}) `, "iu");
/** Words of a time at the end of a sentence: "in March 2025". */
const TIME_WORDS_MAX = 4;

/** Everything that a message states in plain sentences; nothing of one that quotes, holds pasted text, or plays. */
export function statementsIn(message: string, chosen: Language | undefined): Statement[] {
  const isPlain =
    message.length <= MESSAGE_CHARS_MAX && !/[<>{}]|https?:/.test(message) && !UNREAL.test(message);
  if (!isPlain || holdsPastedText(message) || hasParagraphs(message)) return [];
  const expected = guessLanguage(message, chosen);
  const isExpected = ({ language }: Reader): number => Number(language === expected);
  const readers = READERS.toSorted((a, b) => isExpected(b) - isExpected(a));
  return sentences(message)
    .filter(
      ({ start, end }) => end - start <= SENTENCE_CHARS_MAX && !endsInQuestionMark(message.slice(start, end)),
    )
    .flatMap((span) => readSentence(message, span, readers))
    .slice(0, STATEMENTS_MAX);
}

function readSentence(message: string, { start, end }: Span, readers: Reader[]): Statement[] {
  const raw = message.slice(start, end);
  const opening = START.exec(raw)?.[0] ?? "";
  const whole = raw.slice(opening.length).replace(/(?<![\s.!…])[\s.!…]+$/u, "");
  for (const reader of readers) {
    // "I am 34 and I work as a nurse": each part must be a statement of its own.
    for (const parts of [[whole], whole.split(PARTS)]) {
      const read = parts.map((part) => {
        const from = start + opening.length + whole.indexOf(part);
        const quote = { start: from, end: from + part.length };
        return readClause(part, reader).map((one) => ({ ...one, quote }));
      });
      if (read.some((one) => one.length === 0)) continue;
      const change = CORRECTING.test(opening) ? "correction" : null;
      return read.flat().map((one) => ({ ...one, change: one.change ?? change }));
    }
  }
  return [];
}

type Read = Omit<Statement, "quote">;

function readClause(body: string, { plain, forms }: Reader): Read[] {
  const { expand, denial, ended, now } = plain;
  const without = (said: string, source: string): string =>
    said.replace(new RegExp(`,? ?(?<!\\p{L})(?:${source})(?!\\p{L})`, "giu"), "").trim();
  const text = expand.reduce(
    (out, [from, to]) => out.replace(new RegExp(from, "giu"), to),
    body.replace(CONTRAST, "").replace(/\s+/g, " ").replace(/’/g, "'"),
  );
  const timeless = without(text, now);
  for (const said of withoutTime(timeless)) {
    const goesOn = without(said, ended);
    const affirmed = without(goesOn, denial);
    for (const form of forms) {
      const groups = form.pattern.exec(affirmed)?.groups;
      const read = groups ? readForm(form, groups, said, plain) : [];
      if (read.length === 0 || !read.every(({ object }) => body.includes(object))) continue;
      const isUpdate = form.relation === "moved" || timeless !== text;
      const stands = isUpdate ? "update" : null;
      const change = CONTRAST.test(body) ? "correction" : goesOn === said ? stands : "ending";
      const denied = affirmed === said ? {} : { polarity: "negative" as const };
      const naming = namingOf(read[0]?.subject ?? USER, plain);
      return [...naming, ...read.map((one): Read => ({ ...one, ...denied, change }))];
    }
  }
  return [];
}

/** A sentence, and what is left of it without a time at its end. */
function withoutTime(text: string): string[] {
  const parts = text.split(" ");
  const ends = parts.map((_, at) => at).slice(Math.max(1, parts.length - TIME_WORDS_MAX));
  const isTime = (end: string): boolean => /\b(?:19|20)\d\d\b/.test(end) || tellsDay(end);
  const dated = ends.reverse().filter((at) => isTime(parts.slice(at).join(" ")));
  return [text, ...dated.map((at) => parts.slice(0, at).join(" "))];
}

type Groups = Partial<Record<"my" | "noun" | "kin" | "who" | "o", string>>;

/** What a form reads; nothing where its subject or one of its objects is no plain one. */
function readForm(
  form: Form,
  { my = "", noun, kin, who, o = "" }: Groups,
  said: string,
  plain: PlainSentences,
): Read[] {
  const { particles, notObjects, contract } = plain;
  const relation = RELATIONS[form.relation];
  const ofUser = kin === undefined ? USER : { kin, my, name: null };
  const subject = who === undefined ? ofUser : subjectIn(who, particles);
  if (relation === undefined || subject === null) return [];
  const isName = form.relation === "name";
  // "My sister Mia is called ..." names her twice; "Mia is called ..." says of whom too little.
  if (isName && subject.name !== null) return [];
  const predicate = isName && subject.kin !== null ? kinPredicate(fold(subject.kin)) : relation.predicate;
  const told =
    noun === undefined
      ? sentenceOf(form, { subject, who, o, said }, plain)
      : `${plain.ofUser(noun, my)}${said.slice(my.length + noun.length + 1)}`;
  const text = contract ? told.replace(new RegExp(contract[0], "giu"), contract[1]) : told;
  const read = (relation.slot === "thing" ? o.split(LIST) : [o]).map((part): Read | null => {
    const object = objectIn(relation.slot, part, particles, notObjects);
    if (object === null || predicate === null) return null;
    const polarity = isDenial(part) ? "negative" : "positive";
    const sentence = `${text.replace(o, () => part)}.`;
    return { ...relation, predicate, subject, object, polarity, change: null, text: sentence };
  });
  return read.includes(null) ? [] : read.filter((one) => one !== null);
}

/** "My sister Annelie lives in Lyon" names her too. */
function namingOf({ kin, my, name }: Subject, { ofUser, called }: PlainSentences): Read[] {
  const predicate = kin === null || name === null ? null : kinPredicate(fold(kin));
  if (kin === null || name === null || predicate === null) return [];
  const text = `${ofUser(kin, my)} ${called} ${name}.`;
  const subject = { kin, my, name: null };
  return [{ ...NAME, predicate, subject, object: name, polarity: "positive", change: null, text }];
}

/** The clause as memory says it: of "the user" instead of "I". */
function sentenceOf(
  { relation, verbs }: Form,
  { subject, who, o, said }: { subject: Subject; who: string | undefined; o: string; said: string },
  { i, user, ofUser, called }: PlainSentences,
): string {
  const { kin, my, name } = subject;
  const own = kin === null ? null : ofUser(name === null ? kin : `${kin} ${name}`, my);
  if (relation === "name") return `${own ?? user("")} ${called} ${o}`;
  if (who !== undefined) return `${own ?? name}${said.slice(who.length)}`;
  const body = said.replace(new RegExp(`^${i}`, "iu"), "");
  const asWord = (verb: string): RegExp => new RegExp(`(?<!\\p{L})${verb}(?!\\p{L})`, "iu");
  const [first, third] = verbs.find(([verb]) => asWord(verb).test(body)) ?? ["", ""];
  const spoken = body.replace(asWord(first), third);
  const told = spoken.charAt(0).toLowerCase() + spoken.slice(1);
  return `${user(told)} ${told}`;
}
