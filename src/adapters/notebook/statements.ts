import { kinPredicate } from "../../domain/belief/kinship.ts";
import { tellsDay } from "../../domain/grounding/dated.ts";
import { isDenial } from "../../language/denial.ts";
import {
  anySource,
  eachPack,
  everyWord,
  guessLanguage,
  type Language,
  LANGUAGES,
} from "../../language/index.ts";
import { hasParagraphs, holdsPastedText } from "../../language/pasted-text.ts";
import { fold, sentences, type Span } from "../../language/text.ts";
import type { Grammar } from "./languages/grammar.ts";
import { GRAMMARS } from "./languages/index.ts";
import { objectIn, type Slot, subjectIn, type Subject } from "./phrases.ts";

/** One everyday relation, as the predicate catalogue names it; how it is said stands with the languages. */
interface Relation {
  predicate: string;
  slot: Slot;
  importance: number;
  /** Type of the object when it is an entity of its own. */
  entity?: "place" | "person" | "organization";
}

const NAME: Relation = { predicate: "NAME", slot: "name", importance: 0.6 };
const RELATIONS: Readonly<Record<string, Relation>> = {
  name: NAME,
  age: { predicate: "AGE", slot: "number", importance: 0.6 },
  birthday: { predicate: "BIRTHDAY", slot: "date", importance: 0.6 },
  lives: { predicate: "LIVES_IN", slot: "name", entity: "place", importance: 0.75 },
  moved: { predicate: "LIVES_IN", slot: "name", entity: "place", importance: 0.75 },
  worksAs: { predicate: "WORKS_AS", slot: "thing", importance: 0.75 },
  worksAt: { predicate: "WORKS_AT", slot: "name", entity: "organization", importance: 0.75 },
  pet: { predicate: "HAS_PET", slot: "pet", importance: 0.6 },
  likes: { predicate: "LIKES", slot: "thing", importance: 0.3 },
  dislikes: { predicate: "DISLIKES", slot: "thing", importance: 0.3 },
  allergic: { predicate: "ALLERGIC_TO", slot: "thing", importance: 0.8 },
};

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

const inAll = (source: (grammar: Grammar) => string): string => Object.values(GRAMMARS).map(source).join("|");
const CORRECTIONS = inAll(({ corrections }) => corrections);
const OPENERS = `${inAll(({ openers }) => openers)}|${CORRECTIONS}|${anySource(({ intents }) => intents.courtesy)}`;
const START = new RegExp(`^(?:(?:${OPENERS})(?:[,:!] | - ))*`, "iu");
const CORRECTING = new RegExp(`(?<!\\p{L})(?:${CORRECTIONS})[,:!]`, "iu");
const UNREAL = new RegExp(`(?<!\\p{L})(?:${inAll(({ unreal }) => unreal)})(?!\\p{L})`, "iu");
const AND = eachPack(({ times }) => times.and).join("|");
const DENIALS = [...everyWord(({ words }) => words.denials)].join("|");
/** "In Lille, not in Lyon" denies what it replaces alone. */
const CONTRAST = new RegExp(`, (?:(?:${AND}) )?(?:${DENIALS}) [^,]+$`, "iu");
const PARTS = new RegExp(`,? (?:${AND}) `, "iu");
const LIST = new RegExp(`, | (?:${AND}) `, "iu");
/** Words of a time at the end of a sentence: "in March 2025". */
const TIME_WORDS_MAX = 4;

interface Form {
  relation: string;
  pattern: RegExp;
  /** The user's verbs, and memory's. */
  verbs: readonly (readonly [string, string])[];
}

const VERB = /\[([^/\]]*)\/([^\]]*)\]/;

