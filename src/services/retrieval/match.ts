import { setImmediate } from "node:timers/promises";
import { sensesOf } from "../../language/senses.ts";
import { type Forms, formsIn } from "../../language/forms.ts";
import { catalogued, predicateFamily } from "../../domain/belief/predicate.ts";
import { validDuring } from "../../domain/belief/validity.ts";
import type { Instant } from "../../domain/model/time.ts";
import { aroundWords } from "../../language/excerpt.ts";
import { words } from "../../language/text.ts";
import type { AskedAbout, AskedThing } from "./asked-about.ts";
import { describe, TURN_CHARS_READ } from "./memory-items.ts";
import { askedFamilies, askedRole } from "./predicate-expansion.ts";
import type { TimeSpan, UnderstoodQuery } from "./query.ts";
import type { Memory } from "./types.ts";
import { FIFTH, HALF, POOL } from "./weights.ts";

/** How relevant a memory is to a question, by its words or its meaning, 0-1. Only what is nearer than half counts as near. */
export function evidenceOf(match: number, nearness = 0): number {
  return Math.min(1, match + HALF * Math.max(0, nearness - HALF));
}

/** A memory prepared for comparison with a question. */
interface Prepared {
  words: ReadonlySet<string>;
  /** What matches a word of the question: forms and senses of the memory's words, and the relation of a fact if it is a known one. */
  whole: ReadonlySet<string>;
  /** What matches by half: forms in a fact's query expansion, or in the reply to a turn, which repeats the question. */
  half: ReadonlySet<string>;
  /** For facts: the entities at both ends. */
  ends: readonly (string | null)[];
  isOfTime: boolean;
}

/** How well a memory covers one unit of a question, 0-1. */
type Unit = (memory: Prepared) => number;

/**
 * How much of a question a memory covers, 0-1: its share of the question's words, people and times. Rare ones weigh more, by BM25's
 * idf over the results, and one that no result contains weighs most, so an unrelated memory stays far from a question however many
 * there are. For a question without content words ("What do you know about me?"), anything about its subject is half a match at
 * least, and so is any turn if that is the user; the rest is by whatever words there are.
 */
export type Match = (memory: Memory) => number;

/** `times`: those that the question names. */
export async function matches(
  { tellingTerms, weakTerms, language }: Pick<UnderstoodQuery, "tellingTerms" | "weakTerms" | "language">,
  about: AskedAbout,
  times: readonly TimeSpan[],
  found: readonly Memory[],
  now: Instant,
): Promise<Match> {
  const known = new Map<string, Prepared>();
  const names = new Set(about.mentions.flat().flatMap((thing) => thing.names.flat()));
  const asked = askedWords(tellingTerms, names, about.byRole);
  const forms = formsIn(language);
  const sought = [...asked, ...names];
  const prepared = (memory: Memory): Prepared => {
    const { id } = memory.item;
    const isOfTime = (): boolean => times.some((time) => isOf(memory, time, now));
    const one = known.get(id) ?? { ...wordsIn(memory, sought, forms), isOfTime: isOfTime() };
    known.set(id, one);
    return one;
  };
  const all: Prepared[] = [];
  for (const memory of found) {
    all.push(prepared(memory));
    const isLong = memory.kind === "episode" && memory.item.userMessage.length > TURN_CHARS_READ;
    if (isLong) await setImmediate();
  }
  const weigh = (coverage: Unit): Weighed => {
    const having = all.filter((memory) => coverage(memory) > 0).length;
    return { coverage, having, weight: rarity(having) };
  };
  const others = [...asked.map((word) => wordUnit(word, forms)), ...about.mentions.map(mentionUnit)].map(
    weigh,
  );
  const then = times.length > 0 ? [weigh(timeUnit)] : [];
  // Few memories are of today or tomorrow: what else is asked for counts alone then.
  const mayLack = others.length > 0 && times.every(({ to }) => to > now);
  const strong = [...others, ...then.filter(({ having }) => having > 0 || !mayLack)];
  const weak = weakTerms
    .filter((word) => !names.has(word))
    .map((word) => weigh(wordUnit(word, forms)))
    .filter(({ having }) => having > 0)
    .map((unit) => ({ ...unit, weight: HALF * unit.weight }));
  const share = shareOf([...strong, ...weak]);
  return (memory) => {
    const one = prepared(memory);
    const isOfThem = isAbout(one, about);
    if (strong.length === 0) {
      const isMeant = about.ids.size > 0 && (isOfThem || (about.self && memory.kind === "episode"));
      return isMeant ? HALF + HALF * share(one) : 0;
    }
    const whole = asked.length === 0 ? aboutTheUser(one, about) : 1;
    return whole * share(one) * (isOfThem ? 1 : HALF);
  };
}

