import { clauseAround, sentenceAround } from "./clauses.ts";
import {
  ASKS_BY_FORM,
  CONDITION,
  DROPPED,
  ENDING,
  INSTRUCTING,
  OVERRIDING,
  isDenial,
  isHearsay,
  isReport,
  JOKING,
  OFF_RECORD,
  PRAISE_TOO_HIGH,
  QUESTION_START,
  TELLING_QUESTION,
  WEIGHED,
} from "./cues.ts";
import { kindsAt, passagesOf } from "./passages.ts";
import { fold, sentences, type Span } from "./text.ts";

/** How the words around a span were meant. */
export interface Reading {
  question: boolean;
  /** Under a condition or wish that comes before it. */
  imagined: boolean;
  /** Weighed in its own clause: "maybe", "would". */
  weighed: boolean;
  negated: boolean;
  ending: boolean;
  pasted: boolean;
  fiction: boolean;
  joke: boolean;
  /** Praise that is likely meant the other way round. */
  overpraised: boolean;
  /** Somebody is said to say so. */
  reported: boolean;
  dropped: boolean;
  instruction: boolean;
  offRecord: boolean;
}

/**
 * Reads the sentence around a span with cues in English, German, French and Spanish. `focus` is the word that the claim
 * turns on: what stands in its clause counts, what stands in another one does not. Code only, so it can be wrong.
 */
export function readSpan(text: string, span: Span, focus: Span = span): Reading {
  const sentence = sentenceAround(text, span);
  const raw = text.slice(sentence.start, sentence.end);
  const folded = fold(raw);
  const clause = fold(clauseAround(text, focus, sentence));
  const before = fold(text.slice(sentence.start, focus.end));
  const near = fold(aroundSentence(text, sentence));
  const kinds = kindsAt(passagesOf(text), focus);
  return {
    question: isQuestion(text, sentence, focus),
    imagined: CONDITION.test(before),
    weighed: WEIGHED.test(clause),
    negated: isDenial(clause),
    ending: ENDING.test(folded),
    pasted: kinds.has("pasted"),
    fiction: kinds.has("fiction"),
    joke: JOKING.test(near),
    overpraised: PRAISE_TOO_HIGH.test(near),
    reported: isReport(before) || isHearsay(clause),
    dropped: DROPPED.test(folded),
    instruction:
      kinds.has("instruction") ||
      INSTRUCTING.test(folded) ||
      OVERRIDING.test(fold(text.slice(0, span.start))),
    offRecord: OFF_RECORD.test(folded),
  };
}

/** A sentence with its neighbours: a joke is often marked in the next breath. */
function aroundSentence(text: string, sentence: Span): string {
  const all = sentences(text);
  const at = all.findIndex((one) => one.start >= sentence.start);
  const first = all[Math.max(0, at - 1)] ?? sentence;
  const last = all[at + 1] ?? sentence;
  return text.slice(first.start, Math.max(last.end, sentence.end));
}

function isQuestion(text: string, sentence: Span, focus: Span): boolean {
  const raw = text.slice(sentence.start, sentence.end);
  const folded = fold(raw);
  if (TELLING_QUESTION.test(folded)) return false;
  const mark = /[?]+["'”’)\]]*\s*$/.exec(raw)?.[0] ?? "";
  if (mark === "")
    return ASKS_BY_FORM.test(folded) && !/[,;:–—]/.test(text.slice(sentence.start, focus.start));
  if (QUESTION_START.test(folded) || ASKS_BY_FORM.test(folded)) return true;
  // "two beamlines use it???" wonders; it does not ask.
  if (mark.includes("??")) return false;
  return !/[,;:–—(]| - /.test(text.slice(focus.end, sentence.end));
}