function formsOf({ relations, verbs, i }: Grammar): Form[] {
  const own = everyWord(({ words }) => words.own);
  return [...relations.matchAll(/^ *(\w+): (.*)$/gm)].flatMap(([, relation = "", ways = ""]) =>
    ways.split(" | ").flatMap((way) => {
      const pairs = [verbs, way].flatMap((text) => {
        const [, first, third] = VERB.exec(text) ?? [];
        return first === undefined ? [] : [[first, third ?? ""] as const];
      });
      const [first, third] = pairs.at(-1) ?? ["", ""];
      const rest = way.replace("{o}", "(?<o>\\S.*?)");
      const form = (source: string): Form => ({
        relation,
        pattern: new RegExp(`^${source}$`, "iu"),
        verbs: pairs,
      });
      const [my = ""] = way.split(" ");
      if (own.has(my)) return form(rest.replace(/^(\S+) (\S+)/, "(?<my>$1) (?<noun>$2)"));
      const who = way.startsWith("'") ? "(?<who>\\S+(?: \\S+){0,3}?)" : "(?<who>\\S+(?: \\S+){0,3}?) ";
      const ofOther = form(`${who}${rest.replace(VERB, `(?:${third}|${first})`)}`);
      return VERB.test(way) ? [form(`(?:${i})${rest.replace(VERB, first)}`), ofOther] : [ofOther];
    }),
  );
}

const READERS = LANGUAGES.flatMap((language) => {
  const grammar = GRAMMARS[language];
  return grammar === undefined ? [] : [{ language, grammar, forms: formsOf(grammar) }];
});
type Reader = (typeof READERS)[number];

/** Everything that a message states in plain sentences; nothing of one that quotes, holds pasted text, or plays. */
export function statementsIn(message: string, chosen: Language | undefined): Statement[] {
  const isPlain =
    message.length <= MESSAGE_CHARS_MAX && !/[<>{}]|https?:/.test(message) && !UNREAL.test(message);
  if (!isPlain || holdsPastedText(message) || hasParagraphs(message)) return [];
  const expected = guessLanguage(message, chosen);
  const readers = READERS.toSorted(
    (a, b) => Number(b.language === expected) - Number(a.language === expected),
  );
  return sentences(message)
    .filter(
      ({ start, end }) => end - start <= SENTENCE_CHARS_MAX && !/\?\W*$/u.test(message.slice(start, end)),
    )
    .flatMap((span) => readSentence(message, span, readers))
    .slice(0, STATEMENTS_MAX);
}

function readSentence(message: string, { start, end }: Span, readers: Reader[]): Statement[] {
  const raw = message.slice(start, end);
  const opening = START.exec(raw)?.[0] ?? "";
  const whole = raw.slice(opening.length).replace(/[\s.!…]+$/u, "");
  for (const reader of readers) {
    // "I am 34 and I work as a nurse": each part must be a statement of its own.
    for (const parts of [[whole], whole.split(PARTS)]) {
      const read = parts.map((part) => {
        const from = start + opening.length + whole.indexOf(part);
        return readClause(part, reader).map((one) => ({
          ...one,
          quote: { start: from, end: from + part.length },
        }));
      });
      if (read.some((one) => one.length === 0)) continue;
      const change = CORRECTING.test(opening) ? "correction" : null;
      return read.flat().map((one) => ({ ...one, change: one.change ?? change }));
    }
  }
  return [];
}

type Read = Omit<Statement, "quote">;

function readClause(body: string, { grammar, forms }: Reader): Read[] {
  const { expand, denial, ended, now } = grammar;
  const without = (said: string, source: string): string =>
    said.replace(new RegExp(`,? ?(?<!\\p{L})(?:${source})(?!\\p{L})`, "giu"), "").trim();
  const text = expand.reduce(
    (out, [from, to]) => out.replace(new RegExp(from, "giu"), to),
    body.replace(CONTRAST, "").replace(/\s+/g, " ").replace(/’/g, "'"),
  );
  const timeless = without(text, now);
  for (const said of withoutTime(timeless)) {
    const goesOn = without(said, ended);
    const plain = without(goesOn, denial);
    for (const form of forms) {
      const groups = form.pattern.exec(plain)?.groups;
      const read = groups ? readForm(form, groups, said, grammar) : [];
      if (read.length === 0 || !read.every(({ object }) => body.includes(object))) continue;
      const isUpdate = form.relation === "moved" || timeless !== text;
      const change = CONTRAST.test(body)
        ? "correction"
        : goesOn !== said
          ? "ending"
          : isUpdate
            ? "update"
            : null;
      const told = read.map((one): Read => ({
        ...one,
        change,
        polarity: plain === said ? one.polarity : "negative",
      }));
      return [...namingOf(told[0]?.subject ?? USER, grammar), ...told];
    }
  }
  return [];
}

