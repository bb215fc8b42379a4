import { statedConfidence } from "../../domain/belief/confidence.ts";
import type { Entity } from "../../domain/model/entity.ts";
import { isPersonType } from "../../domain/model/entity-type.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Verdict } from "../../domain/grounding/grounding.ts";

/**
 * A logistic fit over the 874 labelled development proposals (ten folds by turn), of what code accepts: what the
 * extractor states says most; how many of its words stand in the turn says next to nothing about a proposal that has
 * passed every rule, and is kept small. Each further episode and an open doubt are set by hand: one turn tells of
 * neither.
 */
const WEIGHTS = { intercept: -1.1, stated: 3, support: 0.2, unclear: -1, episode: 0.4 };
/** Further episodes that count. */
const EPISODES_MAX = 3;

/**
 * Confidence from evidence, recomputed from scratch each time (F26): how strongly the extractor stated it, how well
 * the words carry it, and how many separate episodes say so.
 */
export function confidenceOf(fact: Fact, verdict: Pick<Verdict, "support" | "verdict">): number {
  const episodes = new Set(fact.evidence.map((evidence) => evidence.episodeId)).size;
  const sum =
    WEIGHTS.intercept +
    WEIGHTS.stated * statedConfidence(fact) +
    WEIGHTS.support * verdict.support +
    WEIGHTS.episode * Math.min(episodes - 1, EPISODES_MAX) +
    (verdict.verdict === "supported" ? 0 : WEIGHTS.unclear);
  return Math.round(Math.min(0.99, 1 / (1 + Math.exp(-sum))) * 1000) / 1000;
}

/** Half what code thinks of the words, half what the passes agree on: two of three come out near 0.8. */
export function votedConfidence(byCode: number, rate: number): number {
  return Math.round(Math.min(0.99, 0.5 * byCode + 0.5 * (0.55 + 0.45 * rate)) * 1000) / 1000;
}

/** A preference costs little when wrong, what is said of others costs more (VAL-4, MNT-4). */
const FLOORS = { preference: 0.5, ordinary: 0.6, person: 0.7 };
const PREFERENCE = /^(?:LIKES|DISLIKES|LOVES|HATES|PREFERS|ENJOYS|FAVOU?RITE|INTERESTED)/;

/** What a fact's confidence must exceed. */
export function floorFor(fact: Fact, subject: Entity | undefined): number {
  if (PREFERENCE.test(fact.predicate)) return FLOORS.preference;
  const aboutSomebody = subject !== undefined && !subject.isSelf && isPersonType(subject.type);
  return aboutSomebody ? FLOORS.person : FLOORS.ordinary;
}
