import type { Grammar, VerbRule } from "./grammar.ts";
import type { Mention } from "./mentions.ts";
import { takeClause, takeList, takeName, takeNoun, type Taken } from "./noun-phrase.ts";
import { isActor, nameTags } from "./tags.ts";

/** Something a clause states of its subject, with the words it rests on. */
export interface Statement {
  mention: Mention;
  rule: VerbRule;
  object: string;
  negative: boolean;
  ending: boolean;
  quoteStart: number;
  quoteEnd: number;
}

/** Words before a verb that are stepped over. */
const SKIPPED_MAX = 5;

/** What the clauses after one mention state of it, up to the next mention. */
export function statementsOf(
  own: string,
  mention: Mention,
  until: number,
  end: number,
  grammar: Grammar,
): Statement[] {
  if (mention.aside) return beside(own, mention, end, grammar);
  const found: Statement[] = [];
  let starts = conjuncts(own, mention.end, until, end, grammar);
  if (mention.kind === "bare" && (grammar.bareFirst !== null || mention.subject !== "self"))
    starts = starts.slice(0, 1);
  let reachable = true;
  for (const [index, at] of starts.entries()) {
    const clause = readClause(own, at, end, mention, grammar);
    if (clause.length === 0 && index === 0) {
      reachable = mention.kind === "name" || mention.kind === "role" || mention.kind === "pronoun";
    }
    if (!reachable) break;
    found.push(...clause);
    if (mention.stranger && index === 0 && clause.length === 0) return beside(own, mention, end, grammar);
    const more =
      clause.length === 0 && (index > 0 || own[at - 1] === "(")
        ? apposition(own, at, end, mention, grammar)
        : trailing(own, clause.at(-1), end, grammar);
    found.push(...more);
  }
  return found;
}

