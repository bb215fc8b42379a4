import { fold } from "../../language/text.ts";

/** Hedging words, on word boundaries, in the language models reason in (COT-1). */
const HEDGES =
  /\b(?:i think|i guess|maybe|possibly|probably|perhaps|seems? like|might be|not sure|unclear)\b/g;
const JUSTIFIES =
  /\b(?:because|based on|since|as the (?:user|turn) (?:says?|said|states?)|the user (?:says?|said|states?|stated|mentions?|mentioned)|quote|"[^"]+")/;
const TAKES_BACK = /\bwait,? no\b|\bno,? wait\b/;
/** In either order. */
const CONTRADICTS = [/\bhowever\b/, /\bbut actually\b/];
/** References to things not shown to an extractor, which it cannot know. */
const ELSEWHERE =
  /\b(?:as (?:we|i) (?:know|discussed)|from (?:my|general) knowledge|in general,? people|typically|it is (?:well )?known|presumably)\b/;

/**
 * 0-1: how untrustworthy a reasoning looks (COT-2 with COT-3 and F20). Advisory: it is counted and shown; nothing is
 * rejected for it.
 */
export function suspicionOf(reasoning: string): number {
  const text = fold(reasoning);
  if (text === "") return 0;
  const hedges = text.match(HEDGES)?.length ?? 0;
  const score =
    Math.min(0.2 * hedges, 0.5) +
    (JUSTIFIES.test(text) ? 0 : 0.3) +
    (TAKES_BACK.test(text) || CONTRADICTS.every((one) => one.test(text)) ? 0.5 : 0) +
    (ELSEWHERE.test(text) ? 0.2 : 0);
  return Math.round(Math.min(1, score) * 100) / 100;
}

/** Above it a reasoning counts as suspicious (COT-2). */
export const SUSPICIOUS = 0.5;
