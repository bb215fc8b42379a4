import { LANGUAGES, type Language } from "../../domain/language.ts";
import { sentences, type Span } from "../../domain/text.ts";
import { guessLanguage } from "../time/language.ts";
import { countWords, readFragment, readObject, type WishObject } from "./object.ts";
import { findIn, isAll, patternsOf, type Patterns } from "./patterns.ts";
import { plain, withoutQuotes } from "./plain.ts";
import type { Intent, Recognised } from "./types.ts";
import type { IntentWords } from "./words/index.ts";

/** Sentences of one message that are read. */
const SENTENCES_MAX = 20;
/** Two paragraphs longer than this are taken for something pasted below what the user says, characters. */
const PARAGRAPHS_CHARS_MAX = 600;
/** Longest sentence that is read, characters. */
const SENTENCE_CHARS_MAX = 400;

/**
 * The wishes to the memory in a message, by rules of four languages and without a model. Quoted and pasted text,
 * questions about the feature, idioms and what somebody else said are none. Pure.
 */
export function recogniseIntents(message: string): Recognised {
  const text = plain(withoutQuotes(message));
  const all = sentences(text);
  const own = ownLength(text);
  const read = all.filter((span) => span.end <= own).slice(0, SENTENCES_MAX);
  const guess = guessLanguage(message);
  for (const language of [guess, ...LANGUAGES.filter((other) => other !== guess)]) {
    const intents = intentsIn(text, read, language);
    if (intents.length > 0) return whole(text, all, intents, patternsOf(language));
  }
  return { intents: [], rest: all };
}

/** A line that begins somebody else's text: a rule, a heading, a mail's head, a salutation, a speaker. */
const PASTE_LINE =
  /^(?:-{3,}|={3,}|_{3,}|\*{3,}|#{1,6} |>|(?:from|subject|to|date|title|von|betreff|de|objet|asunto|para)\s*:|(?:dear|liebe[rs]?|sehr geehrte|chere?s?|cher|estimad[oa]s?|querid[oa]s?|hi all|hello all)\b)/u;
/** Announces a text that follows. */
const PASTE_CUE =
  /\b(?:summari[sz]e|tl;?dr|proof-?read|translate|rewrite|(?:e-?mail|letter|message|text|note|issue|review|post|article) (?:from|says|below)|came (?:in|from)|this came|sent me|forwarded|pull out|look at this|read this|uberset\p{L}*|fass\p{L}* .*zusammen|lies (?:das|mal)|traduis|resume|corrige|traduce|resumen|lee esto)\b|:\s*$/u;

/** How much of a message is the user speaking; what is pasted below is not. */
function ownLength(text: string): number {
  let at = 0;
  for (const line of text.split("\n")) {
    if (at > 0 && PASTE_LINE.test(line.trim())) return at;
    at += line.length + 1;
  }
  const first = /\n\s*\n/u.exec(text);
  if (!first) return text.length;
  const head = text.slice(0, first.index);
  return PASTE_CUE.test(head) || text.length > PARAGRAPHS_CHARS_MAX ? first.index : text.length;
}

function intentsIn(text: string, read: Span[], language: Language): Intent[] {
  const patterns = patternsOf(language);
  const found: Intent[] = [];
  for (const [index, span] of read.entries()) {
    if (span.end - span.start > SENTENCE_CHARS_MAX) continue;
    const intent = intentIn({ text, span, language, patterns, next: read[index + 1] });
    if (intent === null) continue;
    const last = found.at(-1);
    if (intent.kind === "forget" && intent.scope === "last" && last?.kind === "forget")
      last.span.end = intent.span.end;
    else found.push(intent);
  }
  return found;
}

interface Sentence {
  text: string;
  span: Span;
  language: Language;
  patterns: Patterns;
  /** What follows it: a list may go on there. */
  next: Span | undefined;
}

function intentIn(sentence: Sentence): Intent | null {
  const { text, span, patterns } = sentence;
  const said = text.slice(span.start, span.end);
  const of = (more: Partial<Intent> & Pick<Intent, "kind">): Intent => ({
    language: sentence.language,
    scope: "last",
    span: { ...span },
    target: null,
    parts: [],
    whole: false,
    told: false,
    isSaidHere: false,
    unsure: false,
    ...more,
  });
  if (patterns.wasOffRecord.test(said)) return of({ kind: "off_record" });
  if (patterns.back.test(said)) return of({ kind: "off_record", scope: "back" });
  const marker = offRecordMarker(said, patterns);
  if (marker !== null) {
    if (patterns.fromNowOn.test(said)) return of({ kind: "off_record", scope: "from_now_on" });
    const scope = "words";
    return of({
      kind: "off_record",
      scope,
      span: { start: span.start + marker.start, end: span.start + marker.end },
    });
  }
  if (!said.endsWith("?") && patterns.rememberLast.test(said)) return of({ kind: "remember" });
  return remember(sentence, said, of) ?? forget(sentence, said, of) ?? short(said, patterns, of);
}

type Make = (more: Partial<Intent> & Pick<Intent, "kind">) => Intent;

/** "That's wrong", "why do you think so?", "undo that": whole sentences. */
function short(said: string, patterns: Patterns, of: Make): Intent | null {
  if (patterns.why.test(said)) return of({ kind: "why" });
  if (patterns.wrong.test(said)) return of({ kind: "wrong" });
  return patterns.undo.test(said) ? of({ kind: "undo" }) : null;
}

const REPORTED =
  /\b(?:told|said|says|spoke|speak|talked|mentioned|admitted|asked|comments?|interview|sagte|gesagt|erzahlt|meinte|dit|raconte|dijo|conto|dicho)\b/u;

/** "Off the record" and "don't write it down", where they are the speaker's own: not within a report. */
function offRecordMarker(said: string, patterns: Patterns): Span | null {
  for (const pattern of [patterns.offRecord, patterns.doNotKeep]) {
    const match = pattern.exec(said);
    if (!match) continue;
    const before = said.slice(0, match.index);
    const after = said.slice(match.index + match[0].length);
    if (REPORTED.test(before)) continue;
    if (
      pattern === patterns.offRecord &&
      countWords(before) > 0 &&
      countWords(after) > 0 &&
      !/^ *[),:]/u.test(after)
    )
      continue;
    if (
      pattern === patterns.offRecord &&
      /^ *(?:comment|remark|conversation|interview|meeting|that )/u.test(after)
    )
      continue;
    return { start: match.index, end: match.index + match[0].length };
  }
  return null;
}

