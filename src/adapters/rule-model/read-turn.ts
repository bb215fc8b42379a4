import { words, type Span } from "../../domain/text.ts";
import { normalisePredicate } from "../../domain/predicate.ts";
import type { ChangeKind } from "../../domain/fact.ts";
import type { Cast, Member, Subject } from "./cast.ts";
import { type Grammar, NAME } from "./grammar.ts";
import { partsOf } from "./guards.ts";
import { introductions, type Introduction, notAName } from "./introductions.ts";
import { ownWords } from "./mask.ts";
import { type Mention, mentions } from "./mentions.ts";
import { namedNext, unnamedIn, type Unnamed } from "./named-next.ts";
import { takeName } from "./noun-phrase.ts";
import { formStatements } from "./read-forms.ts";
import { isPlainWord, nameTags } from "./tags.ts";
import { type Statement, statementsOf } from "./verb-phrases.ts";

/** A fact as read, before it is put into words. */
export interface Reading {
  subject: Subject;
  predicate: string;
  object: string | Member;
  /** Type of the object when it is an entity. */
  entity: string | null;
  negative: boolean;
  change: ChangeKind | null;
  quote: Span;
  confidence: number;
  validAt: string | null;
  rule: string;
  roleWord: string | null;
}

export interface TurnReading {
  own: string;
  statements: Span[];
  readings: Reading[];
}

/** Facts that one message may give; more is a list or a paste. */
const READINGS_MAX = 40;

/** Everything a user message states about the user and the people around. `cast` learns who they are. */
export function readTurn(message: string, cast: Cast, grammar: Grammar, opening: boolean): TurnReading {
  const own = ownWords(message, grammar);
  const { stated: spans, spoken } = partsOf(own, grammar);
  const sarcastic = grammar.guards.sarcasm.test(own);
  const readings: Reading[] = [];
  const parts = [...spans, ...spoken].sort((a, b) => a.start - b.start);
  let unnamed: Unnamed | null = null;
  for (const [index, span] of parts.entries()) {
    if (readings.length >= READINGS_MAX) break;
    cast.tick();
    const text = own.slice(span.start, span.end);
    if (spoken.includes(span)) readings.push(...onlyWho(own, span, cast, grammar));
    else {
      const named = unnamed ? namedNext(text, span.start, unnamed, cast, grammar) : null;
      readings.push(...readStatement(own, span, cast, grammar, opening && index < 6, named));
    }
    unnamed = unnamedIn(text, cast, grammar);
  }
  readings.push(...phoneNumbers(own, grammar));
  const kept = readings.filter(
    (reading) => !(sarcastic && /^(?:LIKES|PLANS|FAVORITE)/.test(reading.predicate)),
  );
  return { own, statements: spans, readings: distinct(kept).slice(0, READINGS_MAX) };
}

/** Of a question or an unreal clause: who is who, which it takes for granted ("does my sister Annelie ...?"). */
function onlyWho(own: string, span: Span, cast: Cast, grammar: Grammar): Reading[] {
  const found = introductions(own.slice(span.start, span.end), span.start, cast, grammar).filter(
    (one) => one.named && one.presupposed,
  );
  for (const mention of mentions(own, span.start, span.end, found, cast, grammar))
    if (mention.stranger && !mention.aside) admit(mention, [], own.slice(mention.end), cast);
  return found
    .flatMap((introduction) => introduced(introduction, own))
    .map((reading) => ({ ...reading, confidence: reading.confidence - 0.1 }));
}

