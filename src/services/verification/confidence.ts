import { statedConfidence } from "../../domain/belief/confidence.ts";
import type { Entity } from "../../domain/model/entity.ts";
import { isPersonType } from "../../domain/model/entity-type.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Verdict } from "../../domain/grounding/claim.ts";

/**
 * A logistic fit over the 874 labelled development proposals that code accepts (ten folds by turn). The extractor's stated
 * confidence is the strongest signal; the share of its words found in the turn says almost nothing about a proposal that has passed
 * every rule, so its weight is small. The weights of further episodes and of an open doubt are set by hand, as single turns show
 * neither.
 */
const WEIGHTS = { intercept: -1.1, stated: 3, support: 0.2, unclear: -1, episode: 0.4 };
/** Maximum number of further episodes that count. */
const EPISODES_MAX = 3;

/**
 * Confidence from evidence, recomputed from scratch each time (F26): how strongly the extractor stated it, how well the words
 * support it, and how many separate episodes say so.
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

/** Half from the confidence of code, half from the agreement of the passes: two of three come out near 0.8. */
export function votedConfidence(byCode: number, rate: number): number {
  return Math.round(Math.min(0.99, 0.5 * byCode + 0.5 * (0.55 + 0.45 * rate)) * 1000) / 1000;
}

/** A wrong preference costs little, a wrong statement about another person costs more (VAL-4, MNT-4). */
const FLOORS = { preference: 0.5, ordinary: 0.6, person: 0.7 };
const PREFERENCE = /^(?:LIKES|DISLIKES|LOVES|HATES|PREFERS|ENJOYS|FAVOU?RITE|INTERESTED)/;

/** The threshold a fact's confidence must exceed. */
export function floorFor(fact: Fact, subject: Entity | undefined): number {
  if (PREFERENCE.test(fact.predicate)) return FLOORS.preference;
  const aboutSomebody = subject !== undefined && !subject.isSelf && isPersonType(subject.type);
  return aboutSomebody ? FLOORS.person : FLOORS.ordinary;
}