function remember({ text, span, patterns }: Sentence, said: string, of: Make): Intent | null {
  if (
    said.endsWith("?") &&
    !/^[^,]*\b(?:can|could|will|would|kannst|konntest|peux|pourrais|puedes|podrias)\b/u.test(said)
  )
    return null;
  for (const pattern of patterns.remember) {
    const match = pattern.exec(said);
    const content = match?.groups?.["content"];
    if (!match || content === undefined) continue;
    const start = span.start + said.lastIndexOf(content);
    // A colon may stand before what comes on the next lines.
    return of({
      kind: "remember",
      scope: "words",
      target: { start, end: span.end },
      parts: [{ start, end: Math.min(text.length, span.end) }],
    });
  }
  return null;
}

function forget(sentence: Sentence, said: string, of: Make): Intent | null {
  const { patterns } = sentence;
  for (const pattern of patterns.fronted) {
    const found = asForget(sentence, pattern.exec(said), "forget", of);
    if (found) return found;
  }
  const direct = asForget(sentence, patterns.forget.exec(said), "forget", of);
  const removal = asForget(sentence, patterns.remove.exec(said), "remove", of);
  // "Bin the password I gave you, forget it": the second verb only repeats the first.
  if (direct?.scope === "last" && removal?.scope === "words") {
    const span = { start: removal.span.start, end: direct.span.end };
    return { ...removal, whole: removal.whole || direct.whole, span };
  }
  if (direct) return direct;
  for (const pattern of patterns.around) {
    const found = asForget(sentence, pattern.exec(said), "forget", of);
    if (found && (found.scope !== "words" || !found.unsure)) return found;
  }
  return removal;
}

/** Verbs that also mean to delete something said, when "that" stands behind them. */
const DELETES_SAYINGS = /^(?:delete|erase|losch|loesch|efface|supprime|borra|elimina)/u;

