import type { Fact } from "../../../domain/model/fact.ts";
import { clip } from "../../../language/text.ts";
import type { Instant } from "../../../domain/model/time.ts";

/** Longest text assembled by code, characters. */
const TEXT_CHARS_MAX = 400;

/** Only facts that are believed and current may be stated. */
export function isTellable(fact: Fact, now: Instant): boolean {
  if (fact.status !== "verified" || fact.text.trim() === "") return false;
  return fact.invalidAt === null || fact.invalidAt.at > now;
}

/**
 * The strongest facts for a summary: those selected by `prefers` first, then by number of mentions and by confidence. Duplicate
 * sentences are dropped.
 */
export function strongest(
  facts: Fact[],
  max: number,
  prefers: (fact: Fact) => boolean = () => false,
): Fact[] {
  const ranked = facts
    .map((fact) => ({
      fact,
      preferred: prefers(fact) ? 1 : 0,
      said: new Set(fact.evidence.map((one) => one.episodeId)).size,
    }))
    .sort(
      (a, b) =>
        b.preferred - a.preferred ||
        b.said - a.said ||
        b.fact.confidence - a.fact.confidence ||
        (a.fact.id < b.fact.id ? -1 : 1),
    );
  const texts = new Set<string>();
  const told = ranked.filter(({ fact }) => !texts.has(fact.text) && texts.add(fact.text));
  return told.slice(0, max).map(({ fact }) => fact);
}

/** Joins as many sentences as fit. */
export function toldIn(facts: Fact[], charsMax: number = TEXT_CHARS_MAX): string {
  let text = "";
  for (const fact of facts) {
    const sentence = /[.!?…]$/u.test(fact.text.trim()) ? fact.text.trim() : `${fact.text.trim()}.`;
    const longer = text === "" ? clip(sentence, charsMax) : `${text} ${sentence}`;
    if (longer.length > charsMax) break;
    text = longer;
  }
  return text;
}
