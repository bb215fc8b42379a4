import type { IntentKind } from "../../language/index.ts";
import type { EpisodeIntent, IntentCandidate, RecalledItem } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { clip } from "../../language/text.ts";
import { toMs, type Instant } from "../../domain/model/time.ts";
import { describeFact } from "../retrieval/memory-items.ts";
import { outcome, intentOf, type IntentContext, type IntentOutcome } from "./plan.ts";

/** Choices shown at most: more is no question. */
export const CHOICES_MAX = 5;
const LINE_CHARS_MAX = 140;

/** One numbered answer: what it would take, and how it is shown. */
export interface AnswerOption {
  candidate: IntentCandidate;
  text: string;
  /** Facts it shows, so that they count as recalled: forgetting one also goes through this turn. */
  facts: Fact[];
}

/** Asks back, with numbered choices; nothing is done until the user answers. */
export function askBack(
  context: IntentContext,
  kind: IntentKind,
  question: string,
  options: AnswerOption[],
  more: Partial<EpisodeIntent> = {},
): IntentOutcome {
  const shown = options.slice(0, CHOICES_MAX);
  const lines = shown.map(
    (option, i) => `${i + 1}. ${clip(option.text.replace(/\s+/g, " "), LINE_CHARS_MAX)}`,
  );
  const hint = context.say.howToAnswer(Math.max(1, shown.length));
  const text = lines.length === 0 ? `${question} ${hint}` : `${question}\n${lines.join("\n")}\n${hint}`;
  const candidates = shown.map((option) => option.candidate);
  return outcome(text, "You asked the user which memory they mean and did nothing yet.", {
    actions: [
      { action: "asked", ids: candidates.flatMap((one) => one.factIds), counts: { choices: shown.length } },
    ],
    recalled: shown.flatMap((option) => option.facts).map(recalledFact),
    intent: intentOf(kind, { state: "asked", candidates, ...more }),
  });
}

function recalledFact(fact: Fact, index: number): RecalledItem {
  return {
    n: index + 1,
    kind: "fact",
    id: fact.id,
    ...describeFact(fact),
    score: 1,
  };
}

export function factsOption(facts: Fact[], candidate: IntentCandidate): AnswerOption {
  return { candidate, facts, text: facts.map((fact) => fact.text).join(" ") };
}

/** A day as people of that language write it, in the user's zone. */
export function dayOf(context: IntentContext, at: Instant): string {
  return new Intl.DateTimeFormat(context.say.locale, {
    dateStyle: "long",
    timeZone: context.timeZone,
  }).format(toMs(at));
}
