import type { Instant } from "./time.ts";

/** Closed list of reasons why a proposal did not become memory. */
export const REJECTION_REASONS = [
  "invalid_syntax",
  "invalid_schema",
  "low_confidence",
  "no_evidence",
  "not_in_turn",
  "question",
  "hypothetical",
  "negation_lost",
  "pasted_text",
  "fiction",
  "reported_speech",
  "sarcasm",
  "assistant_only",
  "recall_echo",
  "instruction",
  "off_record",
  "wrong_subject",
  "forgotten",
  "duplicate",
  "contradicted",
  "fact_check_failed",
  "ensemble_disagreement",
  "rejected_by_user",
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

export const STAGES = [
  "syntax",
  "shape",
  "grounding",
  "consistency",
  "ensemble",
  "adjudication",
  "web",
  "confidence",
  "review",
] as const;
export type Stage = (typeof STAGES)[number];

/** A failed proposal, kept for reading and to improve prompts. */
export interface Rejection {
  id: string;
  episodeId: string | null;
  factId: string | null;
  stage: Stage;
  reason: RejectionReason;
  detail: string;
  /** The proposal as made, JSON. */
  proposal: unknown;
  reasoning: string | null;
  at: Instant;
  /** When the owner overruled it, and the fact it became. */
  overruledAt?: Instant | null;
  overruledFactId?: string | null;
}

/** Most frequent rejections, and their trend. */
export interface RejectionPatterns {
  total: number;
  overruled: number;
  byReason: Record<string, number>;
  byStage: Record<string, number>;
  byPredicate: Record<string, number>;
  /** By prompt and version. */
  byOrigin: Record<string, number>;
  /** Oldest first. `rate`: rejections as a share of proposals in that period (rejected, or still a fact). */
  overTime: { period: string; rejections: number; rate: number }[];
}
