import type { Entity } from "../model/entity.ts";
import type { Fact } from "../model/fact.ts";
import { catalogued, type Duration } from "./predicate.ts";
import { daysBetween, type Instant } from "../model/time.ts";

/**
 * Confidence from evidence (CNF-1). Always worked out from what verification gave, never from the number that stands,
 * so that the same evidence on the same day gives the same number however often it is asked for (F26). All is added in
 * log odds: a sure statement takes more to be shaken than an unsure one.
 */

/** What verification gave, whatever was made of it since. */
export function statedConfidence({ base, confidence }: Pick<Fact, "base" | "confidence">): number {
  return base ?? confidence;
}

/** The owner's own word, typed or confirmed. */
const OWNERS_WORD = 0.995;
/** Turns that say the same, and speakers who do: what is told often is seldom a slip. */
const MANY_TURNS = 5;
const VERY_MANY_TURNS = 10;
const RAISES = { many: 0.4, veryMany: 0.7, speaker: 0.2, speakersMax: 2 };
/**
 * What speaks against it: a statement that cannot hold beside it; words that are gone; a little, that it was called of
 * no use, which says more of its use than of its truth.
 */
const LOWERS = { disputed: 0.8, evidenceGone: 1, unhelpful: 0.1, unhelpfulMax: 5 };

/** Nothing fades before this, and then in steps as long: a job that runs daily writes each number six times a year. */
const STEP_DAYS = 60;
const STEPS_MAX = 15;
/** What a step takes off, by how long a relation lasts. */
const DECAY: Record<Duration, number> = { "for life": 0, long: 0.06, usual: 0.12, briefly: 0.3 };

/**
 * The confidence of a fact that is believed or waits. One that is believed does not fall below `floor` on age and doubt
 * alone, one that waits does not rise above it on repetition alone: what is believed is decided by verification.
 */
export function adjustedConfidence(fact: Fact, now: Instant, floor: number, unhelpful = 0): number {
  const stated = statedConfidence(fact);
  const isOwnEdit = fact.evidence.length === 0 && fact.origin === null;
  if (stated >= OWNERS_WORD || isOwnEdit) return stated;
  const shift = raised(fact) - faded(fact, now) - against(fact, unhelpful);
  if (shift === 0) return stated;
  const moved = shifted(stated, shift);
  if (fact.status === "staged") return Math.min(moved, Math.max(stated, floor));
  return fact.evidence.length === 0 ? moved : Math.max(moved, Math.min(stated, floor));
}

/** What the assistant repeats is no evidence. */
function raised({ evidence }: Fact): number {
  const said = evidence.filter(({ assertedBy }) => assertedBy !== "assistant");
  const turns = new Set(said.map(({ episodeId }) => episodeId)).size;
  const others = Math.max(0, new Set(said.map(({ assertedBy }) => assertedBy)).size - 1);
  const often = turns >= VERY_MANY_TURNS ? RAISES.veryMany : turns >= MANY_TURNS ? RAISES.many : 0;
  return often + RAISES.speaker * Math.min(others, RAISES.speakersMax);
}

function faded(fact: Fact, now: Instant): number {
  return fadeOf(fact.predicate) * stepsSince(lastSaid(fact), now);
}

function fadeOf(predicate: string): number {
  return DECAY[catalogued(predicate)?.lasts ?? "usual"];
}

function stepsSince(at: Instant, now: Instant): number {
  return Math.min(STEPS_MAX, Math.max(0, Math.floor(daysBetween(at, now) / STEP_DAYS)));
}

function against({ status, evidence }: Fact, unhelpful: number): number {
  return (
    (status === "disputed" ? LOWERS.disputed : 0) +
    (evidence.length === 0 ? LOWERS.evidenceGone : 0) +
    LOWERS.unhelpful * Math.min(unhelpful, LOWERS.unhelpfulMax)
  );
}

/** When it was last told; when it came, where nothing is left of what was told. */
export function lastSaid({ evidence, createdAt }: Pick<Fact, "evidence" | "createdAt">): Instant {
  return evidence.reduce((last, { occurredAt }) => (occurredAt > last ? occurredAt : last), "") || createdAt;
}

/** As uncertain as can be: an entity of which nothing is believed. */
const UNKNOWN = 0.5;
/** One that is believed to be there stays above what is cleared away. */
const ENTITY_MIN = 0.31;

/** Whether there is such a thing: from the surest that is believed of it, how often it is named, and when last. */
export function entityConfidence(entity: Entity, surest: number | null, now: Instant): number {
  const { mentionCount: named, lastMentionedAt, status } = entity;
  const often = named >= VERY_MANY_TURNS ? RAISES.veryMany : named >= MANY_TURNS ? RAISES.many : 0;
  const shift = often - DECAY.long * stepsSince(lastMentionedAt, now);
  const start = surest ?? UNKNOWN;
  const moved = shift === 0 ? rounded(start) : shifted(start, shift);
  return status === "verified" ? Math.max(moved, ENTITY_MIN) : moved;
}

/** Differences up to this are not worth a change in the log. */
const WORTH_WRITING = 0.01;

export function isWorthWriting(from: number, to: number): boolean {
  return Math.abs(from - to) > WORTH_WRITING + Number.EPSILON;
}

const CERTAIN = 0.99;

function shifted(start: number, shift: number): number {
  const clamped = Math.min(CERTAIN, Math.max(1 - CERTAIN, start));
  const odds = Math.log(clamped / (1 - clamped)) + shift;
  return rounded(Math.min(CERTAIN, Math.max(1 - CERTAIN, 1 / (1 + Math.exp(-odds)))));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
