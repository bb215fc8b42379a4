import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import type { Verdict } from "../../domain/grounding.ts";

/**
 * Confidence from evidence, recomputed from scratch each time (F26): how strongly the extractor stated it, how well
 * the words carry it, and how many separate episodes say so. Weights set on the labelled development proposals.
 */
export function confidenceOf(fact: Fact, verdict: Pick<Verdict, "support" | "verdict">): number {
  const episodes = new Set(fact.evidence.map((evidence) => evidence.episodeId)).size;
  const base = verdict.verdict === "supported" ? 0.5 : 0.25;
  const value = base + 0.2 * fact.confidence + 0.25 * verdict.support + 0.05 * Math.min(episodes - 1, 3);
  return Math.round(Math.min(0.99, value) * 1000) / 1000;
}

/** Half what code thinks of the words, half what the passes agree on: two of three come out near 0.8. */
export function votedConfidence(byCode: number, rate: number): number {
  return Math.round(Math.min(0.99, 0.5 * byCode + 0.5 * (0.55 + 0.45 * rate)) * 1000) / 1000;
}

/** Preferences cost little when wrong; what is said of other people costs more (VAL-4). */
const PREFERENCE_FLOOR = 0.5;
const PERSON_FLOOR = 0.7;
const PREFERENCE = /^(?:LIKES|DISLIKES|LOVES|HATES|PREFERS|ENJOYS|FAVOU?RITE|INTERESTED)/;

/** What a fact's confidence must exceed. */
export function floorFor(fact: Fact, subject: Entity | undefined, confidenceMin: number): number {
  if (PREFERENCE.test(fact.predicate)) return Math.min(confidenceMin, PREFERENCE_FLOOR);
  const aboutSomebody = subject !== undefined && !subject.isSelf && /person|people|human/i.test(subject.type);
  return aboutSomebody ? Math.max(confidenceMin, PERSON_FLOOR) : confidenceMin;
}