function readStatement(
  own: string,
  span: Span,
  cast: Cast,
  grammar: Grammar,
  opening: boolean,
  named: Introduction | null,
): Reading[] {
  const text = own.slice(span.start, span.end);
  const before = grammar.bareFirst === null ? cast.byGender("x") : null;
  const found = [...(named ? [named] : []), ...introductions(text, span.start, cast, grammar)];
  const list = mentions(own, span.start, span.end, found, cast, grammar);
  const intro = selfIntroduction(own, span, grammar, opening);
  const all = [...leading(span, list, grammar, before), ...(intro ? [intro.mention] : []), ...list].sort(
    (a, b) => a.start - b.start,
  );
  const readings = [
    ...(intro?.reading ? [intro.reading] : []),
    ...found.flatMap((introduction) => introduced(introduction, own)),
    ...values(own, span, grammar),
    ...sameAs(own, span, cast, grammar),
  ];
  for (const [index, mention] of all.entries()) {
    if (
      intro &&
      mention !== intro.mention &&
      mention.start < intro.mention.end &&
      mention.end > intro.mention.start
    )
      continue;
    const next = all
      .slice(index + 1)
      .find((other) => other.start > mention.start && isSubject(other, own, grammar));
    const made = statementsOf(own, mention, next?.start ?? span.end, span.end, grammar);
    const known = mention.stranger ? admit(mention, made, own.slice(mention.end), cast) : mention;
    for (const statement of made)
      readings.push(stated({ ...statement, mention: known }, own, span, cast, grammar));
  }
  const others = all.filter(
    (mention) => !intro || mention === intro.mention || mention.start >= intro.mention.end,
  );
  for (const statement of formStatements(own, span, others, cast, grammar))
    readings.push(stated(statement, own, span, cast, grammar));
  return readings;
}