function asForget(
  { text, span, patterns, next }: Sentence,
  match: RegExpExecArray | null,
  verbs: "forget" | "remove",
  of: Make,
): Intent | null {
  const object = match?.groups?.["object"];
  if (!match || object === undefined) return null;
  const { words } = patterns;
  const from =
    span.start +
    match.index +
    match[0].indexOf(object, match[0].length - object.length - tailOf(match, object));
  const read = readObject(text, from, from + object.length, words);
  if (read === null) return null;
  const lead = match[0].slice(0, match[0].indexOf(match.groups?.["verb"] ?? object));
  const isInsistent = read.insistent || findIn(words.closer, lead) !== null;
  const behind = text.slice(read.end, span.end) + (next ? ` ${text.slice(next.start, next.end)}` : "");
  if (findIn(words.untrue, behind)) return null;
  const turnsAway = findIn(words.idiom, behind.slice(0, 80)) !== null;
  const verb = match.groups?.["verb"] ?? "";
  const intent = of({
    kind: "forget",
    scope: read.scope,
    span: {
      start: span.start + match.index,
      end: Math.max(read.end, span.start + match.index + match[0].length),
    },
    target: read.target,
    parts: read.parts,
    whole: read.whole,
    told: read.told,
  });
  if (read.scope === "last") {
    if (turnsAway && !isInsistent) return null;
    if (isIdiomaticIt(text.slice(from, read.end)) && !isInsistent) return null;
    const named = read.isPronoun ? antecedent(text, intent.span.start, span, words) : null;
    if (named !== null && (verbs === "forget" || DELETES_SAYINGS.test(verb))) {
      const { target, from: start } = named;
      const here = { target, parts: [target], span: { start, end: intent.span.end }, isSaidHere: true };
      return { ...intent, ...here, scope: "words", unsure: verbs === "remove" && !isInsistent };
    }
    if (
      verbs === "remove" &&
      !(DELETES_SAYINGS.test(verb) && countWords(text.slice(span.start, span.end)) <= 8)
    )
      return null;
    return { ...intent, unsure: verbs === "remove" && !isInsistent };
  }
  if (read.scope === "everything")
    return verbs === "remove" && !isInsistent && !findIn(words.everything, object) ? null : intent;
  const sure = read.told || read.isPrivate || (verbs === "forget" && isInsistent);
  if (verbs === "remove" && !isSaying(read, text.slice(from, read.end))) return null;
  if (!read.told && turnsAway) return null;
  const goesOn = next && readFragment(text, next, words);
  if (goesOn) {
    intent.parts.push(...goesOn.parts);
    intent.whole ||= goesOn.whole;
    intent.span.end = next.end;
    if (intent.target && goesOn.parts.length > 0) intent.target.end = next.end;
  }
  return { ...intent, unsure: !sure };
}

/** Before what somebody speaks of: "I should not have told you about ..." */
const ABOUT = /^.*(?<![\p{L}])(?:about|regarding|uber|wegen|von|sur|a propos de|sobre|acerca de)\s+/u;

/** What "it" stands for when the same message names it: in the clause before, else in the sentence before. */
function antecedent(
  text: string,
  at: number,
  sentence: Span,
  words: IntentWords,
): { target: Span; from: number } | null {
  const clause = { start: sentence.start, end: Math.max(sentence.start, at) };
  const before = sentences(text.slice(0, sentence.start)).at(-1);
  for (const span of [clause, before]) {
    const said = span ? text.slice(span.start, span.end).replace(/[\s,;:.!–—-]+$/u, "") : "";
    if (
      !span ||
      countWords(said) === 0 ||
      isAll(`(?:${words.courtesy})(?:[,.!\\s]+(?:${words.courtesy}))*`, said)
    )
      continue;
    const start = span.start + (ABOUT.exec(said)?.[0].length ?? 0);
    return { target: { start, end: span.start + said.length }, from: span.start };
  }
  return null;
}

/** Words that a text also has parts of: "remove the part about pricing from my essay". */
const TEXT_PART =
  /^\W*(?:\p{L}+ )?(?:parts?|bits?|sections?|passage|partie|parte|abschnitt|teil|paragraph)(?!\p{L})/u;
const TEXT_PART_WORDS_MAX = 6;

/** What is removed was said to the memory, and is not a piece of some text. */
function isSaying({ told, isPrivate }: WishObject, said: string): boolean {
  return (told || isPrivate) && !(TEXT_PART.test(said) && countWords(said) > TEXT_PART_WORDS_MAX);
}

/** Characters of the match behind the object. */
function tailOf(match: RegExpExecArray, object: string): number {
  return match[0].length - (match[0].lastIndexOf(object) + object.length);
}

/** "Forget it": mostly a way to say that something does not matter. */
function isIdiomaticIt(said: string): boolean {
  return /^[\s-]*(?:it|es|le|la|lo)[\s.,!]*$/u.test(said);
}

/** What no wish covers. "Wrong" with anything else said is a correction, which is not a wish. */
function whole(text: string, all: Span[], intents: Intent[], { words }: Patterns): Recognised {
  const uncovered = all.flatMap((span) =>
    minus(
      span,
      intents.map((intent) => intent.span),
    ),
  );
  const rest = uncovered.filter((span) => {
    const said = text.slice(span.start, span.end);
    return countWords(said) > 0 && !isAll(`${words.courtesy}(?:[,.!\\s]+${words.courtesy})*`, said);
  });
  const kept = intents.filter((intent) => !needsNothingElse(intent) || rest.length === 0);
  return { intents: kept, rest };
}

function needsNothingElse({ kind, scope }: Intent): boolean {
  return kind === "wrong" || kind === "undo" || kind === "why" || scope === "back";
}

/** The pieces of a span outside the others. */
function minus(span: Span, others: Span[]): Span[] {
  let pieces = [span];
  for (const other of others) {
    pieces = pieces.flatMap((piece) => {
      if (other.end <= piece.start || other.start >= piece.end) return [piece];
      const before = { start: piece.start, end: Math.max(piece.start, other.start) };
      const after = { start: Math.min(piece.end, other.end), end: piece.end };
      return [before, after].filter((p) => p.start < p.end);
    });
  }
  return pieces;
}
