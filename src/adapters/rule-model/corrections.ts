import { bareName, fold, type Span } from "../../domain/text.ts";
import type { Grammar } from "./grammar.ts";
import type { Reading, TurnReading } from "./read-turn.ts";

const objectName = (reading: Reading): string =>
  typeof reading.object === "string" ? reading.object : reading.object.name;

/**
 * Applies what a message takes back: marks restated facts as corrections, and rebuilds facts of earlier messages
 * from "X, not Y" and "I meant X". `earlier` are the readings of earlier messages, oldest first.
 */
export function corrected(turn: TurnReading, earlier: Reading[], grammar: Grammar): Reading[] {
  const marked = turn.readings.map((reading) =>
    correctsEarlier(reading, turn, earlier, grammar)
      ? { ...reading, change: "correction" as const }
      : reading,
  );
  return [...marked, ...replacements(turn, marked, earlier, grammar), ...retractions(turn, earlier, grammar)];
}

function statementOf(turn: TurnReading, reading: Reading): string {
  const span = turn.statements.find(
    (each) => reading.quote.start >= each.start && reading.quote.start < each.end,
  );
  return span ? turn.own.slice(span.start, span.end) : "";
}

function correctsEarlier(reading: Reading, turn: TurnReading, earlier: Reading[], grammar: Grammar): boolean {
  if (reading.negative) return false;
  const text = statementOf(turn, reading);
  const contrast = grammar.contrast.some((pattern) => pattern.test(text));
  if (!contrast && !grammar.corrected.test(turn.own.slice(0, 60)) && !grammar.corrected.test(text))
    return false;
  return earlier.some(
    (old) =>
      old.subject === reading.subject &&
      old.predicate === reading.predicate &&
      fold(objectName(old)) !== fold(objectName(reading)),
  );
}

/** "I meant Lille", "Lille, not Lyon": the earlier fact with the new object. */
function replacements(turn: TurnReading, read: Reading[], earlier: Reading[], grammar: Grammar): Reading[] {
  const made: Reading[] = [];
  for (const span of turn.statements) {
    const text = turn.own.slice(span.start, span.end);
    if (
      read.some(
        (reading) =>
          reading.quote.start >= span.start &&
          reading.quote.start < span.end &&
          reading.change === "correction",
      )
    )
      continue;
    const change = contrastOf(text, grammar) ?? meantOf(text, grammar);
    const old = change ? target(change, earlier) : undefined;
    if (!change || !old) continue;
    const start = turn.own.indexOf(change.next, span.start);
    if (start < 0) continue;
    made.push({
      ...old,
      object: change.next,
      change: "correction",
      negative: false,
      validAt: null,
      quote: quoteAt(start, change.next, span),
      confidence: 0.7,
      rule: "correction of an earlier statement",
    });
  }
  return made;
}

const quoteAt = (start: number, words: string, span: Span): Span => ({
  start: Math.max(span.start, start),
  end: start + words.length,
});

interface Change {
  next: string;
  old: string | null;
}

function contrastOf(text: string, grammar: Grammar): Change | null {
  for (const pattern of grammar.contrast) {
    const groups = pattern.exec(text)?.groups;
    const next = lastWords(groups?.["new"] ?? "");
    const old = groups?.["old"]?.trim();
    if (next && old) return { next, old };
  }
  return null;
}

/** The name or number at the end of "sorry, she lives in Lille". */
function lastWords(text: string): string | null {
  return /(\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)*|\d+|\p{L}{3,})\s*$/u.exec(text.trim())?.[1] ?? null;
}

function meantOf(text: string, grammar: Grammar): Change | null {
  const match = [...text.matchAll(new RegExp(grammar.corrected, "giu"))].at(-1);
  if (!match) return null;
  const rest = text.slice(match.index + match[0].length);
  const next =
    /^[\s,.:]*(?:(?:it|that|she|he|c'est|es|das|er|sie)?(?:'s|’s| is| ist| war| était| era)? ?(?:in |à |en )?)?(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*|\d{1,4})\s*[.!]?$/u.exec(
      rest,
    )?.[1];
  return next ? { next, old: null } : null;
}

/** The latest earlier fact with that object, or the latest whose object is of the same kind (a name, a number). */
function target(change: Change, earlier: Reading[]): Reading | undefined {
  const wanted = change.old === null ? null : bareName(change.old);
  const isNumber = /^\d/.test(change.next);
  return earlier.findLast((reading) => {
    const object = objectName(reading);
    if (wanted !== null) return bareName(object) === wanted;
    if (isNumber) return /^\d/.test(object);
    return /^\p{Lu}/u.test(object) && reading.entity === "place";
  });
}

/** "forget what I said about the cat, I don't have one": the earlier facts it speaks of, when they were not true. */
function retractions(turn: TurnReading, earlier: Reading[], grammar: Grammar): Reading[] {
  const match = grammar.requests.forget.exec(turn.own);
  const about = match?.groups?.["target"];
  if (!match || !about || !grammar.requests.untrue.test(turn.own)) return [];
  const words = new Set(
    fold(about)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2),
  );
  const hit = earlier.filter((reading) =>
    fold(`${objectName(reading)} ${reading.roleWord ?? ""}`)
      .split(" ")
      .some((word) => words.has(word)),
  );
  return hit.slice(-3).map((reading) => ({
    ...reading,
    change: "retraction" as const,
    quote: { start: match.index, end: match.index + match[0].trimEnd().length },
    confidence: 0.7,
    rule: "taken back",
  }));
}
