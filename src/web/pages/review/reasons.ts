import type { Rejection } from "#client";

/** Why a proposal did not become memory. */
export const REFUSED: Record<Rejection["reason"], string> = {
  invalid_syntax: "could not be read",
  invalid_schema: "was incomplete",
  low_confidence: "too unsure",
  no_evidence: "named no words it rests on",
  not_in_turn: "not in what was said",
  question: "it was a question",
  hypothetical: "only supposed",
  negation_lost: "the opposite was said",
  pasted_text: "in a pasted text",
  fiction: "in a story",
  reported_speech: "somebody else said so",
  sarcasm: "not meant so",
  assistant_only: "only the assistant said so",
  recall_echo: "it came from memory itself",
  instruction: "an order to the memory",
  off_record: "said off the record",
  wrong_subject: "about somebody else",
  forgotten: "it was forgotten",
  duplicate: "known already",
  contradicted: "something else is known",
  fact_check_failed: "not so, by a look at the web",
  ensemble_disagreement: "the readings did not agree",
  rejected_by_user: "you refused it",
};
