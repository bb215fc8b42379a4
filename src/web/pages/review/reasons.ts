import type { Rejection } from "#client";
import { t } from "../../language/text.ts";

/** Why a proposal did not become memory. */
export const REFUSED: Record<Rejection["reason"], string> = {
  invalid_syntax: t("could not be read"),
  invalid_schema: t("was incomplete"),
  low_confidence: t("too unsure"),
  no_evidence: t("named no words it rests on"),
  not_in_turn: t("not in what was said"),
  question: t("it was a question"),
  hypothetical: t("only supposed"),
  negation_lost: t("the opposite was said"),
  pasted_text: t("in a pasted text"),
  fiction: t("in a story"),
  reported_speech: t("somebody else said so"),
  sarcasm: t("not meant so"),
  assistant_only: t("only the assistant said so"),
  recall_echo: t("it came from memory itself"),
  instruction: t("an order to the memory"),
  off_record: t("said off the record"),
  wrong_subject: t("about somebody else"),
  forgotten: t("it was forgotten"),
  duplicate: t("known already"),
  contradicted: t("something else is known"),
  fact_check_failed: t("not so, by a look at the web"),
  ensemble_disagreement: t("the readings did not agree"),
  rejected_by_user: t("you refused it"),
};
