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