interface Weighed {
  coverage: Unit;
  /** Number of results that cover it. */
  having: number;
  weight: number;
}

/** The share of the units that a memory covers; 0 if there are none. */
function shareOf(units: readonly Weighed[]): Unit {
  const total = units.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return () => 0;
  return (memory) => units.reduce((sum, { weight, coverage }) => sum + weight * coverage(memory), 0) / total;
}

/** "Who is Ada" asks first of all for her relation to the user; other facts about her count a little less. */
function aboutTheUser({ ends }: Prepared, { ids, selfId }: AskedAbout): number {
  return selfId === null || ids.has(selfId) || ends.includes(selfId) ? 1 : 1 - FIFTH;
}

/** A word that no result contains weighs like one in a hundred. */
function rarity(having: number): number {
  const some = Math.min(POOL, having);
  return Math.log(1 + (POOL - some + 0.5) / (some + 0.5));
}

/** A word in a name counts only if it asks for a relation as well. "Where does my brother live" asks where. */
function askedWords(terms: readonly string[], names: ReadonlySet<string>, byRole: boolean): string[] {
  const telling = terms.filter((word) => !names.has(word) || askedFamilies([word]).size > 0);
  const others = telling.filter((word) => !byRole || askedRole(word) === null);
  return others.length > 0 ? others : telling;
}

/** A word that asks for a relation ("live") is also matched by its statements, whatever their words. */
function wordUnit(word: string, formsIn: Forms): Unit {
  const forms = formsIn(word);
  const whole = new Set([...forms, ...sensesIn(forms), ...askedFamilies([word])]);
  return (memory) => {
    if (!whole.isDisjointFrom(memory.whole)) return 1;
    return forms.some((form) => memory.half.has(form)) ? HALF : 0;
  };
}

/** A memory about one of the things, or one with all words of a name of it. */
function mentionUnit(things: readonly AskedThing[]): Unit {
  return ({ ends, words: memoryWords }) =>
    Number(
      things.some(
        ({ id, names }) =>
          ends.includes(id) ||
          names.some((name) => name.length > 0 && name.every((word) => memoryWords.has(word))),
      ),
    );
}

const timeUnit: Unit = ({ isOfTime }) => Number(isOfTime);

function isAbout(memory: Prepared, { ids, mentions }: AskedAbout): boolean {
  return (
    ids.size === 0 ||
    memory.ends.some((id) => id !== null && ids.has(id)) ||
    mentionUnit(mentions.flat())(memory) > 0
  );
}

/** `asked`: the words of the question. */
function wordsIn(memory: Memory, asked: readonly string[], formsIn: Forms): Omit<Prepared, "isOfTime"> {
  const { kind, item } = memory;
  const isTurn = kind === "episode";
  const read = (some: string): string => aroundWords(some, asked, TURN_CHARS_READ);
  const text = isTurn ? `${item.speaker ?? ""} ${read(item.userMessage)}` : describe(memory).text;
  const predicate = kind === "fact" ? item.predicate : "";
  const other = isTurn ? item.assistantReply : kind === "fact" ? item.expansion : null;
  const textWords = words(text);
  const forms = [...textWords, ...words(predicate)].flatMap(formsIn);
  const family = catalogued(predicate) === null ? [] : [predicateFamily(predicate)];
  return {
    words: new Set(textWords),
    whole: new Set([...forms, ...sensesIn(forms), ...family]),
    half: new Set(words(read(other ?? "")).flatMap(formsIn)),
    ends: kind === "fact" ? [item.subjectId, item.objectId] : [item.id],
  };
}

/** Marked, as they are words themselves. */
function sensesIn(forms: readonly string[]): string[] {
  return forms.flatMap(sensesOf).map((sense) => `sense ${sense}`);
}

/** Of "today" and what lies ahead is what begins or ends; what holds anyway is not, or "What can I do today?" asks for all of it. */
function isOf({ kind, item }: Memory, { from, to }: TimeSpan, now: Instant): boolean {
  if (kind === "episode") return from <= item.occurredAt && item.occurredAt < to;
  if (kind !== "fact") return false;
  const { validAt, invalidAt } = item;
  const isDated = to <= now || invalidAt !== null || (validAt !== null && validAt.at >= from);
  return isDated && validDuring(item, { from, to });
}
