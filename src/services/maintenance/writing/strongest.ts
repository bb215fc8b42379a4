import type { Fact } from "../../../domain/model/fact.ts";
import { clip } from "../../../language/text.ts";
import type { Instant } from "../../../domain/model/time.ts";

/** Longest text that code puts together, characters. */
const TEXT_CHARS_MAX = 400;

/** Only what is believed and holds now is told as so. */
export function isTellable(fact: Fact, now: Instant): boolean {
  if (fact.status !== "verified" || fact.text.trim() === "") return false;
  return fact.invalidAt === null || fact.invalidAt.at > now;
}

/**
 * Facts to tell of something, the strongest first: those that `prefers` picks, then by how often they were said and how
 * sure they are. One sentence is told once.
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

/** Sentences one after another, as many as fit. */
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