/** A sentence, and what is left of it without a time at its end. */
function withoutTime(text: string): string[] {
  const parts = text.split(" ");
  const ends = Array.from(
    { length: Math.min(TIME_WORDS_MAX, parts.length - 1) },
    (_, k) => parts.length - 1 - k,
  );
  const isTime = (from: number): boolean =>
    /\b(?:19|20)\d\d\b/.test(parts.slice(from).join(" ")) || tellsDay(parts.slice(from).join(" "));
  return [text, ...ends.filter(isTime).map((from) => parts.slice(0, from).join(" "))];
}

type Groups = Partial<Record<"my" | "noun" | "who" | "o", string>>;

/** What a form reads; nothing where its subject or one of its objects is no plain one. */
function readForm(
  form: Form,
  { my = "", noun, who, o = "" }: Groups,
  said: string,
  grammar: Grammar,
): Read[] {
  const { particles, notObjects, contract } = grammar;
  const relation = RELATIONS[form.relation];
  const subject = who === undefined ? USER : subjectIn(who, particles);
  if (relation === undefined || subject === null) return [];
  const isName = form.relation === "name";
  // "My sister Mia is called ..." names her twice; "Mia is called ..." says of whom too little.
  if (isName && subject.name !== null) return [];
  const predicate = isName && subject.kin !== null ? kinPredicate(fold(subject.kin)) : relation.predicate;
  const told =
    noun === undefined
      ? sentenceOf(form, { subject, who, o, said }, grammar)
      : `${grammar.ofUser(noun, my)}${said.slice(my.length + noun.length + 1)}`;
  const text = contract ? told.replace(new RegExp(contract[0], "giu"), contract[1]) : told;
  const read = (relation.slot === "thing" ? o.split(LIST) : [o]).map((part): Read | null => {
    const object = objectIn(relation.slot, part, particles, notObjects);
    if (object === null || predicate === null) return null;
    const polarity = isDenial(part) ? "negative" : "positive";
    return {
      ...relation,
      predicate,
      subject,
      object,
      polarity,
      change: null,
      text: `${text.replace(o, part)}.`,
    };
  });
  return read.includes(null) ? [] : read.filter((one) => one !== null);
}

/** The clause as memory says it: of "the user" instead of "I". */
function sentenceOf(
  { relation, verbs }: Form,
  { subject, who, o, said }: { subject: Subject; who: string | undefined; o: string; said: string },
  { i, user, ofUser, called }: Grammar,
): string {
  const { kin, my, name } = subject;
  const own = kin === null ? null : ofUser(name === null ? kin : `${kin} ${name}`, my);
  if (relation === "name") return `${own ?? user("")} ${called} ${o}`;
  if (who !== undefined) return `${own ?? name}${said.slice(who.length)}`;
  const body = said.replace(new RegExp(`^${i}`, "iu"), "");
  const isIn = ([first]: readonly [string, string]): boolean =>
    new RegExp(`(?<!\\p{L})${first}(?!\\p{L})`, "iu").test(body);
  const [first, third] = verbs.find(isIn) ?? ["", ""];
  const spoken = body.replace(new RegExp(`(?<!\\p{L})${first}(?!\\p{L})`, "iu"), third);
  const told = spoken.charAt(0).toLowerCase() + spoken.slice(1);
  return `${user(told)} ${told}`;
}

/** "My sister Annelie lives in Lyon" names her too. */
function namingOf({ kin, my, name }: Subject, { ofUser, called }: Grammar): Read[] {
  const predicate = kin === null || name === null ? null : kinPredicate(fold(kin));
  if (kin === null || name === null || predicate === null) return [];
  const text = `${ofUser(kin, my)} ${called} ${name}.`;
  const subject = { kin, my, name: null };
  return [{ ...NAME, predicate, subject, object: name, polarity: "positive", change: null, text }];
}
