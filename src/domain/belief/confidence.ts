import type { Entity } from "../model/entity.ts";
import type { Fact } from "../model/fact.ts";
import { catalogued, type Duration } from "./predicate.ts";
import { daysBetween, type Instant } from "../model/time.ts";

/**
 * Confidence from evidence (CNF-1). Always computed from the value set by verification, never from the current one, so
 * that the same evidence on the same day gives the same number however often it is computed (F26). Adjustments add up
 * in log odds: a sure statement is harder to shake than an unsure one.
 */

/** The confidence set by verification, before any adjustment. */
export function statedConfidence({ base, confidence }: Pick<Fact, "base" | "confidence">): number {
  return base ?? confidence;
}

const OWNERS_WORD = 0.995;

/** Stated or confirmed by the owner. */
export function isOwnersWord(fact: Pick<Fact, "base" | "confidence">): boolean {
  return statedConfidence(fact) >= OWNERS_WORD;
}

/** Turns that say the same, and speakers who do: what is repeated is seldom a slip. */
const MANY_TURNS = 5;
const VERY_MANY_TURNS = 10;
const RAISES = { many: 0.4, veryMany: 0.7, speaker: 0.2, speakersMax: 2 };
/**
 * Evidence against it: an incompatible statement; deleted words; slightly, a rating as unhelpful, which concerns its
 * use more than its truth.
 */
const LOWERS = { disputed: 0.8, evidenceGone: 1, unhelpful: 0.1, unhelpfulMax: 5 };

/** Nothing decays before this, and then in steps of this length: a daily job writes each number six times a year. */
const STEP_DAYS = 60;
const STEPS_MAX = 15;
/** Reduction per step, by how long a relation lasts. */
const DECAY: Record<Duration, number> = { "for life": 0, long: 0.06, usual: 0.12, briefly: 0.3 };

/**
 * The adjusted confidence of a believed or staged fact. Age and doubt alone do not take a believed one below `floor`,
 * and repetition alone does not take a staged one above it: belief is decided by verification.
 */
export function adjustedConfidence(fact: Fact, now: Instant, floor: number, unhelpful = 0): number {
  const stated = statedConfidence(fact);
  const isOwnEdit = fact.evidence.length === 0 && fact.origin === null;
  if (isOwnersWord(fact) || isOwnEdit) return stated;
  const shift = raised(fact) - faded(fact, now) - against(fact, unhelpful);
  if (shift === 0) return stated;
  const moved = shifted(stated, shift);
  if (fact.status === "staged") return Math.min(moved, Math.max(stated, floor));
  return fact.evidence.length === 0 ? moved : Math.max(moved, Math.min(stated, floor));
}

/** Repetition by the assistant is not evidence. */
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

/** When it was last stated; its creation time if no evidence is left. */
export function lastSaid({ evidence, createdAt }: Pick<Fact, "evidence" | "createdAt">): Instant {
  return evidence.reduce((last, { occurredAt }) => (occurredAt > last ? occurredAt : last), "") || createdAt;
}

/** Maximum uncertainty: an entity without believed facts. */
const UNKNOWN = 0.5;
/** Keeps an entity believed to exist above the pruning threshold. */
const ENTITY_MIN = 0.31;

/** Confidence that the entity exists: from its most certain believed fact, how often it is mentioned, and when last. */
export function entityConfidence(entity: Entity, surest: number | null, now: Instant): number {
  const { mentionCount: named, lastMentionedAt, status } = entity;
  const often = named >= VERY_MANY_TURNS ? RAISES.veryMany : named >= MANY_TURNS ? RAISES.many : 0;
  const shift = often - DECAY.long * stepsSince(lastMentionedAt, now);
  const start = surest ?? UNKNOWN;
  const moved = shift === 0 ? rounded(start) : shifted(start, shift);
  return status === "verified" ? Math.max(moved, ENTITY_MIN) : moved;
}

/** Differences up to this are not worth logging. */
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