/** "Rosa Keller, our dentist", "Ivo (driver, ...": what stands right beside a name. */
function beside(own: string, mention: Mention, end: number, grammar: Grammar): Statement[] {
  const link = /^(?:,| \() ?/u.exec(own.slice(mention.end, end));
  return link ? apposition(own, mention.end + link[0].length, end, mention, grammar) : [];
}

/** Places where a predicate of the mention can begin: right after it, and after each comma or conjunction. */
function conjuncts(own: string, from: number, until: number, end: number, grammar: Grammar): number[] {
  const starts = [from];
  const text = own.slice(from, Math.max(until, from + 1) === end ? end : until);
  for (const match of text.matchAll(grammar.conjunct)) {
    const at = from + match.index + match[0].length;
    if (at < end && (at <= until || until === end)) starts.push(at);
  }
  return starts;
}

interface Head {
  at: number;
  negative: boolean;
  ending: boolean;
}

/** Steps over adverbs and negations before the verb. */
function* heads(own: string, from: number, end: number, grammar: Grammar): Generator<Head> {
  let at = from;
  let negative = false;
  let ending = false;
  for (let step = 0; step < SKIPPED_MAX; step++) {
    while (own[at] === " " && at < end) at++;
    yield { at, negative, ending };
    const rest = own.slice(at, Math.min(end, at + 40));
    const no = grammar.negation.exec(rest);
    if (no) {
      negative = true;
      ending ||= /longer|mehr|plus|ya/u.test(no[0]);
      at += no[0].length;
      continue;
    }
    const skip = grammar.skip.exec(rest);
    if (!skip) return;
    at += skip[0].length;
  }
}

function readClause(own: string, from: number, end: number, mention: Mention, grammar: Grammar): Statement[] {
  for (const head of heads(own, from, end, grammar)) {
    const raw = own.slice(head.at, end);
    const text = mention.kind === "bare" ? raw.charAt(0).toLowerCase() + raw.slice(1) : raw;
    for (const rule of grammar.verbs) {
      const match = formsOf(rule, mention, head)
        .map((form) => form.exec(text))
        .find((one) => one !== null);
      if (!match) continue;
      if (
        mention.kind === "bare" &&
        mention.subject === "self" &&
        grammar.bareFirst &&
        !grammar.bareFirst.has(rule.predicate)
      )
        continue;
      const made = build(own, mention, rule, head, match[0].length, end, grammar);
      if (made.length > 0) return made;
    }
  }
  return [];
}

/** The forms a verb can have here; after "doesn't" a third person has the form of the first. */
function formsOf(rule: VerbRule, mention: Mention, head: Head): RegExp[] {
  const forms =
    mention.subject === "self"
      ? [rule.first]
      : head.negative
        ? [rule.third, rule.third && rule.first]
        : [rule.third];
  return forms.filter((form) => form !== undefined);
}

function build(
  own: string,
  mention: Mention,
  rule: VerbRule,
  head: Head,
  length: number,
  end: number,
  grammar: Grammar,
): Statement[] {
  const after = head.at + length;
  const text = own.slice(0, end);
  const objects =
    rule.take === "none"
      ? [{ text: rule.object ?? "", start: head.at, end: after }]
      : rule.take === "said"
        ? [verbItself(own, head.at, after)]
        : take(rule, text, after, grammar);
  const last = objects.at(-1);
  if (!last) return [];
  const tail = own.slice(last.end, Math.min(end, last.end + 24));
  const inside = negatedAfter(
    own.slice(head.at, last.end) + (/^[^,;.!?]{0,10}/u.exec(tail)?.[0] ?? ""),
    grammar,
  );
  const ending =
    head.ending ||
    rule.change === "ending" ||
    /^[^.,;]{0,12}\b(?:any ?more)\b/iu.test(tail) ||
    inside === "ending";
  const negative = (rule.negative ?? false) || head.negative || inside !== null;
  if (rule.onlyNegated && !negative) return [];
  if (rule.predicate === "PLANS" && negative && !ending) return [];
  return objects.map((object) => ({
    mention,
    rule,
    object: object.text,
    negative,
    ending: ending && negative,
    quoteStart: mention.start,
    quoteEnd: object.end,
  }));
}

/** Negations that stand behind the verb ("esse kein Fleisch", "ne mange pas de"). */
function negatedAfter(clause: string, grammar: Grammar): "plain" | "ending" | null {
  if (grammar.language === "de") {
    if (/\b(?:keine?[nmrs]?|nicht|nie|nimmer)\b/iu.test(clause))
      return /\b(?:mehr|nimmer)\b/iu.test(clause) ? "ending" : "plain";
  }
  if (
    grammar.language === "fr" &&
    /(?<!\p{L})(?:pas|plus|jamais|aucune?)(?!\p{L})/iu.test(clause) &&
    /(?:^|\s)n(?:e |['’])|\bpas\b/iu.test(clause)
  ) {
    return /\bplus\b/u.test(clause) ? "ending" : "plain";
  }
  return null;
}

function take(rule: VerbRule, text: string, after: number, grammar: Grammar): Taken[] {
  const one = (taken: Taken | null): Taken[] => (taken ? [taken] : []);
  switch (rule.take) {
    case "name":
      return one(takeName(text, after, grammar));
    case "noun":
      return one(takeNoun(text, after, grammar));
    case "list":
      return takeList(text, after, grammar);
    case "clause":
      return one(takeClause(text, after, grammar));
    case "age":
      return one(takenInDigits(takePattern(text, after, grammar.number)));
    case "date":
      return one(
        takePattern(
          text,
          after,
          /^(?:(?:the|am|le|el|in|im|on) )?((?:\p{L}+ )?\d{1,4}(?:st|nd|rd|th|er|\.)?(?: (?:of |de |d'))?(?: ?\p{L}{3,10}(?![\p{L}]))?(?:,? (?:de )?\d{4})?)/u,
        ),
      );
    case "word":
      return one(takePattern(text, after, /^([\p{L}-]+)/u));
    case "job":
      return one(takeJob(text, after, grammar));
    case "said":
    case "none":
      return [];
  }
}

/** "died", "ist gestern eingeschlafen": the verb without what stands before it. */
function verbItself(own: string, start: number, end: number): Taken {
  const verb = /(?:passed away|\p{L}+)$/u.exec(own.slice(start, end));
  const at = start + (verb?.index ?? 0);
  return { text: own.slice(at, end), start: at, end };
}

function takePattern(text: string, from: number, pattern: RegExp): Taken | null {
  let at = from;
  while (text[at] === " ") at++;
  const match = pattern.exec(text.slice(at));
  const value = match?.[1];
  if (!match || !value) return null;
  const start = at + match[0].indexOf(value);
  return { text: value.trim(), start, end: start + value.trimEnd().length };
}

/** Number words up to twenty of the four languages; ages are stored in digits. */
const NUMBER_WORDS = [
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
  "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
].map((line) => line.split(" "));

function takenInDigits(taken: Taken | null): Taken | null {
  const digits = taken && inDigits(taken.text);
  return taken && digits ? { ...taken, text: digits } : null;
}

/** A number as digits; null when the word spells none of the first twenty. */
export function inDigits(number: string): string | null {
  if (/^\d/.test(number)) return number;
  const at = Math.max(...NUMBER_WORDS.map((line) => line.indexOf(number.toLowerCase())));
  return at < 0 ? null : String(at + 1);
}

function takeJob(text: string, from: number, grammar: Grammar): Taken | null {
  const listed = takePattern(text, from, grammar.job);
  if (listed) return listed;
  if (grammar.language !== "en" || !/^\s*an? /.test(text.slice(from))) return null;
  const noun = takeNoun(text, from, grammar);
  return noun &&
    noun.text.split(" ").length <= 3 &&
    /(?:er|or|ist|ian|ant|ive)$/u.test(noun.text) &&
    isActor(noun.text)
    ? noun
    : null;
}

const appositionRule = (predicate: string): VerbRule => ({ predicate, take: "none", confidence: 0.75 });

/** ", 33,", "(13)", ", welder at Thyssen": what stands beside a name. */
function apposition(own: string, at: number, end: number, mention: Mention, grammar: Grammar): Statement[] {
  if (mention.kind !== "name" && mention.kind !== "role") return [];
  const text = own.slice(0, end);
  const written = takePattern(text, at, grammar.age);
  const spelled = written !== null && !/^\d/.test(written.text);
  const aside = mention.subject === "self" && own[at - 1] === "(";
  const age = (mention.stranger && spelled) || aside ? null : takenInDigits(written);
  const job = age ? null : takePattern(text, at, grammar.job);
  const taken = age ?? job;
  if (!taken) return hometown(text, at, mention, grammar);
  const made: Statement = {
    mention,
    rule: appositionRule(age ? "AGE" : "WORKS_AS"),
    object: taken.text,
    negative: false,
    ending: false,
    quoteStart: mention.start,
    quoteEnd: taken.end,
  };
  return [made, ...trailing(own, made, end, grammar)];
}

/** "(Edda, 70, Oslo)": a place known as one, alone between commas beside a name. */
function hometown(text: string, at: number, mention: Mention, grammar: Grammar): Statement[] {
  const name = takeName(text, at, grammar);
  const behindAge = /\d, ?$/.test(text.slice(0, at));
  if (
    !name ||
    mention.stranger ||
    (!behindAge && !nameTags(name.text).place) ||
    !/^\s*(?:[.,;)]|$)/.test(text.slice(name.end))
  )
    return [];
  const rule: VerbRule = { ...appositionRule("LIVES_IN"), entity: "place", confidence: 0.6 };
  return [
    {
      mention,
      rule,
      object: name.text,
      negative: false,
      ending: false,
      quoteStart: mention.start,
      quoteEnd: name.end,
    },
  ];
}

/** "in Lyon, à la Croix-Rousse": the part of town behind the town. */
function quarter(own: string, last: Statement, end: number, grammar: Grammar): Statement[] {
  const link =
    /^, (?:in|en|à|dans|im|auf) (?:(?:the|der|dem|den|el|la|le) )?(?:\p{Ll}{3,} )?(?=\p{Lu})/u.exec(
      own.slice(last.quoteEnd, end),
    );
  const name = link ? takeName(own.slice(0, end), last.quoteEnd + link[0].length, grammar) : null;
  if (!link || !name) return [];
  const rule: VerbRule = { ...appositionRule("LIVES_AT"), entity: "place" };
  return [{ ...last, rule, object: name.text, quoteEnd: name.end }];
}

/** "... nurse at Charité", "... trainee in Leeds". */
function trailing(own: string, last: Statement | undefined, end: number, grammar: Grammar): Statement[] {
  if (
    !last ||
    last.negative ||
    !/^(?:WORKS_AS|TEACHES|WORKS_SHIFT|BUSINESS|LIVES_IN)$/.test(last.rule.predicate)
  )
    return [];
  if (last.rule.predicate === "LIVES_IN") return quarter(own, last, end, grammar);
  const rest = own.slice(last.quoteEnd, end);
  const made: Statement[] = [];
  const employer = grammar.employer.exec(rest);
  const place = employer ? null : grammar.jobPlace.exec(rest);
  const link = employer ?? place;
  const name = link ? takeName(own.slice(0, end), last.quoteEnd + link[0].length, grammar) : null;
  if (name) {
    const isEmployer = employer !== null && !(grammar.language !== "en" && nameTags(name.text).place);
    const rule: VerbRule = {
      ...appositionRule(isEmployer ? "WORKS_AT" : "WORKS_IN"),
      entity: isEmployer ? "organisation" : "place",
    };
    made.push({ ...last, rule, object: name.text, quoteEnd: name.end });
    const here = /^(?: here in|,) (?=\p{Lu})/u.exec(own.slice(name.end, end));
    const town =
      employer && here && last.mention.subject === "self" && last.mention.kind === "name"
        ? takeName(own.slice(0, end), name.end + here[0].length, grammar)
        : null;
    if (town)
      made.push({
        ...last,
        rule: { ...appositionRule("LIVES_IN"), entity: "place" },
        object: town.text,
        quoteEnd: town.end,
      });
  }
  return made;
}
