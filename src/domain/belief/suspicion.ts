import { anySource } from "../../language/index.ts";
import { fold } from "../../language/text.ts";

/** Marks of a reasoning (COT-1), on word boundaries, in the language that models think in. */
const HEDGES = new RegExp(`\\b(?:${anySource(({ reasoning }) => reasoning?.hedges)})\\b`, "g");
const JUSTIFIES = new RegExp(`\\b(?:${anySource(({ reasoning }) => reasoning?.justifies)}|"[^"]+")`);
const CONTRADICTS = new RegExp(anySource(({ reasoning }) => reasoning?.contradicts));
const ELSEWHERE = new RegExp(`\\b(?:${anySource(({ reasoning }) => reasoning?.elsewhere)})\\b`);

/**
 * 0-1: how little a reasoning inspires trust (COT-2 with COT-3 and F20). Advisory: it raises a counter and is shown,
 * nothing is refused for it.
 */
export function suspicionOf(reasoning: string): number {
  const text = fold(reasoning);
  if (text === "") return 0;
  const hedges = text.match(HEDGES)?.length ?? 0;
  const score =
    Math.min(0.2 * hedges, 0.5) +
    (JUSTIFIES.test(text) ? 0 : 0.3) +
    (CONTRADICTS.test(text) ? 0.5 : 0) +
    (ELSEWHERE.test(text) ? 0.2 : 0);
  return Math.round(Math.min(1, score) * 100) / 100;
}

/** Above it a reasoning counts as suspicious (COT-2). */
export const SUSPICIOUS = 0.5;