/** Somebody not introduced becomes part of the cast when something is stated of them, or their name is a person's. */
function admit(mention: Mention, made: Statement[], after: string, cast: Cast): Mention {
  if (mention.subject === "self") return mention;
  const { name } = mention.subject;
  if (made.length === 0 && !nameTags(name).person) {
    if (mention.aside === true || /^['’]/.test(after)) cast.doubt();
    else cast.add(name, "person", null).onlyNamed = true;
    return mention;
  }
  return { ...mention, subject: cast.add(mention.subject.name, mention.subject.type, null) };
}

/** Only a mention at the start of a clause takes over from the one before. */
function isSubject(mention: Mention, own: string, grammar: Grammar): boolean {
  if (mention.aside === true) return false;
  if (mention.kind === "self" || mention.kind === "pronoun") return true;
  const before = own.slice(Math.max(0, mention.start - 14), mention.start);
  return (
    mention.start === 0 ||
    new RegExp(
      `(?:[,.;:!?(\\n]|(?:^|\\s)(?:${grammar.and}|but|aber|mais|pero|because|weil|que|porque)|^)\\s*$`,
      "u",
    ).test(before)
  );
}

/** Sentences without a subject at their start: "Bought a bike", "vivo en Lima", "Geht zurück nach Bonn". */
function leading(span: Span, list: Mention[], grammar: Grammar, previous: Member | null): Mention[] {
  if (
    list.some(
      (mention) =>
        mention.start === span.start && !mention.aside && !(mention.stranger && grammar.bareFirst === null),
    )
  )
    return [];
  const bare: Mention = { start: span.start, end: span.start, subject: "self", kind: "bare" };
  return previous?.fresh ? [bare, { ...bare, subject: previous }] : [bare];
}

/** "I'm Rosa", "Rosa Keller, 47, ..." in an opening message. */
function selfIntroduction(
  own: string,
  span: Span,
  grammar: Grammar,
  opening: boolean,
): { mention: Mention; reading: Reading | null } | null {
  const text = own.slice(span.start, span.end);
  for (const match of text.matchAll(grammar.selfName)) {
    const name = takeName(text, match.index + match[0].length, grammar);
    const called = !/(?:'|’|\b)(?:m|am|im|bin|suis|[Ss]oy)(?: (?:der|die))? $/iu.test(match[0]);
    if (!name || !isOwnName(name.text, text.slice(name.end), called, grammar)) continue;
    const mention: Mention = {
      start: span.start + match.index + (match[0].length - match[0].trimStart().length),
      end: span.start + name.end,
      subject: "self",
      kind: "name",
    };
    if (/^[.!,;:]/.test(match[0])) mention.start += 1;
    while (own[mention.start] === " ") mention.start++;
    return { mention, reading: nameReading(mention, name.text) };
  }
  const plain = opening
    ? /^(?:[\p{L}' ]{0,20}[.,!] )?(\p{L}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+){0,3}?)(?: here| is the name)?(?=, \d{2}\b)/u.exec(
        text,
      )
    : null;
  const name = plain?.[1];
  if (!plain || !name) return null;
  const start = span.start + plain.index + plain[0].indexOf(name);
  const capital =
    /^\p{Lu}/u.test(name) && !notAName(name, grammar) && (name.includes(" ") || !isPlainWord(name));
  const mention: Mention = { start, end: span.start + plain[0].length, subject: "self", kind: "name" };
  if (!capital && !plain[0].endsWith(" here")) return null;
  return { mention, reading: nameReading({ ...mention, end: start + name.length }, name) };
}

/** `called`: the words before can only be followed by a name ("my name is"). */
function isOwnName(name: string, rest: string, called: boolean, grammar: Grammar): boolean {
  if (notAName(name, grammar) || grammar.job.test(name)) return false;
  if (name === name.toUpperCase() && name.length > 2) return false;
  if (called) return true;
  if (!/^\s*(?:$|[,.!;(]|and |und |et |y |here|from|aus|de )/u.test(rest)) return false;
  if (nameTags(name).person || name.includes(" ")) return true;
  return grammar.language === "de" ? /^, \d/.test(rest) : !isPlainWord(name);
}

function nameReading(mention: Mention, name: string): Reading {
  return {
    subject: "self",
    predicate: "NAME",
    object: name,
    entity: null,
    negative: false,
    change: null,
    quote: { start: mention.start, end: mention.end },
    confidence: 0.9,
    validAt: null,
    rule: "name",
    roleWord: null,
  };
}

function introduced(introduction: Introduction, own: string): Reading[] {
  if (!introduction.named || introduction.owner === null) return [];
  const owner = introduction.owner;
  const quote = { start: introduction.start, end: introduction.end };
  return introduction.members.flatMap((member, index) => {
    if (member === owner) return [];
    const base = { negative: false, change: null, quote, validAt: null, roleWord: introduction.role.word };
    if (introduction.role.predicate === "WORKS_AS") return [occupation(member, introduction, quote)];
    const relation: Reading = {
      ...base,
      subject: owner,
      predicate: introduction.role.predicate,
      object: member,
      entity: member.type,
      confidence: 0.85,
      rule: "role with a name",
    };
    const age = introduction.ages[index];
    const aged: Reading[] = age
      ? [
          {
            ...base,
            subject: member,
            predicate: "AGE",
            object: age,
            entity: null,
            confidence: 0.85,
            rule: "age beside a name",
          },
        ]
      : [];
    return [relation, ...aged, ...placed(introduction, member, own)];
  });
}

/** "Marleen, my physio": what somebody does. */
function occupation(member: Member, { role }: Introduction, quote: Span): Reading {
  return {
    ...nameReading({ ...quote, subject: member, kind: "name" }, role.word),
    subject: member,
    predicate: "WORKS_AS",
    confidence: 0.8,
    rule: "role with a name",
  };
}

/** The introduction is the subject of its clause: "my son Tom in Leeds says". */
function opensClause(own: string, { start }: Introduction): boolean {
  return /(?:^|[.,;:!?\n(] ?|\s(?:and|but|und|aber|et|mais|y|pero) )$/u.test(
    own.slice(Math.max(0, start - 8), start),
  );
}

/** "my brother Ugo in Bari", "Ada and Ugo, my cousins, 20, over in Bari". */
function placed(introduction: Introduction, member: Member, own: string): Reading[] {
  const match = new RegExp(
    `^(?:,? \\(?\\d{1,2}(?=[,)]))?,? (?:back |over |out |up |down )?(?:in|aus) (${NAME})(?=\\s*[.,;!)]|$| (?:and|und|et|y) ${opensClause(own, introduction) ? "| \\p{Ll}" : ""})`,
    "u",
  ).exec(own.slice(introduction.end, introduction.end + 80));
  const place = match?.[1];
  if (!match || !place) return [];
  const quote = { start: introduction.start, end: introduction.end + match[0].length };
  return [
    {
      ...nameReading({ ...quote, subject: member, kind: "name" }, place),
      subject: member,
      predicate: "LIVES_IN",
      entity: "place",
      confidence: 0.65,
      rule: "place beside a name",
    },
  ];
}

function phoneNumbers(own: string, grammar: Grammar): Reading[] {
  const match = grammar.phone.exec(own);
  const value = match?.groups?.["value"];
  if (!match || !value) return [];
  const quote = { start: match.index, end: match.index + match[0].length };
  const change = grammar.updated.test(match[0]) ? "update" : null;
  return [
    {
      ...nameReading({ ...quote, subject: "self", kind: "self" }, value.trim()),
      predicate: "PHONE_NUMBER",
      change,
      confidence: 0.8,
      rule: "phone number",
    },
  ];
}

/** "Manu is Emanuel": two names of one person, one of them known. What is explained is the nickname. */
function sameAs(own: string, span: Span, cast: Cast, grammar: Grammar): Reading[] {
  const text = own.slice(span.start, span.end);
  const made: Reading[] = [];
  for (const match of text.matchAll(
    new RegExp(
      `(?<![\\p{L}'’])(${NAME}) (?:is|=|ist|es|est) (?:(?:the|der|die|el|la|le) )?(${NAME})(?=\\s*[.,;!)(]|$)`,
      "gu",
    ),
  )) {
    const [first, second] = [match[1] ?? "", match[2] ?? ""];
    const a = cast.find(first);
    const b = cast.find(second);
    const known = a ?? b;
    const other = a ? second : first;
    if (!known || (a && b) || notAName(other, grammar) || isPlainWord(other)) continue;
    known.aliases.add(first);
    known.name = second;
    const start = span.start + match.index;
    made.push({
      ...nameReading({ start, end: start + match[0].length, subject: known, kind: "name" }, first),
      subject: known,
      predicate: "KNOWN_AS",
      confidence: 0.7,
      rule: "two names",
    });
  }
  return made;
}

/** Numbers and favourites that stand after "my": phone, e-mail, favourite colour. */
function values(own: string, span: Span, grammar: Grammar): Reading[] {
  const text = own.slice(span.start, span.end);
  const made: Reading[] = [];
  const add = (match: RegExpExecArray | null, predicate: string, confidence: number): void => {
    const value = match?.groups?.["value"]?.trim();
    if (!match || !value) return;
    const start = span.start + match.index;
    made.push({
      subject: "self",
      predicate,
      object: value.replace(/[\s.,;]+$/u, ""),
      entity: null,
      negative: false,
      change: grammar.updated.test(match[0]) ? "update" : null,
      quote: { start, end: start + match[0].trimEnd().length },
      confidence,
      validAt: null,
      rule: predicate.toLowerCase(),
      roleWord: null,
    });
  };
  add(grammar.birthday.exec(text), "BIRTHDAY", 0.9);
  add(grammar.condition.exec(text), "HAS_CONDITION", 0.7);
  add(grammar.email.exec(text), "EMAIL", 0.9);
  const attribute = grammar.attribute.exec(text);
  const predicate = normalisePredicate(attribute?.groups?.["what"] ?? "");
  if (
    predicate !== "" &&
    !/^(?:BIRTHDAY|GEBURTSTAG|ANNIVERSAIRE|CUMPLEANOS|NAME|RENT|MIETE|LOYER)$/.test(predicate) &&
    !namesRole(attribute?.groups?.["what"] ?? "", grammar)
  )
    add(attribute, predicate, 0.65);
  const favourite = grammar.favourite.exec(text);
  const what = favourite?.groups?.["what"]?.toUpperCase();
  add(
    favourite,
    what && /^[A-Z]+$/.test(what) ? `FAVORITE_${what.replace("COLOUR", "COLOR")}` : "LIKES",
    0.8,
  );
  return made;
}

/** "my sister is 12": the attribute is a person, and the verb rules have read it. */
function namesRole(what: string, grammar: Grammar): boolean {
  return grammar.roles.has(what.split(" ").at(-1) ?? "") || grammar.phone.test(`my ${what} 5555555`);
}

function stated(statement: Statement, own: string, span: Span, cast: Cast, grammar: Grammar): Reading {
  const { rule, mention } = statement;
  const known = rule.entity ? cast.find(statement.object) : null;
  const clause = clauseAround(own, statement, span);
  const time = grammar.time.exec(clause);
  const update = rule.change === "update" || grammar.updated.test(clause);
  return {
    subject: mention.subject,
    predicate: rule.predicate,
    object: known ?? statement.object,
    entity: rule.entity ?? null,
    negative: statement.negative,
    change: statement.ending ? "ending" : update && !statement.negative ? "update" : null,
    quote: { start: statement.quoteStart, end: statement.quoteEnd },
    confidence:
      mention.kind === "pronoun" || mention.kind === "bare" ? rule.confidence - 0.1 : rule.confidence,
    validAt: time ? (time[1] ?? time[2] ?? null) : null,
    rule: rule.predicate.toLowerCase().replace(/_/g, " "),
    roleWord: null,
  };
}

/** From the quote to the next comma: where a time of the same clause can stand. */
function clauseAround(own: string, statement: Statement, span: Span): string {
  const tail = own.slice(statement.quoteEnd, Math.min(span.end, statement.quoteEnd + 48));
  const stop = /[,;.!?)]|\s(?:and|but|und|aber|et|mais|y|pero)\s/u.exec(tail);
  return own.slice(statement.quoteStart, statement.quoteEnd) + (stop ? tail.slice(0, stop.index) : tail);
}

/** "I have a dog called Bruno" is one relation, to Bruno, not a second one to "dog called Bruno". */
function repeatsIntroduction(reading: Reading, all: Reading[]): boolean {
  const { object } = reading;
  if (typeof object !== "string") return false;
  const said = words(object);
  return all.some(
    (other) =>
      typeof other.object !== "string" &&
      other.predicate === reading.predicate &&
      other.subject === reading.subject &&
      words(other.object.name).every((word) => said.includes(word)),
  );
}

/** "We got a puppy! Ziggy, ...": the pet has a name. */
function isUnnamedPet(reading: Reading, all: Reading[]): boolean {
  if (reading.predicate !== "HAS_PET" || typeof reading.object !== "string") return false;
  return all.some(
    (other) =>
      other.predicate === "HAS_PET" && typeof other.object !== "string" && other.subject === reading.subject,
  );
}

/** "Fatou had a little girl, Awa": a child without a possessive is not the user's when it is somebody else's. */
function isOthersChild(reading: Reading, all: Reading[]): boolean {
  if (reading.predicate !== "HAS_CHILD" || reading.subject !== "self") return false;
  const name = nameIn(reading);
  return all.some(
    (other) => other.predicate === "HAS_CHILD" && other.subject !== "self" && nameIn(other) === name,
  );
}

const nameIn = ({ object }: Reading): string => (typeof object === "string" ? object : object.name);

function distinct(readings: Reading[]): Reading[] {
  const seen = new Set<string>();
  return readings.filter((reading) => {
    if (reading.object === reading.subject || reading.object === "") return false;
    if (repeatsIntroduction(reading, readings) || isUnnamedPet(reading, readings)) return false;
    if (isOthersChild(reading, readings)) return false;
    const object = typeof reading.object === "string" ? reading.object : reading.object.name;
    const subject = reading.subject === "self" ? "self" : reading.subject.name;
    const key = `${subject}|${reading.predicate}|${object.toLowerCase()}|${reading.negative}`;
    const fresh = !seen.has(key);
    seen.add(key);
    return fresh;
  });
}
