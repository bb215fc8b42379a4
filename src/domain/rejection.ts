import type { Instant } from "./time.ts";

/** Closed list: why a proposal did not become memory. */
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

export type Stage =
  | "syntax"
  | "shape"
  | "grounding"
  | "consistency"
  | "ensemble"
  | "adjudication"
  | "web"
  | "confidence"
  | "review";

/** A proposal that failed, kept to improve prompts and to be read. */
export interface Rejection {
  id: string;
  episodeId: string | null;
  factId: string | null;
  stage: Stage;
  reason: RejectionReason;
  detail: string;
  /** The proposal as it was made, JSON. */
  proposal: unknown;
  reasoning: string | null;
  at: Instant;
}
